import { setTimeout as sleep } from 'node:timers/promises';
import { ACCEPTANCE, acceptanceBody, answer } from './answers.js';
import { answerWell, RawGateway } from './raw-gateway.js';
import { isTrue, message, openAccount, type Outcome, outcomeOf } from '../support/account.js';
import { eventually } from '../support/eventually.js';

const SENDS = 200;
const AT_ONCE = 10;

describe('a connection that is kept open', () => {
  it('is reused', async () => {
    await using gateway = await RawGateway.listen();
    const { sms } = await openAccount({ baseUrl: gateway.url, maxConnections: 1 });
    for (let index = 0; index < 5; index += 1) await sms.send(message(`message ${index}`));
    expect(gateway.accepted).toBe(1);
  });

  it.each([
    ['closes', 'fin'],
    ['resets', 'rst'],
  ] as const)(
    'loses no message without saying so when the gateway %s it during a send',
    async (_what, how) => {
      await using gateway = await RawGateway.listen({
        script: async (conversation) => {
          await answerWell(conversation);
          await conversation.pause(Math.random() * 3);
          conversation[how]();
        },
      });
      const { sms } = await openAccount({ baseUrl: gateway.url, retry: { attempts: 3, base: 0 } });
      const outcomes: Outcome[] = [];
      const work = async (first: number): Promise<void> => {
        for (let index = first; index < SENDS; index += AT_ONCE) {
          outcomes[index] = await outcomeOf(sms.send(message(`message ${index}`)));
          await sleep(Math.random() * 3);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => work(first)));
      const lies = outcomes.filter(
        (outcome, index) => !isTrue(outcome, gateway.readWhole(`message ${index}`)),
      );
      expect(lies).toEqual([]);
      // Most sends are accepted: the race is narrow.
      expect(outcomes.filter(({ status }) => status === 'accepted').length).toBeGreaterThan(
        SENDS / 2,
      );
    },
  );

  it('is closed in time if the gateway says how long it keeps it', async () => {
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        await conversation.readRequest();
        await conversation.write(
          answer(acceptanceBody(), { headers: { 'Keep-Alive': 'timeout=1' } }),
        );
        await conversation.stall();
      },
    });
    const { sms } = await openAccount({ baseUrl: gateway.url });
    await sms.send(message('one'));
    await gateway.idle();
    expect((await outcomeOf(sms.send(message('two')))).status).toBe('accepted');
    expect(gateway.accepted).toBe(2);
  });

  it.each([
    ['an answer', ACCEPTANCE],
    ['an answer to nothing yet', answer(acceptanceBody('6666666666'))],
    ['a timeout notice', answer('', { status: 408, headers: { Connection: 'close' } })],
    ['garbage', Buffer.from('\0\0\0')],
  ])('is closed when %s arrives unasked, and answers no later send', async (_what, bytes) => {
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        await answerWell(conversation);
        // Once the exchange has ended on both sides.
        await conversation.pause(50);
        await conversation.write(bytes);
        await conversation.stall();
      },
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, maxConnections: 1 });
    await sms.send(message('one'));
    await eventually(() => gateway.openConnections === 0);
    const receipt = await sms.send(message('two'));
    expect(receipt.transactionId).not.toBe('6666666666');
    expect([gateway.accepted, gateway.readWhole('two')]).toEqual([2, 1]);
  });
});
