import { setTimeout as sleep } from 'node:timers/promises';
import { answer, YES, yesBody } from './answers.js';
import { closeApps, eventually, isTrue, message, openApp, outcomeOf } from './harness.js';
import { answerWell, RawGateway } from './raw-gateway.js';

const SENDS = 200;

afterEach(closeApps);

describe('a connection that is kept', () => {
  it('is used again', async () => {
    await using gateway = await RawGateway.listen();
    const { sms } = await openApp({ baseUrl: gateway.url, maxConnections: 1 });
    for (let index = 0; index < 5; index += 1) await sms.send(message(`message ${index}`));
    expect(gateway.accepted).toBe(1);
  });

  it.each([
    ['closes', 'fin'],
    ['resets', 'rst'],
  ] as const)(
    'is never the end of a message when the gateway %s it as we send',
    async (_what, how) => {
      await using gateway = await RawGateway.listen({
        script: async (conversation) => {
          await answerWell(conversation);
          await conversation.pause(Math.random() * 3);
          conversation[how]();
        },
      });
      const { sms } = await openApp({ baseUrl: gateway.url, retry: { attempts: 3, base: 0 } });
      const outcomes = [];
      for (let index = 0; index < SENDS; index += 1) {
        outcomes.push(await outcomeOf(sms.send(message(`message ${index}`))));
        await sleep(Math.random() * 3);
      }
      const lies = outcomes.filter(
        (outcome, index) => !isTrue(outcome, gateway.readWhole(`message ${index}`)),
      );
      expect(lies).toEqual([]);
      // Most pass: the race is narrow.
      expect(outcomes.filter(({ status }) => status === 'accepted').length).toBeGreaterThan(
        SENDS / 2,
      );
    },
  );

  it('is left where the gateway said how long it keeps it', async () => {
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        await conversation.readRequest();
        await conversation.write(answer(yesBody(), { headers: { 'Keep-Alive': 'timeout=1' } }));
        await conversation.stall();
      },
    });
    const { sms } = await openApp({ baseUrl: gateway.url });
    await sms.send(message('one'));
    await gateway.idle();
    expect((await outcomeOf(sms.send(message('two')))).status).toBe('accepted');
    expect(gateway.accepted).toBe(2);
  });

  it.each([
    ['an answer', YES],
    ['an answer to nothing yet', answer(yesBody('6666666666'))],
    ['a timeout notice', answer('', { status: 408, headers: { Connection: 'close' } })],
    ['garbage', Buffer.from('\0\0\0')],
  ])('is given up when %s comes unasked, and answers no later send', async (_what, bytes) => {
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        await answerWell(conversation);
        // A stranger's bytes, once the exchange is over on both sides.
        await conversation.pause(50);
        await conversation.write(bytes);
        await conversation.stall();
      },
    });
    const { sms } = await openApp({ baseUrl: gateway.url, maxConnections: 1 });
    await sms.send(message('one'));
    await eventually(() => gateway.openConnections === 0);
    const receipt = await sms.send(message('two'));
    expect(receipt.transactionId).not.toBe('6666666666');
    expect([gateway.accepted, gateway.readWhole('two')]).toEqual([2, 1]);
  });
});
