import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  OnSms,
  type SmsEvent,
  SmsGatewayError,
  SmsGatewayModule,
  SmsGuardError,
  type SmsReceipt,
  SmsService,
} from '../../lib/index.js';
import { instrumentSms } from '../../lib/extras/opentelemetry/index.js';
import { message, NUMBER, TOKEN_AUTH } from '../support/account.js';
import { makeDice } from '../../simulator/faults/dice.js';
import { RawGateway } from '../faults/raw-gateway.js';
import { stormScript } from '../faults/storm-script.js';
import { Telemetry } from '../opentelemetry/telemetry.js';

const SENDS = 1000;
const AT_ONCE = 32;

@Injectable()
class Handler {
  readonly outcomes: string[] = [];

  @OnSms('accepted', 'not-sent', 'unknown', 'held')
  async keep({ type }: SmsEvent): Promise<void> {
    await sleep(1);
    this.outcomes.push(type);
    throw new Error('A handler that fails');
  }
}

/** Most are in reach, one is out of it, and one is of a country that is not allowed. */
const numbers = [...Array.from({ length: 8 }, () => NUMBER), '12015550123', '447911123456'];

// The quiet hours are all day.
const HIGH = { priority: 'high' } as const;

const ignore = () => undefined;

const outcomeOf = async (send: Promise<SmsReceipt>): Promise<string> => {
  try {
    return (await send).held.length > 0 ? 'held' : 'accepted';
  } catch (error) {
    if (error instanceof SmsGatewayError) return error.outcome;
    throw error;
  }
};

const counted = (words: readonly unknown[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const word of words) counts[String(word)] = (counts[String(word)] ?? 0) + 1;
  return counts;
};

/** Whether the app itself did not keep the message back. */
function isGiven({ type, ...event }: SmsEvent): boolean {
  return type !== 'held' && !('error' in event && event.error instanceof SmsGuardError);
}

it('in a storm with all limits on, no outcome is lost in handlers, spans and metrics', async () => {
  const telemetry = new Telemetry();
  const stop = instrumentSms();
  await using gateway = await RawGateway.listen();
  gateway.script = stormScript(gateway, makeDice(7));
  const module = await Test.createTestingModule({
    imports: [
      SmsGatewayModule.forRoot({
        baseUrl: gateway.url,
        auth: { ...TOKEN_AUTH, cooldown: 5 },
        timeout: { connect: 2000, attempt: 1000, total: 20_000 },
        retry: { attempts: 3, base: 5, budget: 1_000_000 },
        maxConnections: 16,
        drain: 20,
        breaker: { failures: 200, halfOpenAfter: 5 },
        reach: { only: ['91*', '44*'] },
        guard: { countries: ['IN', 'US'], perRecipient: { count: 700, perMs: 60_000 } },
        quiet: { from: '00:00', to: '23:59', timeZone: 'UTC' },
      }),
    ],
    providers: [Handler],
  })
    // What the handlers throw would be logged.
    .setLogger({ log: ignore, warn: ignore, error: ignore })
    .compile();
  await module.init();
  const sms = module.get(SmsService);
  const events: SmsEvent[] = [];
  let completed = false;
  sms.events$.subscribe({
    next: (event) => void events.push(event),
    complete: () => (completed = true),
  });
  const outcomes: string[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next++ < SENDS) {
      const to = numbers[next % numbers.length]!;
      const { text } = message(`message ${next}`);
      outcomes.push(await outcomeOf(sms.send({ to, text }, HIGH)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const last = Array.from({ length: AT_ONCE }, () => outcomeOf(sms.send(message('last'), HIGH)));
  await sleep(5);
  await module.close();
  outcomes.push(...(await Promise.all(last)));

  const expected = counted(outcomes);
  expect(outcomes).toHaveLength(SENDS + AT_ONCE);
  expect(Object.keys(expected).toSorted()).toEqual(['accepted', 'held', 'not-sent', 'unknown']);
  const ended = events.filter(({ type }) => type !== 'retry' && type !== 'login');
  expect(counted(module.get(Handler).outcomes)).toEqual(expected);
  expect(completed).toBe(true);
  const spans = telemetry.spans.filter(({ name }) => name === 'send default');
  expect(counted(spans.map(({ attributes }) => attributes['sms.outcome']))).toEqual(expected);
  const points = await telemetry.points();
  const total = (name: string): number =>
    (points[name] ?? []).reduce((sum, { value }) => sum + Number(value), 0);
  expect(total('messaging.client.sent.messages')).toBe(ended.filter(isGiven).length);
  // Whatever began has ended.
  expect(telemetry.spans).toHaveLength(telemetry.begun);
  expect(total('sms.retries')).toBeGreaterThan(10);
  await gateway.idle();
  stop();
  await telemetry.shutdown();
}, 120_000);
