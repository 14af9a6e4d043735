import type { CheckedQueueOptions } from '../check-queue-options.js';
import type { BullQueue } from '../jobs/store.js';

const LONGEST_PAUSE = 30_000;
/** The most messages that are removed in one step. */
const STEP = 1000;

/**
 * Removes finished messages, with their outcomes and keys, once they are older than `keyTtl`: BullMQ by
 * itself would do it only when another message ends.
 */
export class Upkeep {
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly queue: Pick<BullQueue, 'clean'>,
    private readonly options: Pick<CheckedQueueOptions, 'keyTtl' | 'lockDuration'>,
  ) {}

  start(): void {
    if (this.isClosed) return;
    const { keyTtl, lockDuration } = this.options;
    const pause = Math.min(LONGEST_PAUSE, keyTtl, lockDuration);
    this.timer = setTimeout(() => void this.run(), pause);
    this.timer.unref();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    try {
      let forgotten: readonly string[];
      do forgotten = await this.queue.clean(this.options.keyTtl, STEP);
      while (forgotten.length === STEP && !this.isClosed);
    } catch {
      // The store does not answer, or other workers remove the same messages. The next run comes soon.
    }
    this.start();
  }
}
