import { Agent } from 'undici';
import { acceptanceBody, answer } from './answers.js';
import type { Conversation } from './conversation.js';
import { RawGateway, type Script } from './raw-gateway.js';
import { message, openAccount, outcomeOf } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { type OwnClock, stopClocks } from '../support/clock.js';
import { eventually, Latch } from '../support/eventually.js';

const yes = (keepAlive?: number) =>
  answer(acceptanceBody(), {
    headers: keepAlive === undefined ? {} : { 'Keep-Alive': `timeout=${keepAlive}` },
  });

/** As a host or a NAT that has no such connection any more: says nothing, and resets what arrives. */
async function forget(conversation: Conversation): Promise<void> {
  await conversation.awaitRequest();
  conversation.rst();
}

/** Answers one request on each connection. */
const forgetful: Script = async (conversation) => {
  await conversation.readRequest();
  await conversation.write(yes());
  await forget(conversation);
};

/** Keeps its connections for an hour. */
const keeping: Script = async (conversation) => {
  for (;;) {
    await conversation.readRequest();
    await conversation.write(yes(3600));
  }
};

const FREEZES: [string, OwnClock[]][] = [
  ['frozen, so that only the calendar went on', ['Date']],
  ['blocked while the clock was set back', ['performance']],
  ['blocked', ['Date', 'performance']],
];

describe('a connection that the gateway has dropped', () => {
  it.each(FREEZES)('gets no send after the process was %s', async (_what, clocks) => {
    await using gateway = await RawGateway.listen({ script: forgetful });
    const { sms } = await openAccount({ baseUrl: gateway.url, maxConnections: 4 });
    const time = stopClocks();
    for (let count = 0; count < 5; count += 1) {
      expect(await outcomeOf(sms.send(message(`${count}`)))).toMatchObject({ status: 'accepted' });
      time.jump(4001, ...clocks);
    }
    expect([gateway.sends, gateway.accepted]).toEqual([5, 5]);
  });

  it('gets no send after the answer to another send has ended the silence', async () => {
    const late = new Latch();
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        const { body } = await conversation.readRequest();
        if (body.includes('slow')) await late.opened;
        await conversation.write(yes());
        await forget(conversation);
      },
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, maxConnections: 2 });
    const time = stopClocks();
    const slow = outcomeOf(sms.send(message('slow')));
    await eventually(() => gateway.sends === 1);
    await sms.send(message('quick'));
    time.jump(4001, 'Date');
    late.open();
    expect((await slow).status).toBe('accepted');
    expect((await outcomeOf(sms.send(message('next')))).status).toBe('accepted');
    expect(gateway.accepted).toBe(3);
  });
});

it('a request that is in progress during a silence gets its answer', async () => {
  const late = new Latch();
  await using gateway = await RawGateway.listen({
    script: async (conversation) => {
      const { body } = await conversation.readRequest();
      if (body.includes('slow')) await late.opened;
      await conversation.write(yes());
      await forget(conversation);
    },
  });
  const { sms } = await openAccount({ baseUrl: gateway.url });
  const time = stopClocks();
  const slow = outcomeOf(sms.send(message('slow')));
  await eventually(() => gateway.sends === 1);
  time.jump(10_000, 'Date');
  expect((await outcomeOf(sms.send(message('quick')))).status).toBe('accepted');
  late.open();
  expect((await slow).status).toBe('accepted');
});

it('connections that the gateway keeps for longer are reused for that long', async () => {
  await using gateway = await RawGateway.listen({ script: keeping });
  const { sms } = await openAccount({ baseUrl: gateway.url, maxConnections: 1 });
  const time = stopClocks();
  for (const silence of [0, 60_000, 3_598_000]) {
    time.jump(silence, 'Date');
    await sms.send(message());
  }
  expect(gateway.accepted).toBe(1);
  time.jump(3_598_001, 'Date');
  await sms.send(message());
  expect(gateway.accepted).toBe(2);
});

it("a user's own dispatcher keeps its connections", async () => {
  await using gateway = await RawGateway.listen({ script: keeping });
  const dispatcher = new Agent({ connections: 1 });
  afterThisTest(() => dispatcher.destroy());
  const { sms } = await openAccount({ baseUrl: gateway.url, dispatcher });
  const time = stopClocks();
  await sms.send(message('one'));
  time.jump(60_000, 'Date');
  await sms.send(message('two'));
  expect(gateway.accepted).toBe(1);
});
