import { LONGEST_OBEYED } from '../../../core/protocol/retry-after.js';
import type { BullQueue } from './sms-job.js';

/** Never reached: a worker looks whether it is held back only if it has a limit. */
export const NEVER_REACHED = 1_000_000;
/** How long "no hold" is believed, in ms, so that not each claim costs a question to Redis. */
const FRESH = 100;
/** How long a message waits if Redis does not say whether workers are held back, in ms. */
const UNANSWERED = 1000;

/**
 * Holds all workers of a queue back for a while, as the gateway asked. Another worker may claim a message meanwhile: it
 * asks here before it sends.
 */
export class Hold {
  /** Until when this worker knows that all are held back, by `performance.now()`. */
  private until = 0;
  /** The last question to Redis, and when it was asked. */
  private asked: { readonly at: number; readonly answered: Promise<void> } | undefined;

  constructor(private readonly queue: Pick<BullQueue, 'getRateLimitTtl' | 'rateLimit'>) {}

  /** @param wanted ms; at most an hour */
  async begin(wanted: number): Promise<void> {
    const ms = Math.min(wanted, LONGEST_OBEYED);
    const until = performance.now() + ms;
    // It would shorten a longer one.
    if (until <= this.until) return;
    this.until = until;
    await this.queue.rateLimit(ms);
  }

  /** For how long sends are held back, in ms. 0: they are not. */
  async left(): Promise<number> {
    const now = performance.now();
    if (this.until <= now) {
      if (!this.asked || now - this.asked.at >= FRESH) {
        this.asked = { at: now, answered: this.ask() };
      }
      await this.asked.answered;
    }
    return Math.max(0, this.until - performance.now());
  }

  private async ask(): Promise<void> {
    // A limit of sends never counts that far, so it is a hold.
    const left = await this.queue.getRateLimitTtl(NEVER_REACHED).catch(() => UNANSWERED);
    this.until = Math.max(this.until, performance.now() + left);
  }
}
