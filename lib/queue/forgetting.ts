import type { BullQueue } from './store.js';

const LONGEST_PAUSE = 30_000;
/** Messages that the store forgets in one step. */
const STEP = 1000;

/**
 * Forgets finished messages, with their outcomes and keys, once they are older than `keyTtl`. BullMQ by
 * itself would do it only when another message ends.
 */
export class Forgetting {
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param keyTtl in ms */
  constructor(
    private readonly queue: Pick<BullQueue, 'clean'>,
    private readonly keyTtl: number,
  ) {}

  start(): void {
    if (this.isClosed) return;
    this.timer = setTimeout(() => void this.run(), Math.min(LONGEST_PAUSE, this.keyTtl));
    this.timer.unref();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    try {
      let forgotten: readonly string[];
      do forgotten = await this.queue.clean(this.keyTtl, STEP);
      while (forgotten.length === STEP && !this.isClosed);
    } catch {
      // The store is away, or other workers forget the same messages. The next time comes soon.
    }
    this.start();
  }
}
