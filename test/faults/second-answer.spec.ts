import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Agent } from 'undici';
import type { SmsGatewayOptions } from '../../lib/index.js';
import { acceptanceBody, answer, TOKEN } from './answers.js';
import type { Conversation } from './conversation.js';
import { formFields, type HttpRequest } from './http-request.js';
import { RawGateway, type Script } from './raw-gateway.js';
import { GENEROUS, openAccount, type Outcome, outcomeOf, TOKEN_AUTH } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { afterThisTest } from '../support/clean-up.js';

const SENDS = 12;

/** A dispatcher of the user's, closed after the test. */
function agentWith(connections: number): Agent {
  const agent = new Agent({ connections });
  afterThisTest(() => agent.destroy());
  return agent;
}

const WAYS: [string, (connections: number) => Partial<SmsGatewayOptions>][] = [
  ["the package's own pool", (maxConnections) => ({ maxConnections })],
  ["a user's Agent", (connections) => ({ dispatcher: agentWith(connections) })],
];

const numberOf = (index: number): string => `91987654${3210 + index}`;

/** An acceptance with the request's own number, and a transactionId made of its text. */
function yesTo(request: HttpRequest): Buffer {
  const { mobile = '', msg = '' } = formFields(request);
  return answer(JSON.stringify({ ...JSON.parse(acceptanceBody(`10${msg}`)), mobile }));
}

const well: Script = async (conversation) => {
  for (;;) await conversation.write(yesTo(await conversation.readRequest()));
};

const logsIn: Script = async (conversation) => {
  for (;;) {
    const request = await conversation.readRequest();
    await conversation.write(request.path === '/me/' ? TOKEN : yesTo(request));
  }
};

const page: Script = async (conversation) => {
  await conversation.readRequest();
  await conversation.write(answer('<html>'));
  await conversation.stall();
};

describe.each(WAYS)('a second answer to one request, over %s', (_way, over) => {
  it.each<[string, Script]>([
    [
      'together with the first one',
      async (conversation) => {
        const yes = yesTo(await conversation.readRequest());
        await conversation.write(Buffer.concat([yes, yes]));
        await well(conversation);
      },
    ],
    [
      'some time later',
      async (conversation) => {
        const yes = yesTo(await conversation.readRequest());
        await conversation.write(yes);
        await conversation.pause(5);
        await conversation.write(yes);
        await well(conversation);
      },
    ],
    [
      'during the next request, which shifts all later answers',
      async (conversation) => {
        let last = yesTo(await conversation.readRequest());
        await conversation.write(last);
        for (;;) {
          await conversation.awaitRequest();
          await conversation.write(last);
          last = yesTo(await conversation.readRequest());
        }
      },
    ],
  ])('%s is never taken for the answer to another send', async (_when, script) => {
    await using gateway = await RawGateway.listen({ script });
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      ...over(2),
      timeout: { attempt: GENEROUS },
    });
    const seen = [];
    for (let index = 0; index < SENDS; index += 1) {
      const outcome = await outcomeOf(sms.send({ to: numberOf(index), text: `${index}` }));
      if (outcome.status !== 'accepted') seen.push(outcome.status);
      else seen.push(outcome.receipt.transactionId === `10${index}` ? 'its own' : 'another');
    }
    expect(seen.filter((what) => what !== 'its own' && what !== 'unknown')).toEqual([]);
    // Each connection answers one request before it is found out.
    expect(seen.filter((what) => what === 'its own').length).toBeGreaterThanOrEqual(SENDS / 2);
  });

  it.each<[string, (request: HttpRequest) => Buffer]>([
    ['yes', yesTo],
    ['HTTP 429', () => answer('', { status: 429 })],
    ['HTTP 401', () => answer('', { status: 401 })],
    ['HTTP 503', () => answer('', { status: 503 })],
  ])(
    'costs one send its answer, and the real one, %s, is not read by the send after it',
    async (_which, real) => {
      let connections = 0;
      await using gateway = await RawGateway.listen({
        script: async (conversation) => {
          connections += 1;
          if (connections > 1) return well(conversation);
          const first = yesTo(await conversation.readRequest());
          await conversation.write(first);
          await conversation.awaitRequest();
          await conversation.write(first);
          const second = await conversation.readRequest();
          await conversation.awaitRequest();
          await conversation.write(real(second));
          await well(conversation);
        },
      });
      const { sms } = await openAccount({
        baseUrl: gateway.url,
        retry: { attempts: 3, base: 0 },
        ...over(1),
      });
      const outcomes: Outcome[] = [];
      for (let index = 0; index < 4; index += 1) {
        outcomes.push(await outcomeOf(sms.send({ to: numberOf(index), text: `${index}` })));
      }
      expect(outcomes).toMatchObject([
        { status: 'accepted', receipt: { transactionId: '100' } },
        { status: 'unknown', error: { code: 'answer-mismatched' } },
        { status: 'accepted', receipt: { transactionId: '102' } },
        { status: 'accepted', receipt: { transactionId: '103' } },
      ]);
      expect([0, 1, 2, 3].map((index) => gateway.readWhole(`${index}`))).not.toContain(2);
    },
  );

  it.each<[string, Buffer]>([
    ['the acceptance of a send', answer(acceptanceBody())],
    ['a page', answer('<html>')],
  ])('that a login reads, %s, closes the connection', async (_what, extra) => {
    await using gateway = await RawGateway.listen({ script: (each) => shifted(each, extra) });
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      auth: { ...TOKEN_AUTH, cooldown: 0 },
      ...over(1),
    });
    const outcome = await outcomeOf(sms.send({ to: numberOf(0), text: '0' }));
    expect(outcome).toMatchObject({ status: 'not-sent', error: { code: 'login-unusable' } });
    gateway.script = logsIn;
    expect((await outcomeOf(sms.send({ to: numberOf(1), text: '1' }))).status).toBe('accepted');
    expect(gateway.accepted).toBeGreaterThan(1);
  });

  it('that a send reads, a token, closes the connection', async () => {
    await using gateway = await RawGateway.listen({ script: (each) => shifted(each, TOKEN) });
    const { sms } = await openAccount({ baseUrl: gateway.url, ...over(1) });
    const outcome = await outcomeOf(sms.send({ to: numberOf(0), text: '0' }));
    expect(outcome).toMatchObject({ status: 'unknown', error: { code: 'answer-mismatched' } });
    gateway.script = well;
    expect((await outcomeOf(sms.send({ to: numberOf(1), text: '1' }))).status).toBe('accepted');
    expect(gateway.accepted).toBeGreaterThan(1);
  });
});

