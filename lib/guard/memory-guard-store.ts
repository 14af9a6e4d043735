import {
  type SmsGuardCount,
  type SmsGuardStore,
  type SmsGuardTake,
  stampOf,
} from './guard-store.js';

/** The most counts that are kept. */
const MOST_KEYS = 100_000;

/** How much was added, by the time until which it counts: at most 289 entries, oldest first. */
type Buckets = Map<number, number>;

/**
 * Counts in this process, by a clock that setting the system's time does not change. If there are
 * too many counts, those that were idle longest are forgotten.
 */
export class MemoryGuardStore implements SmsGuardStore {
  /** In the order of their last use. */
  private readonly counts = new Map<string, Buckets>();

  constructor(private readonly mostKeys = MOST_KEYS) {}

  /** How many counts are kept. */
  get size(): number {
    return this.counts.size;
  }

  take(counts: readonly SmsGuardCount[]): Promise<SmsGuardTake> {
    const now = performance.now();
    const stamps = counts.map(({ windowMs }) => stampOf(now, windowMs));
    const over = counts.flatMap((count, index) => {
      const free = this.freeAt(count, now);
      return free === undefined ? [] : [{ index, retryAfter: Math.ceil(free - now) }];
    });
    if (over.length === 0) {
      for (const [index, { key, amount }] of counts.entries()) this.add(key, stamps[index], amount);
      this.forget(now);
    }
    return Promise.resolve({ over, stamps });
  }

  giveBack(counts: readonly SmsGuardCount[], stamps: readonly number[]): Promise<void> {
    for (const [index, { key, amount }] of counts.entries()) {
      const stamp = stamps[index];
      const buckets = this.counts.get(key);
      const added = stamp === undefined ? undefined : buckets?.get(stamp);
      if (stamp === undefined || added === undefined) continue;
      if (added > amount) buckets?.set(stamp, added - amount);
      else buckets?.delete(stamp);
      if (buckets?.size === 0) this.counts.delete(key);
    }
    return Promise.resolve();
  }

  /** When there is room for a count; undefined if there is now. */
  private freeAt({ key, amount, limit }: SmsGuardCount, now: number): number | undefined {
    const buckets = this.counts.get(key);
    if (!buckets) return undefined;
    let total = amount;
    for (const [until, added] of buckets) {
      if (until <= now) buckets.delete(until);
      else total += added;
    }
    let free: number | undefined;
    for (const [until, added] of buckets) {
      if (total <= limit) break;
      total -= added;
      free = until;
    }
    return free;
  }

  private add(key: string, stamp: number | undefined, amount: number): void {
    if (stamp === undefined) return;
    const buckets = this.counts.get(key) ?? new Map<number, number>();
    buckets.set(stamp, (buckets.get(stamp) ?? 0) + amount);
    // Behind all others, because it was used last.
    this.counts.delete(key);
    this.counts.set(key, buckets);
  }

  private forget(now: number): void {
    for (const [key, buckets] of this.counts) {
      const isOver = [...buckets.keys()].every((until) => until <= now);
      if (!isOver && this.counts.size <= this.mostKeys) return;
      this.counts.delete(key);
    }
  }
}
