/**
 * Stores the entries of one-time passwords, each until it expires. Each method is one atomic step, and
 * rejects if the store does not answer. `memoryOtpStore`, `redisOtpStore` and `postgresOtpStore` create one.
 */
export interface SmsOtpStore {
  /**
   * Reads an entry.
   *
   * @returns the entry, if there is one, and the time by the store's own clock: in ms, from any starting point
   */
  read(key: string): Promise<{ readonly value?: string | undefined; readonly now: number }>;
  /**
   * Replaces an entry, if it is still what was read.
   *
   * @param before undefined if there was none
   * @param ttl ms until it expires
   * @returns whether it was replaced
   */
  swap(key: string, before: string | undefined, after: string, ttl: number): Promise<boolean>;
}

/**
 * Stores them in this process, for development and tests: they are lost when it ends, and other processes do
 * not see them. Its clock is monotonic.
 */
export function memoryOtpStore(): SmsOtpStore {
  return new MemoryOtpStore();
}

/** @internal */
export class MemoryOtpStore implements SmsOtpStore {
  private readonly kept = new Map<string, { readonly value: string; readonly end: number }>();

  async read(key: string) {
    const now = performance.now();
    return { value: this.live(key, now), now };
  }

  async swap(key: string, before: string | undefined, after: string, ttl: number) {
    const now = performance.now();
    if (this.live(key, now) !== before) return false;
    // Roughly in the order of their ends: what was changed last comes last.
    this.kept.delete(key);
    this.kept.set(key, { value: after, end: now + ttl });
    for (const [old, { end }] of this.kept) {
      if (end > now) break;
      this.kept.delete(old);
    }
    return true;
  }

  private live(key: string, now: number): string | undefined {
    const kept = this.kept.get(key);
    return kept && kept.end > now ? kept.value : undefined;
  }
}