describe("a user's dispatcher that brought the answer to another request", () => {
  it('keeps no connection open from then on, with one warning', async () => {
    const warnings = jest.fn();
    await using gateway = await RawGateway.listen({ script: (each) => shifted(each, TOKEN) });
    const { sms } = await openAccount({ baseUrl: gateway.url, dispatcher: agentWith(1) });
    Logger.overrideLogger({ log: () => undefined, error: () => undefined, warn: warnings });
    await outcomeOf(sms.send({ to: numberOf(0), text: '0' }));
    gateway.script = well;
    for (const index of [1, 2]) {
      const outcome = await outcomeOf(sms.send({ to: numberOf(index), text: `${index}` }));
      expect(outcome.status).toBe('accepted');
    }
    await eventually(() => gateway.openConnections === 0);
    expect(gateway.accepted).toBe(3);
    gateway.script = (each) => shifted(each, TOKEN);
    await outcomeOf(sms.send({ to: numberOf(3), text: '3' }));
    const about = warnings.mock.calls.filter(([text]) => String(text).includes('dispatcher'));
    expect(about).toHaveLength(1);
  });

  it('keeps its connections after an answer that proves nothing, except that one', async () => {
    await using gateway = await RawGateway.listen({ script: page });
    const { sms } = await openAccount({ baseUrl: gateway.url, dispatcher: agentWith(1) });
    await outcomeOf(sms.send({ to: numberOf(0), text: '0' }));
    gateway.script = well;
    expect((await outcomeOf(sms.send({ to: numberOf(1), text: '1' }))).status).toBe('accepted');
    expect(gateway.accepted).toBe(2);
    expect(gateway.requests.map(({ headers }) => headers['connection'])).toEqual([
      'keep-alive',
      'keep-alive',
    ]);
  });
});

/** Answers the first request with something else before it reads it. */
async function shifted(conversation: Conversation, extra: Buffer): Promise<void> {
  await conversation.awaitRequest();
  await conversation.write(extra);
  await conversation.readRequest();
  await conversation.stall();
}
