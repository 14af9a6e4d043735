import { LONGEST_OBEYED } from '../../../core/protocol/retry-after.js';
import type { BullQueue } from './sms-job.js';

/** Never reached: a worker looks whether it is held back only if it has a limit. */
export const NEVER_REACHED = 1_000_000;

/** Holds all workers of a queue back for a while, as the gateway asked: Redis gives them no message until then. */
export class Hold {
  /** Until when this worker knows that all are held back, by `performance.now()`. */
  private until = 0;

  constructor(private readonly queue: Pick<BullQueue, 'getRateLimitTtl' | 'rateLimit'>) {}

  /** @param wanted ms; at most an hour */
  async begin(wanted: number): Promise<void> {
    const ms = Math.min(wanted, LONGEST_OBEYED);
    this.until = Math.max(this.until, performance.now() + ms);
    // A limit of sends never counts that far, so it is a hold. A shorter one would replace it.
    if ((await this.queue.getRateLimitTtl(NEVER_REACHED)) < ms) await this.queue.rateLimit(ms);
  }

  /** For how long sends are held back, in ms. 0: they are not. */
  async left(): Promise<number> {
    return Math.max(0, this.until - performance.now());
  }
}
