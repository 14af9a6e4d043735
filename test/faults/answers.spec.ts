import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { SmsGatewayOptions } from '../../lib/index.js';
import { ACCEPTANCE, acceptanceBody, answer, REJECTION_BODY } from './answers.js';
import type { Conversation } from './conversation.js';
import { RawGateway } from './raw-gateway.js';
import { holdTimers } from '../support/clock.js';
import {
  errorOf,
  message,
  openAccount,
  type Outcome,
  outcomeOf,
  PAST_THE_TEST,
} from '../support/account.js';

const TEXT = 'a message with an unusual answer';

interface Told {
  readonly outcome: Outcome;
  readonly readWhole: number;
  /** Connections in all. */
  readonly connections: number;
}

/** Sends once to a gateway that answers by a script. */
async function sendTo(
  respond: (conversation: Conversation) => Promise<void> | void,
  options: Partial<SmsGatewayOptions> = {},
): Promise<Told> {
  await using gateway = await RawGateway.listen({
    script: async (conversation) => {
      await conversation.readRequest();
      await respond(conversation);
    },
  });
  const app = await openAccount({
    baseUrl: gateway.url,
    retry: { attempts: 3, base: 0 },
    ...options,
  });
  const outcome = await outcomeOf(app.sms.send(message(TEXT)));
  await app.close();
  expect(gateway.problems).toEqual([]);
  return { outcome, readWhole: gateway.readWhole(TEXT), connections: gateway.accepted };
}

const sendAnswered = (bytes: string | Buffer, options?: Partial<SmsGatewayOptions>) =>
  sendTo((conversation) => conversation.write(bytes), options);

const ended = (bytes: string | Buffer) =>
  sendTo(async (conversation) => {
    await conversation.write(bytes);
    conversation.fin();
  });

