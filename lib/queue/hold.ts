import { LONGEST_TIMER } from '../transport/send-scope.js';
import type { BullQueue } from './store.js';

/** Never reached: it only makes workers look whether they are held back. */
const MANY = 1_000_000;
const LIMIT_DURATION = 1000;

/** What a hold needs of a queue. What its changes resolve with does not matter. */
type LimitedQueue = Pick<BullQueue, 'getGlobalRateLimit' | 'getRateLimitTtl'> & {
  setGlobalRateLimit(max: number, duration: number): Promise<unknown>;
  rateLimit(ms: number): Promise<unknown>;
  removeGlobalRateLimit(): Promise<unknown>;
};

/**
 * Holds all workers of a queue back for a while, as the gateway asked.
 *
 * A worker looks at BullMQ's limit only while the queue has one. On PostgreSQL that costs a third of
 * the throughput, because claims then wait for each other. So the queue gets a limit with the hold,
 * and loses it afterwards.
 */
export class Hold {
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(private readonly queue: LimitedQueue) {}

  async begin(ms: number): Promise<void> {
    if (!(await this.queue.getGlobalRateLimit())) {
      await this.queue.setGlobalRateLimit(MANY, LIMIT_DURATION);
    }
    await this.queue.rateLimit(ms);
    this.endIn(ms);
  }

  /** Takes the limit back once no hold lasts. A worker that began a hold may have been lost. */
  async end(): Promise<void> {
    const limit = await this.queue.getGlobalRateLimit();
    // Another limit is the app's own.
    if (limit?.max !== MANY) return;
    const left = await this.queue.getRateLimitTtl();
    if (left > 0) this.endIn(left);
    else await this.queue.removeGlobalRateLimit();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private endIn(ms: number): void {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    // If it fails, the limit stays until the next hold or start, which costs only throughput.
    const wait = Math.min(ms, LONGEST_TIMER);
    this.timer = setTimeout(() => this.end().catch(() => undefined), wait);
    this.timer.unref();
  }
}
