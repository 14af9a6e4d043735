import { jest } from '@jest/globals';
import { Agent, buildConnector } from 'undici';
import type { SmsGatewayOptions } from '../../lib/index.js';
import { ACCEPTANCE } from './answers.js';
import type { Conversation } from './conversation.js';
import { RawGateway } from './raw-gateway.js';
import { message, openAccount, outcomeOf, PAST_THE_TEST } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { holdTimers, stopClocks } from '../support/clock.js';
import { eventually } from '../support/eventually.js';

const ATTEMPT = 1000;

/** An account whose gateway answers only while the process is frozen. */
async function open(options: Partial<SmsGatewayOptions> = {}) {
  const asked: Conversation[] = [];
  const gateway = await RawGateway.listen({
    script: async (conversation) => {
      for (;;) {
        await conversation.readRequest();
        asked.push(conversation);
      }
    },
  });
  afterThisTest(() => gateway.close());
  const { sms } = await openAccount({
    baseUrl: gateway.url,
    timeout: { attempt: ATTEMPT, total: PAST_THE_TEST },
    retry: { attempts: 1 },
    ...options,
  });
  holdTimers(['setTimeout', 'clearTimeout']);
  const clocks = stopClocks();
  const send = (text: string) =>
    outcomeOf(sms.send(message(text))).then((outcome) =>
      outcome.status === 'accepted' ? 'accepted' : `${outcome.status}: ${outcome.error.code}`,
    );
  /** Lets the gateway answer some requests, and time pass, before this process goes on. */
  const freeze = async (ms: number, answered = asked): Promise<void> => {
    // Here, as after a timer, sockets are read before the next immediate runs.
    await new Promise((resolve) => setImmediate(resolve));
    for (const conversation of answered) void conversation.write(ACCEPTANCE);
    clocks.jump(ms, 'performance');
    jest.advanceTimersByTime(ms);
  };
  return { gateway, asked, send, freeze };
}

describe('a process that was frozen for longer than timeout.attempt', () => {
  it('reads the answers that came meanwhile, before it gives up the rest', async () => {
    const { gateway, asked, send, freeze } = await open();
    const sends = ['one', 'two', 'three'].map(send);
    await eventually(() => gateway.sends === 3);
    await freeze(ATTEMPT + 501, asked.slice(0, 2));
    expect((await Promise.all(sends)).toSorted()).toEqual([
      'accepted',
      'accepted',
      'unknown: timeout',
    ]);
  });

  it('gives up at once if it was on time', async () => {
    const { gateway, send, freeze } = await open();
    const sending = send('one');
    await eventually(() => gateway.sends === 1);
    await freeze(ATTEMPT + 500);
    expect(await sending).toBe('unknown: timeout');
  });

  it('begins no request after its time, even if a connection opens before that is noticed', async () => {
    const connect = buildConnector({});
    let opens: (() => void) | undefined;
    const dispatcher = new Agent({
      connect: (options, opened) =>
        connect(options, (...result) => {
          opens = () => opened(...result);
        }),
    });
    afterThisTest(() => dispatcher.destroy());
    const timeout = { attempt: ATTEMPT, total: ATTEMPT };
    const { gateway, send, freeze } = await open({ timeout, dispatcher });
    const sending = send('waits');
    await eventually(() => opens !== undefined);
    await freeze(ATTEMPT + 501);
    opens?.();
    expect(await sending).toBe('not-sent: timeout');
    expect(gateway.readWhole('waits')).toBe(0);
  });
});
