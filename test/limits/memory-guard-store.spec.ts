import type { SmsGuardCount } from '../../lib/index.js';
import { MemoryGuardStore } from '../../lib/core/limits/memory-guard-store.js';
import { holdTimers } from '../support/clock.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const count = (key: string, more: Partial<SmsGuardCount> = {}): SmsGuardCount => ({
  key,
  amount: 1,
  limit: 2,
  windowMs: 10 * MINUTE,
  ...more,
});

/** Whether a store takes a count. */
async function takes(store: MemoryGuardStore, ...counts: SmsGuardCount[]): Promise<boolean> {
  return (await store.take(counts)).over.length === 0;
}

describe('counts in memory', () => {
  it('never exceed their limit in any window, and are free again at the time they said', async () => {
    const clock = holdTimers();
    const store = new MemoryGuardStore();
    // Late in a bucket.
    await clock.pass(2000);
    expect(await takes(store, count('a'))).toBe(true);
    await clock.pass(4 * MINUTE);
    expect(await takes(store, count('a'))).toBe(true);
    const { over } = await store.take([count('a')]);
    const [refused] = over;
    expect(refused?.retryAfter).toBeGreaterThanOrEqual(6 * MINUTE);
    // Longer by one bucket at most.
    expect(refused?.retryAfter).toBeLessThanOrEqual(6 * MINUTE + (10 * MINUTE) / 288 + 1);
    await clock.pass(refused!.retryAfter - 1);
    expect(await takes(store, count('a'))).toBe(false);
    await clock.pass(1);
    expect(await takes(store, count('a'))).toBe(true);
    expect(await takes(store, count('a'))).toBe(false);
  });

  it('are all taken or none', async () => {
    const store = new MemoryGuardStore();
    await store.take([count('full', { limit: 1 })]);
    const { over } = await store.take([count('a'), count('full', { limit: 1 }), count('b')]);
    expect(over.map(({ index }) => index)).toEqual([1]);
    expect(await takes(store, count('a', { amount: 2 }), count('b', { amount: 2 }))).toBe(true);
  });

  it('can be given back', async () => {
    const store = new MemoryGuardStore();
    const counts = [count('a', { amount: 2 }), count('b')];
    const { stamps } = await store.take(counts);
    expect(await takes(store, count('a'))).toBe(false);
    await store.giveBack(counts, stamps);
    expect(store.size).toBe(0);
    expect(await takes(store, count('a', { amount: 2 }))).toBe(true);
  });

  it('need bounded memory for a day: a bucket for every five minutes', async () => {
    const clock = holdTimers();
    const store = new MemoryGuardStore();
    const day = count('day', { limit: 1000, windowMs: DAY });
    // Every minute of a day, and the limit is reached after 1,000 of its 1,440.
    let taken = 0;
    for (let minute = 0; minute < 1440; minute += 1) {
      if (await takes(store, day)) taken += 1;
      await clock.pass(MINUTE);
    }
    expect(taken).toBe(1000);
    await clock.pass(10 * MINUTE);
    expect(await takes(store, day)).toBe(true);
  });

  it('of the day survive a send with more numbers than there is room for', async () => {
    const store = new MemoryGuardStore(2);
    const day = count('day', { amount: 5, limit: 10, windowMs: DAY });
    for (const send of ['first', 'second']) {
      const numbers = [1, 2, 3, 4, 5].map((index) => count(`${send} ${index}`));
      expect(await takes(store, ...numbers, day)).toBe(true);
    }
    expect(await takes(store, { ...day, amount: 1 })).toBe(false);
  });

  it('are bounded: what was idle longest is forgotten first', async () => {
    const store = new MemoryGuardStore(2);
    for (const key of ['a', 'b', 'c', 'a']) await store.take([count(key)]);
    for (const key of ['d', 'e']) await store.take([count(key)]);
    expect(store.size).toBeLessThanOrEqual(4);
    expect(await takes(store, count('a'))).toBe(false);
    expect(await takes(store, count('b', { amount: 2 }))).toBe(true);
    expect(store.size).toBeLessThanOrEqual(4);
  });
});
