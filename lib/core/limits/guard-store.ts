/** One count that a send adds to, and its limit. */
export interface SmsGuardCount {
  /** What is counted: a hash, from which a store cannot read a number. */
  readonly key: string;
  /** How much the send adds. */
  readonly amount: number;
  /** The most in any window. */
  readonly limit: number;
  /** The length of the sliding window in ms. */
  readonly windowMs: number;
}

/** What a store says about the counts of one send. */
export interface SmsGuardTake {
  /** The counts that would exceed their limit. If there are any, nothing was added to any count. */
  readonly over: readonly {
    /** The position of the count. */
    readonly index: number;
    /** Milliseconds until there is room: neither negative nor infinite. */
    readonly retryAfter: number;
  }[];
  /** For each count, what `giveBack` needs to find what was added. */
  readonly stamps: readonly number[];
}

/**
 * Keeps the counts of the option `guard`. The default one keeps them in this process; see
 * `createGuardStore` in `nestjs-sms-gateway/queue` for those that processes share.
 */
export interface SmsGuardStore {
  /** Adds to all counts, or to none if one of them would exceed its limit. It must be atomic. */
  take(counts: readonly SmsGuardCount[]): Promise<SmsGuardTake>;
  /**
   * Takes back amounts that were added, because nothing was sent.
   *
   * @param counts those of `take`, with the amounts to take back; 0 for a number that was sent to
   * @param stamps those of `take`
   */
  giveBack(counts: readonly SmsGuardCount[], stamps: readonly number[]): Promise<void>;
}

/** Into how many buckets a window is divided. */
export const BUCKETS = 288;

/**
 * The time until which something counts. It goes into a bucket and counts until all of the bucket is
 * out of the window, so a limit is never exceeded, and a count stays up to 1/288 of its window too long.
 */
export function stampOf(now: number, windowMs: number): number {
  const size = Math.ceil(windowMs / BUCKETS);
  return (Math.floor(now / size) + 1) * size + windowMs;
}
