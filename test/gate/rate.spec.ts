import fc from 'fast-check';
import type { RateLimit } from '../../lib/account/send-gate.js';
import { GateClock, type Guest } from './gate-clock.js';

interface Arrival {
  /** ms after the one before. */
  readonly after: number;
  readonly recipients: number;
}

/** The recipients that were granted in the stretch that ends with a time, itself included. */
function grantedBy(end: number, { perMs }: RateLimit, guests: readonly Guest[]): number {
  return guests
    .filter(({ grantedAt }) => grantedAt! > end - perMs && grantedAt! <= end)
    .reduce((sum, { recipients }) => sum + recipients, 0);
}

async function play(rate: RateLimit, arrivals: readonly Arrival[]): Promise<readonly Guest[]> {
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
function within(rate: RateLimit, given: readonly Arrival[]): Arrival[] {
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
  it('is kept in every stretch, whatever comes when', async () => {
    await fc.assert(
      fc.asyncProperty(rates, arrivals(10), async (rate, given) => {
        const granted = await play(rate, within(rate, given));
        // A stretch that holds too many has one that ends with a grant and holds as many.
        for (const { grantedAt } of granted) {
          expect(grantedBy(grantedAt!, rate, granted)).toBeLessThanOrEqual(rate.recipients);
        }
      }),
    );
  });

  it('makes nobody wait for longer than it takes to keep it', async () => {
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

  it('lets a send with more recipients than the limit go alone, and the next after it has been paid for', async () => {
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

  it('is for recipients, not for sends', async () => {
    const clock = new GateClock({ recipients: 10, perMs: 1000 });
    for (const recipients of [4, 4, 2, 1, 9]) clock.ask(recipients);
    await clock.pass(999);
    expect(clock.granted.map(({ recipients }) => recipients)).toEqual([4, 4, 2]);
    await clock.pass(1);
    expect(clock.granted.map(({ recipients }) => recipients)).toEqual([4, 4, 2, 1, 9]);
    clock.close();
  });

  it('leaves no timer behind once those who waited have left', async () => {
    const clock = new GateClock({ recipients: 1, perMs: 1000 });
    clock.ask(1);
    const waiting = clock.ask(1);
    await clock.pass(10);
    waiting.scope.end('aborted');
    await clock.pass(0);
    expect(waiting.refused).toBe('aborted, not-sent');
    clock.close();
  });
});

describe('the time of a send', () => {
  it('counts from when its request is started, which a new connection may delay', async () => {
    const clock = new GateClock({ recipients: 1, perMs: 1000 }, undefined, false);
    for (const name of ['a', 'b']) clock.ask(1, { name });
    await clock.pass(5000);
    expect(clock.names).toEqual(['a']);
    clock.start();
    await clock.pass(999);
    expect(clock.names).toEqual(['a']);
    await clock.pass(1);
    expect(clock.names).toEqual(['a', 'b']);
    clock.close();
  });

  it('counts from its end where nothing told of a start', async () => {
    const clock = new GateClock({ recipients: 1, perMs: 1000 }, undefined, false);
    for (const name of ['a', 'b']) clock.ask(1, { name });
    await clock.pass(5000);
    clock.leave();
    await clock.pass(999);
    expect(clock.names).toEqual(['a']);
    await clock.pass(1);
    expect(clock.names).toEqual(['a', 'b']);
    clock.close();
  });

  it('counts once, however often it is told of', async () => {
    const clock = new GateClock({ recipients: 2, perMs: 1000 }, undefined, false);
    for (const name of ['a', 'b', 'c', 'd', 'e']) clock.ask(1, { name });
    await clock.pass(0);
    for (const back of [0, 0, 1, 1]) clock.start(back);
    await clock.pass(1000);
    expect(clock.names).toEqual(['a', 'b', 'c', 'd']);
    for (const back of [0, 1]) clock.start(back);
    await clock.pass(1000);
    expect(clock.names).toEqual(['a', 'b', 'c', 'd', 'e']);
    clock.start();
    await clock.pass(1000);
    clock.close();
  });
});
