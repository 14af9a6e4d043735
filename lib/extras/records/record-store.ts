/**
 * Stores the entries of one-time passwords, each until it expires. Each method is one atomic step, and
 * rejects if the store does not answer. `memoryOtpStore`, `redisOtpStore` and `postgresOtpStore` create one.
 */
export interface RecordStore {
  /**
   * Reads an entry.
   *
   * @returns the entry, if there is one, and the time by the store's own clock: in ms, from any starting point
   */
  read(key: string): Promise<{ readonly value?: string | undefined; readonly now: number }>;
  /**
   * Replaces an entry, unless it has changed since it was read.
   *
   * @param before the entry that was read; undefined if there was none
   * @param after the new entry
   * @param ttl ms until it expires
   * @param until the store changes nothing after this time on the clock of `now`. It checks it in the same step:
   *   a store that hung may otherwise carry out a step that the caller has abandoned
   * @returns whether it was replaced
   */
  swap(
    key: string,
    before: string | undefined,
    after: string,
    ttl: number,
    until?: number,
  ): Promise<boolean>;
}

/**
 * Stores one-time passwords in this process, for development and tests: they are lost when it ends, and other
 * processes do not see them.
 */
export function memoryOtpStore(): RecordStore {
  return new MemoryOtpStore();
}

/** @internal */
export class MemoryOtpStore implements RecordStore {
  private readonly entries = new Map<string, { readonly value: string; timer: NodeJS.Timeout }>();

  async read(key: string) {
    return { value: this.entries.get(key)?.value, now: performance.now() };
  }

  async swap(
    key: string,
    before: string | undefined,
    after: string,
    ttl: number,
    until = Infinity,
  ) {
    const old = this.entries.get(key);
    if (old?.value !== before || performance.now() > until) return false;
    clearTimeout(old?.timer);
    const timer = setTimeout(() => this.entries.delete(key), ttl).unref();
    this.entries.set(key, { value: after, timer });
    return true;
  }
}
