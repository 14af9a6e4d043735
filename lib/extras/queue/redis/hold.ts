import { LONGEST_TIMER } from '../../../core/common/timers.js';
import { LONGEST_OBEYED } from '../../../core/protocol/retry-after.js';
import type { BullQueue } from './sms-job.js';

/** Never reached: it only makes workers look whether they are held back. */
export const NEVER_REACHED = 1_000_000;
const LIMIT_DURATION = 1000;
/** How long "no hold" is believed, in ms, so that not each claim costs a question to Redis. */
const FRESH = 100;
/** How long a message waits if Redis does not say whether workers are held back, in ms. */
const UNANSWERED = 1000;

/** What a hold needs of a queue. What its changes resolve with does not matter. */
type LimitedQueue = Pick<BullQueue, 'getGlobalRateLimit' | 'getRateLimitTtl'> & {
  setGlobalRateLimit(max: number, duration: number): Promise<unknown>;
  rateLimit(ms: number): Promise<unknown>;
  removeGlobalRateLimit(): Promise<unknown>;
};

/**
 * Holds all workers of a queue back for a while, as the gateway asked.
 *
 * A worker looks at BullMQ's limit only while the queue has one. So a queue without a `rateLimit` gets a limit with
 * the hold, and loses it afterwards. Another worker may claim a message meanwhile: it asks here before it sends.
 */
export class Hold {
  private timer: NodeJS.Timeout | undefined;
  /** Until when this worker knows that all are held back, by `performance.now()`. */
  private until = 0;
  /** The last question to Redis, and when it was asked. */
  private asked: { readonly at: number; readonly answered: Promise<void> } | undefined;

  /** @param isLimited whether the workers of the queue have a limit anyway */
  constructor(
    private readonly queue: LimitedQueue,
    private readonly isLimited = false,
  ) {}

  /** @param wanted ms; at most an hour */
  async begin(wanted: number): Promise<void> {
    const ms = Math.min(wanted, LONGEST_OBEYED);
    const until = performance.now() + ms;
    // It would shorten a longer one.
    if (until <= this.until) return;
    this.until = until;
    // First: once it is stored, a message that is claimed is not sent.
    await this.queue.rateLimit(ms);
    if (!this.isLimited && !(await this.queue.getGlobalRateLimit())) {
      await this.queue.setGlobalRateLimit(NEVER_REACHED, LIMIT_DURATION);
    }
    this.endIn(ms);
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

  /** Takes the limit back once no hold lasts. A worker that began a hold may have been lost. */
  async end(): Promise<void> {
    const limit = await this.queue.getGlobalRateLimit();
    // Another limit is the app's own.
    if (limit?.max !== NEVER_REACHED) return;
    const left = await this.queue.getRateLimitTtl();
    if (left > 0) this.endIn(left);
    else await this.queue.removeGlobalRateLimit();
  }

  private async ask(): Promise<void> {
    // A limit of sends never counts that far, so it is a hold.
    const left = await this.queue.getRateLimitTtl(NEVER_REACHED).catch(() => UNANSWERED);
    this.until = Math.max(this.until, performance.now() + left);
  }

  private endIn(ms: number): void {
    clearTimeout(this.timer);
    // If it fails, the limit stays until the next hold or start, which costs only throughput.
    const wait = Math.min(ms, LONGEST_TIMER);
    this.timer = setTimeout(() => this.end().catch(() => undefined), wait).unref();
  }
}
