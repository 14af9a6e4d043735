import {
  type SmsGuardCount,
  type SmsGuardStore,
  type SmsGuardTake,
  stampOf,
} from './guard-store.js';

/** The most counts of a generation, of which there are two. */
const GENERATION = 50_000;

/** How much was added, by the time until which it counts: at most 289 entries, oldest first. */
type Buckets = Map<number, number>;

/**
 * Counts in this process, by a clock that setting the system's time does not change. If there are
 * too many counts, those that were idle longest are forgotten.
 */
export class MemoryGuardStore implements SmsGuardStore {
  // Two generations, and not one Map in the order of last use: a key that is deleted and added again
  // with every send makes V8's Map slow.
  private recent = new Map<string, Buckets>();
  private older = new Map<string, Buckets>();

  constructor(private readonly generation = GENERATION) {}

  get size(): number {
    return this.recent.size + this.older.size;
  }

  /** Forgets all counts. */
  clear(): void {
    this.recent.clear();
    this.older.clear();
  }

  take(counts: readonly SmsGuardCount[]): Promise<SmsGuardTake> {
    const now = performance.now();
    const stamps = counts.map(({ windowMs }) => stampOf(now, windowMs));
    const over = counts.flatMap((count, index) => {
      const free = this.freeAt(count, now);
      return free === undefined ? [] : [{ index, retryAfter: Math.ceil(free - now) }];
    });
    if (over.length === 0) {
      // Kept before any is added: the numbers of a large send push out what is there, for example
      // the day's count.
      const keptBuckets = counts.map(({ key }) => this.find(key));
      counts.forEach(({ key, amount }, index) =>
        this.add(key, stamps[index] ?? 0, amount, keptBuckets[index]),
      );
    }
    return Promise.resolve({ over, stamps });
  }

  giveBack(counts: readonly SmsGuardCount[], stamps: readonly number[]): Promise<void> {
    for (const [index, { key, amount }] of counts.entries()) {
      const stamp = stamps[index] ?? 0;
      const buckets = this.find(key);
      const added = buckets?.get(stamp);
      if (!buckets || added === undefined) continue;
      if (added > amount) buckets.set(stamp, added - amount);
      else buckets.delete(stamp);
      if (buckets.size > 0) continue;
      this.recent.delete(key);
      this.older.delete(key);
    }
    return Promise.resolve();
  }

  /** When there is room for a count; undefined if there is now. */
  private freeAt({ key, amount, limit }: SmsGuardCount, now: number): number | undefined {
    const buckets = this.find(key);
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

  private add(key: string, stamp: number, amount: number, keptBuckets: Buckets | undefined): void {
    const buckets = this.find(key) ?? keptBuckets ?? new Map<number, number>();
    buckets.set(stamp, (buckets.get(stamp) ?? 0) + amount);
    if (this.recent.has(key)) return;
    if (this.recent.size >= this.generation) {
      this.older = this.recent;
      this.recent = new Map();
    }
    this.older.delete(key);
    this.recent.set(key, buckets);
  }

  private find(key: string): Buckets | undefined {
    return this.recent.get(key) ?? this.older.get(key);
  }
}