function chunked(parts: readonly string[], { trailer = '' } = {}): string {
  const body = parts
    .map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`)
    .join('');
  return `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}0\r\n${trailer}\r\n`;
}

const ACCEPTED = { outcome: { status: 'accepted' }, readWhole: 1, connections: 1 };
const failed = (status: 'not-sent' | 'unknown', error: object) => ({
  outcome: { status, error },
  readWhole: 1,
  connections: 1,
});

describe('a complete answer', () => {
  it.each([
    ['in chunks', chunked([...acceptanceBody()])],
    ['in chunks with trailers', chunked([acceptanceBody()], { trailer: 'X-Sum: 1\r\n' })],
    ['after early hints', `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${ACCEPTANCE.toString()}`],
    ['after two informational ones', `HTTP/1.1 102 Wait\r\n\r\n`.repeat(2) + ACCEPTANCE.toString()],
    ['followed by bytes', `${ACCEPTANCE.toString()}\0\0 garbage`],
    ['followed by a second answer', ACCEPTANCE.toString().repeat(2)],
    ['of another type', answer(acceptanceBody(), { headers: { 'Content-Type': 'text/html' } })],
    ['that closes the connection', answer(acceptanceBody(), { headers: { Connection: 'close' } })],
    ['with status 201', answer(acceptanceBody(), { status: 201 })],
    ['compressed', compressed('gzip', gzipSync(acceptanceBody()))],
    ['compressed with deflate', compressed('deflate', deflateSync(acceptanceBody()))],
    ['compressed with Brotli', compressed(' BR', brotliCompressSync(acceptanceBody()))],
    ['that names no compression', compressed('identity', Buffer.from(acceptanceBody()))],
  ])('counts %s', async (_how, bytes) => {
    expect(await sendAnswered(bytes)).toMatchObject(ACCEPTED);
  });

  it.each([
    ['HTTP/1.0 and no length', `HTTP/1.0 200 OK\r\n\r\n${acceptanceBody()}`],
    ['HTTP/1.1 and no length', `HTTP/1.1 200 OK\r\n\r\n${acceptanceBody()}`],
    ['HTTP/1.0 and a length', ACCEPTANCE.toString().replace('HTTP/1.1', 'HTTP/1.0')],
  ])('counts with %s', async (_how, bytes) => {
    expect(await ended(bytes)).toMatchObject(ACCEPTED);
  });

  it('counts if it arrives byte by byte', async () => {
    const told = await sendTo((conversation) => conversation.drip(ACCEPTANCE, 0));
    expect(told).toMatchObject(ACCEPTED);
  });

  it('counts if it arrives before the request is read', async () => {
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        await conversation.awaitRequest();
        await conversation.write(answer('', { status: 429 }));
        await conversation.readRequest();
      },
    });
    const { sms } = await openAccount({ baseUrl: gateway.url });
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({
      code: 'throttled',
      outcome: 'not-sent',
    });
  });

  it.each([
    [300, 'unknown', 'redirected'],
    [307, 'unknown', 'redirected'],
    [500, 'unknown', 'gateway-failed'],
    [503, 'unknown', 'gateway-failed'],
    // Here only the body would have proved it.
    [200, 'unknown', 'connection-lost'],
    [400, 'unknown', 'connection-lost'],
    [404, 'unknown', 'connection-lost'],
  ])(
    'counts with status %d as %s, even if it is cut after its head',
    async (status, outcome, code) => {
      const head = answer(REJECTION_BODY, { status }).subarray(0, -10);
      expect((await ended(head)).outcome).toMatchObject({ status: outcome, error: { code } });
    },
  );
});

describe('an answer that proves nothing', () => {
  it.each([
    ['nothing', answer(''), 'answer-unclear'],
    ['nothing, said to be compressed', compressed('br', Buffer.alloc(0)), 'answer-unclear'],
    ['no content', 'HTTP/1.1 204 No Content\r\n\r\n', 'answer-unclear'],
    ['a promise to go on', 'HTTP/1.1 100 Continue\r\n\r\n', 'connection-lost'],
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      'connection-lost',
    ],
    [
      'two lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
      'connection-lost',
    ],
    [
      'an invalid chunk',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'connection-lost',
    ],
    [
      'an endless head',
      `HTTP/1.1 200 OK\r\n${'X-Long: 1234567890\r\n'.repeat(3000)}`,
      'connection-lost',
    ],
  ])('is unknown and not repeated: %s', async (_what, bytes, code) => {
    expect(await sendAnswered(bytes)).toMatchObject(failed('unknown', { code, retryable: false }));
  });

  it.each([
    ['garbage', compressed('gzip', Buffer.from('this is no gzip'))],
    ['a cut stream', compressed('gzip', gzipSync(acceptanceBody()).subarray(0, -12))],
    ['an unknown encoding', compressed('snappy', deflateSync(acceptanceBody()))],
    ['the name of a method', compressed('constructor', deflateSync(acceptanceBody()))],
    ['two encodings', compressed('deflate, br', brotliCompressSync(deflateSync(acceptanceBody())))],
  ])('is unreadable, and no crash, if its Content-Encoding has %s', async (_what, bytes) => {
    expect(await sendAnswered(bytes)).toMatchObject(
      failed('unknown', { name: 'SmsResponseError', code: 'answer-unreadable', httpStatus: 200 }),
    );
  });

  it.each(['utf-8', 'none', 'constructor'])(
    'is read without decoding if it is JSON and its Content-Encoding is %s, which is not an encoding',
    async (encoding) => {
      const told = await sendAnswered(compressed(encoding, Buffer.from(acceptanceBody())));
      expect(told.outcome).toMatchObject({ status: 'accepted' });
    },
  );
});

describe('an endless answer', () => {
  const TOO_LARGE = failed('unknown', { name: 'SmsResponseError', code: 'answer-too-large' });
  const LIMIT = { maxAnswerBytes: 10_000 };

  it('is abandoned at the limit, and its connection closed', async () => {
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        await conversation.readRequest();
        await conversation.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        for (;;) await conversation.write(`400\r\n${'x'.repeat(1024)}\r\n`);
      },
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, ...LIMIT });
    const error = await errorOf(sms.send(message(TEXT)));
    expect(error).toMatchObject({ code: 'answer-too-large', outcome: 'unknown' });
    // Neither the account nor the gateway has closed it yet.
    await gateway.idle();
    expect(gateway.requests).toHaveLength(1);
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(2_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(2_000_000))],
  ])('is abandoned if it is compressed by %s', async (encoding, packed) => {
    const options = { maxAnswerBytes: Math.max(packed.length, 10_000) };
    expect(await sendAnswered(compressed(encoding, packed), options)).toMatchObject(TOO_LARGE);
  });

  it('of exactly the limit is read', async () => {
    const bytes = acceptanceBody();
    const options = { maxAnswerBytes: Buffer.byteLength(bytes) };
    expect(await sendAnswered(answer(bytes), options)).toMatchObject(ACCEPTED);
    const tighter = { maxAnswerBytes: options.maxAnswerBytes - 1 };
    expect(await sendAnswered(answer(bytes), tighter)).toMatchObject(TOO_LARGE);
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('with status %i is not followed', async (status) => {
    await using elsewhere = await RawGateway.listen();
    const headers = { Location: `${elsewhere.url}/SMSApi/send` };
    const told = await sendAnswered(answer('', { status, headers }));
    expect(told).toMatchObject(failed('unknown', { code: 'redirected', retryable: false }));
    expect(elsewhere.accepted).toBe(0);
  });

  it('to the gateway itself is not followed either', async () => {
    const headers = { Location: '/SMSApi/send' };
    const told = await sendAnswered(answer('', { status: 308, headers }));
    expect(told).toMatchObject(failed('unknown', { code: 'redirected' }));
  });

  it('of a login sends no credentials elsewhere', async () => {
    await using elsewhere = await RawGateway.listen();
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        await conversation.readRequest();
        const headers = { Location: `${elsewhere.url}/me/` };
        await conversation.write(answer('', { status: 307, headers }));
      },
    });
    const auth = { method: 'token', userId: 'acme', password: 'secret' } as const;
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    expect(await errorOf(sms.send(message(TEXT)))).toMatchObject({
      code: 'redirected',
      outcome: 'not-sent',
    });
    expect(elsewhere.accepted).toBe(0);
    expect(gateway.logins).toBe(1);
  });
});

describe('an answer that never ends', () => {
  it.each([
    ['attempt', { attempt: 300, total: PAST_THE_TEST }],
    ['total', { attempt: PAST_THE_TEST, total: 300 }],
  ])(
    'is abandoned after timeout.%s although its bytes keep coming, and the error names it',
    async (name, timeout) => {
      const timers = holdTimers();
      const told = await sendTo(
        async (conversation) => {
          await conversation.write(ACCEPTANCE.subarray(0, 10));
          await timers.pass(299);
          await conversation.write(ACCEPTANCE.subarray(10, 20));
          await timers.pass(1);
          await conversation.stall();
        },
        { timeout },
      );
      const text = `timeout.${name} (300 ms) passed before the gateway answered.`;
      const said: unknown = expect.stringContaining(text);
      expect(told).toMatchObject(failed('unknown', { code: 'timeout', message: said }));
    },
  );
});

function compressed(encoding: string, body: Buffer): Buffer {
  return answer(body, { headers: { 'Content-Encoding': encoding } });
}
