import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { gzipSync } from 'node:zlib';
import type { SmsGatewayOptions } from '../../lib/index.js';
import {
  ACCEPTANCE,
  acceptanceBody,
  answer,
  headLength,
  REJECTION_BODY,
  tokenBody,
} from './answers.js';
import type { Conversation } from './conversation.js';
import type { HttpRequest } from './http-request.js';
import { RawGateway } from './raw-gateway.js';
import { holdTimers } from '../support/clock.js';
import {
  errorOf,
  message,
  openAccount,
  outcomeOf,
  PAST_THE_TEST,
  TOKEN_AUTH,
} from '../support/account.js';
import { eventually } from '../support/eventually.js';

const TEXT = 'a message that is refused';
const NOTHING = Buffer.alloc(0);

type Answer = (conversation: Conversation) => Promise<void> | void;

/** Answers the first sends as given and accepts the others. Answers each login with a new token. */
async function withAnswers(options: Partial<SmsGatewayOptions>, ...answers: Answer[]) {
  let logins = 0;
  const gateway = await RawGateway.listen({
    script: async (conversation) => {
      for (;;) {
        const { path } = await conversation.readRequest();
        if (path === '/me/') await conversation.write(answer(tokenBody(`token-${++logins}`)));
        else await (answers.shift() ?? ((each) => each.write(ACCEPTANCE)))(conversation);
      }
    },
  });
  const { sms } = await openAccount({
    baseUrl: gateway.url,
    retry: { attempts: 3, base: 0 },
    ...options,
  });
  return { gateway, sms };
}

const say =
  (bytes: Buffer | string): Answer =>
  (conversation) =>
    conversation.write(bytes);
const sayAndEnd =
  (bytes: Buffer | string): Answer =>
  async (conversation) => {
    await conversation.write(bytes);
    conversation.fin();
  };
const cut = (status: number, headers = {}): Answer =>
  sayAndEnd(answer(acceptanceBody(), { status, headers }).subarray(0, -5));

function compressed(status: number, encoding: string, body: Buffer): Buffer {
  return answer(body, { status, headers: { 'Content-Encoding': encoding } });
}

const startOf = (status: number): string => `HTTP/1.1 ${status} Refused\r\n`;

/** The token of a request. */
const tokenOf = ({ headers }: HttpRequest): string | undefined => headers['authorization'];

describe.each([401, 403, 429])('a refusal with status %d', (status) => {
  it.each<[string, Answer]>([
    ['closed before its declared length', cut(status)],
    [
      'closed after its head',
      sayAndEnd(answer(REJECTION_BODY, { status }).subarray(0, -REJECTION_BODY.length)),
    ],
    [
      'reset before its declared length',
      async (conversation) => {
        const head = headRead();
        await conversation.write(answer(acceptanceBody(), { status }).subarray(0, -5));
        await head;
        conversation.rst();
      },
    ],
    [
      'closed before its last chunk',
      sayAndEnd(`${startOf(status)}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`),
    ],
    ['longer than maxAnswerBytes', say(answer('x'.repeat(2000), { status }))],
    ['cut before it was compressed completely', say(compressed(status, 'gzip', cutGzip()))],
    ['compressed into too much', say(compressed(status, 'gzip', gzipSync('x'.repeat(2000))))],
    ['in an unknown encoding', say(compressed(status, 'snappy', Buffer.from('xyz')))],
    [
      'closed without a length, in the middle of an object',
      sayAndEnd(`${startOf(status)}\r\n ${acceptanceBody().slice(0, -5)}`),
    ],
  ])(
    'whose body is %s is unknown and sent once, because it may hold an acceptance',
    async (_how, refuse) => {
      const { gateway, sms } = await withAnswers({ maxAnswerBytes: 1000 }, refuse);
      expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({
        name: 'SmsResponseError',
        code: 'answer-unclear',
        outcome: 'unknown',
        httpStatus: status,
        retryable: false,
      });
      expect(gateway.readWhole(TEXT)).toBe(1);
    },
  );

  it('whose body never ends is unknown and sent once', async () => {
    const timers = holdTimers();
    const { gateway, sms } = await withAnswers(
      { timeout: { attempt: 300, total: PAST_THE_TEST } },
      async (conversation) => {
        const head = headRead();
        await conversation.write(answer(acceptanceBody(), { status }).subarray(0, -5));
        await head;
        await timers.pass(300);
        await conversation.stall();
      },
    );
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({
      code: 'answer-unclear',
      outcome: 'unknown',
    });
    expect(gateway.readWhole(TEXT)).toBe(1);
  });

  it.each<[string, Answer]>([
    ['is empty', say(answer('', { status }))],
    ['is empty, although it is said to be gzip,', say(compressed(status, 'gzip', NOTHING))],
    ['is empty, in an unknown encoding,', say(compressed(status, 'snappy', NOTHING))],
    [
      'is an empty chunk, said to be br,',
      say(`${startOf(status)}Content-Encoding: br\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    ],
    ['is a page without a length', sayAndEnd(`${startOf(status)}\r\n<html>no</html>`)],
    ['is an object without a length', sayAndEnd(`${startOf(status)}\r\n${REJECTION_BODY}`)],
    ['is not quite an object', say(answer("{'status': 'no'}", { status }))],
  ])('whose whole body %s is a rejection', async (_what, refuse) => {
    const { sms } = await withAnswers({ retry: { attempts: 1 } }, refuse);
    expect((await outcomeOf(sms.send(message(TEXT)))).status).toBe('not-sent');
  });
});

describe('a refusal that was not read to its end', () => {
  it('still starts a login, and later sends use its token', async () => {
    const { gateway, sms } = await withAnswers({ auth: TOKEN_AUTH }, cut(401));
    expect((await outcomeOf(sms.send(message(TEXT)))).status).toBe('unknown');
    await eventually(() => gateway.logins === 2);
    expect(gateway.readWhole(TEXT)).toBe(1);
    await eventually(() => {
      void sms.send(message('later')).catch(() => undefined);
      return gateway.requests.some((request) => tokenOf(request) === 'token-2');
    });
  });

  it('still holds the account for as long as its Retry-After says', async () => {
    const { gateway, sms } = await withAnswers({}, cut(429, { 'Retry-After': '600' }));
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({
      outcome: 'unknown',
      retryAfter: 600_000,
    });
    expect(await errorOf(sms.send(message('later')))).toMatchObject({
      code: 'throttled',
      outcome: 'not-sent',
    });
    expect(gateway.sends).toBe(1);
  });

  it.each([401, 429])('with status %d is never repeated', async (status) => {
    const { gateway, sms } = await withAnswers(
      { auth: TOKEN_AUTH, retry: { attempts: 3, base: 0 } },
      cut(status),
    );
    expect((await outcomeOf(sms.send(message(TEXT)))).status).toBe('unknown');
    expect(gateway.sends).toBe(1);
  });

  it.each([401, 429])('of a login, with status %d, sends nothing', async (status) => {
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        await conversation.readRequest();
        await conversation.write(
          answer(REJECTION_BODY, { status }).subarray(0, headLength(ACCEPTANCE)),
        );
        conversation.fin();
      },
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    expect((await outcomeOf(sms.send(message(TEXT)))).status).toBe('not-sent');
    expect(gateway.sends).toBe(0);
  });
});

/** Resolves once the client has read the head of an answer. */
function headRead(): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      unsubscribe('undici:request:headers', done);
      resolve();
    };
    subscribe('undici:request:headers', done);
  });
}

function cutGzip(): Buffer {
  return gzipSync(acceptanceBody()).subarray(0, -12);
}
