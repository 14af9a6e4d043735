import { jest } from '@jest/globals';
import fc from 'fast-check';
import type { Pass } from '../../lib/core/pipeline/rate-window.js';
import type { SmsRateLimit } from '../../lib/index.js';
import { GateClock, type Guest } from './gate-clock.js';

interface Arrival {
  /** ms after the one before. */
  readonly after: number;
  readonly recipients: number;
}

/** The recipients that were granted in the stretch that ends with a time, itself included. */
function grantedBy(end: number, { perMs }: SmsRateLimit, guests: readonly Guest[]): number {
  return guests
    .filter(({ grantedAt }) => grantedAt! > end - perMs && grantedAt! <= end)
    .reduce((sum, { recipients }) => sum + recipients, 0);
}

async function play(rate: SmsRateLimit, arrivals: readonly Arrival[]): Promise<readonly Guest[]> {
  const clock = new GateClock(rate);
  try {
    const asked: Guest[] = [];
    for (const { after, recipients } of arrivals) {
      await clock.pass(after);
      asked.push(clock.ask(recipients));
    }
    const all = arrivals.reduce((sum, { recipients }) => sum + recipients, 0);
    await clock.pass(rate.perMs * (all + 1));
    // In the order in which they came.
    expect(clock.granted).toEqual(asked);
    return clock.granted;
  } finally {
    clock.close();
  }
}

/** The same arrivals, none with more recipients than the limit. */
function within(rate: SmsRateLimit, given: readonly Arrival[]): Arrival[] {
  return given.map(({ after, recipients }) => ({
    after,
    recipients: Math.min(recipients, rate.recipients),
  }));
}

const rates = fc.record({
  recipients: fc.integer({ min: 1, max: 10 }),
  perMs: fc.integer({ min: 1, max: 50 }),
});
const arrivals = (most: number): fc.Arbitrary<Arrival[]> =>
  fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: 15 }),
      recipients: fc.integer({ min: 1, max: most }),
    }),
    { minLength: 1, maxLength: 25 },
  );

describe('a rate limit', () => {
  it('makes no call wait longer than necessary', async () => {
    await fc.assert(
      fc.asyncProperty(rates, arrivals(10), async (rate, given) => {
        const granted = await play(rate, within(rate, given));
        granted.forEach((guest, index) => {
          const { askedAt, grantedAt, recipients } = guest;
          const before = granted.slice(0, index);
          if (grantedAt === askedAt || grantedAt === before.at(-1)?.grantedAt) return;
          // A millisecond before there was no room for it.
          const there = grantedBy(grantedAt! - 1, rate, before);
          expect(there + recipients).toBeGreaterThan(rate.recipients);
        });
      }),
    );
  });

  it('lets a send with more recipients than the limit pass alone, and makes the next one wait in proportion', async () => {
    await fc.assert(
      fc.asyncProperty(rates, arrivals(40), async (rate, given) => {
        const granted = await play(rate, given);
        granted.forEach(({ grantedAt, recipients }, index) => {
          expect(grantedBy(grantedAt!, rate, granted)).toBeLessThanOrEqual(
            Math.max(rate.recipients, recipients),
          );
          if (recipients <= rate.recipients || index === granted.length - 1) return;
          const pause = granted[index + 1]!.grantedAt! - grantedAt!;
          expect(pause).toBeGreaterThanOrEqual((rate.perMs * recipients) / rate.recipients);
        });
      }),
    );
  });
});

const ONE: SmsRateLimit = { recipients: 1, perMs: 1000 };

