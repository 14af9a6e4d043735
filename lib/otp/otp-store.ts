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
   * @param after undefined to remove it
   * @param ttl ms until it expires
   * @returns whether it was replaced
   */
  swap(
    key: string,
    before: string | undefined,
    after: string | undefined,
    ttl: number,
  ): Promise<boolean>;
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
    const { value, end } = this.kept.get(key) ?? { end: 0 };
    return { value: end > now ? value : undefined, now };
  }

  async swap(key: string, before: string | undefined, after: string | undefined, ttl: number) {
    const now = performance.now();
    const { value, end } = this.kept.get(key) ?? { end: 0 };
    if ((end > now ? value : undefined) !== before) return false;
    // Roughly in the order of their ends: what was changed last comes last.
    this.kept.delete(key);
    if (after !== undefined) this.kept.set(key, { value: after, end: now + ttl });
    for (const [old, { end: oldEnd }] of this.kept) {
      if (oldEnd > now) break;
      this.kept.delete(old);
    }
    return true;
  }
}