describe('the window of a send', () => {
  let clock: GateClock;

  beforeEach(() => {
    clock = new GateClock(ONE, undefined, 'held');
    for (const name of ['a', 'b']) clock.ask(1, { name });
  });

  afterEach(() => clock.close());

  /** How long the second one waits from now on. */
  async function waits(): Promise<number> {
    await clock.pass(0);
    for (let ms = 0; ; ms += 1) {
      if (clock.names.length === 2) return ms;
      await clock.pass(1);
    }
  }

  it('starts with its answer, because by then the gateway has received it', async () => {
    await clock.pass(5000);
    clock.start();
    await clock.pass(200);
    expect(clock.names).toEqual(['a']);
    clock.leave();
    expect(await waits()).toBe(1000);
  });

  it('starts a quarter of a window after the request if the answer takes longer', async () => {
    await clock.pass(5000);
    clock.start();
    expect(await waits()).toBe(1250);
    clock.leave();
  });

  it('starts a quarter of a window after the request if no answer comes, because it may still arrive', async () => {
    await clock.pass(5000);
    clock.start();
    await clock.pass(1);
    clock.leave('lost');
    expect(await waits()).toBe(1249);
  });

  it('starts with its answer if no start was reported', async () => {
    await clock.pass(5000);
    clock.leave();
    expect(await waits()).toBe(1000);
  });

  it('starts a quarter of a window after its end if neither start nor answer was reported', async () => {
    await clock.pass(5000);
    clock.leave('lost');
    expect(await waits()).toBe(1250);
  });

  it('does not start if nothing left', async () => {
    await clock.pass(5000);
    clock.leave('unused');
    expect(await waits()).toBe(0);
  });

  it('starts once the request was started, whatever is reported later', async () => {
    await clock.pass(0);
    clock.start();
    clock.leave('unused');
    expect(await waits()).toBe(1250);
  });

  it('starts once, however often the start is reported', async () => {
    await clock.pass(0);
    for (let times = 0; times < 3; times += 1) clock.start();
    clock.leave();
    expect(await waits()).toBe(1000);
    clock.ask(1, { name: 'c' });
    clock.start();
    clock.leave();
    await clock.pass(999);
    expect(clock.names).toEqual(['a', 'b']);
    await clock.pass(1);
    expect(clock.names).toEqual(['a', 'b', 'c']);
  });
});

describe('the gateway', () => {
  interface Journey extends Arrival {
    /** The part of the quarter of a stretch that the request is on its way. */
    readonly way: number;
    /** ms that the answer takes. */
    readonly back: number;
    /** After how many ms the app aborts it, if it does. The gateway receives it all the same. */
    readonly abortedAfter: number | null;
    /** Whether its start is reported. */
    readonly isReported: boolean;
  }

  const journeys = fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: 15 }),
      recipients: fc.constant(1),
      way: fc.double({ min: 0, max: 1, noNaN: true }),
      back: fc.integer({ min: 0, max: 100 }),
      abortedAfter: fc.option(fc.integer({ min: 0, max: 8 })),
      isReported: fc.boolean(),
    }),
    { minLength: 1, maxLength: 25 },
  );

  it('receives no more than the rate in any window, however long each request takes to arrive, even without an answer', async () => {
    await fc.assert(
      fc.asyncProperty(rates, journeys, async (rate, given) => {
        const arrivedAt: number[] = [];
        const ways: Journey[] = [...given];
        const clock = new GateClock(rate, undefined, (pass: Pass) => {
          const { way, back, abortedAfter, isReported } = ways.shift()!;
          if (isReported) pass.started();
          const onItsWay = Math.floor((way * rate.perMs) / 4);
          setTimeout(() => arrivedAt.push(performance.now()), onItsWay);
          const answered = onItsWay + back;
          const end = Math.min(answered, abortedAfter ?? Infinity);
          const how = end < answered ? 'lost' : 'answered';
          setTimeout(() => clock.gate.leave(pass, how), end);
        });
        for (const { after } of given) {
          await clock.pass(after);
          clock.ask(1);
        }
        await clock.pass(rate.perMs * 2 * (given.length + 1) + 200);
        clock.close();
        expect(arrivedAt).toHaveLength(given.length);
        for (const end of arrivedAt) {
          const got = arrivedAt.filter((time) => time > end - rate.perMs && time <= end);
          expect(got.length).toBeLessThanOrEqual(rate.recipients);
        }
      }),
    );
  });
});

it('sets no timer that is longer than Node.js allows', async () => {
  const clock = new GateClock({ recipients: 10, perMs: 86_400_000 });
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const DAY = 86_400_000;
  clock.ask(260, { name: 'big' });
  const waiting = clock.ask(1, { name: 'waiting', total: 10 * DAY });
  await clock.pass(20 * DAY);
  expect(waiting.refused).toBe('timeout, not-sent');
  clock.ask(1, { name: 'next', total: 10 * DAY });
  await clock.pass(6 * DAY - 1);
  expect(clock.names).toEqual(['big']);
  await clock.pass(1);
  expect(clock.names).toEqual(['big', 'next']);
  for (const [, ms] of timers.mock.calls) expect(ms).toBeLessThan(2 ** 31);
  timers.mockRestore();
  clock.close();
});

it('sets no timer while all places are taken, because a place that is left calls the next one', async () => {
  const clock = new GateClock({ recipients: 2, perMs: 1000 }, 1);
  for (const name of ['a', 'b']) clock.ask(1, { name });
  await clock.pass(0);
  const timers = jest.spyOn(globalThis, 'setTimeout');
  clock.start();
  await clock.pass(5000);
  expect(timers).not.toHaveBeenCalled();
  timers.mockRestore();
  clock.leave();
  await clock.pass(0);
  expect(clock.names).toEqual(['a', 'b']);
  clock.close();
});
