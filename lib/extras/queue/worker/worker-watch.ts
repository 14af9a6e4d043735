import type { QueueConnection } from '../queue-connection.js';

/** How long after a message was added it should have been taken, in ms. Workers may still be starting. */
const START_TIME = 60_000;

/**
 * Warns once if messages wait and no worker is connected, in a process that only adds messages. It asks
 * until it has seen a worker: that there is one at all, not that it always runs.
 */
export class WorkerWatch {
  private timer: NodeJS.Timeout | undefined;
  private isDone = false;

  constructor(private readonly connection: QueueConnection) {}

  /** Told that messages were added. */
  added(): void {
    if (this.isDone || this.timer) return;
    this.timer = setTimeout(() => void this.check(), START_TIME).unref();
  }

  close(): void {
    this.isDone = true;
    clearTimeout(this.timer);
  }

  private async check(): Promise<void> {
    try {
      const store = await this.connection.opened;
      const hasWorker = await store.hasWorker();
      const { oldest } = await store.count({});
      const isStuck = !hasWorker && oldest !== undefined;
      if (this.isDone) return;
      this.isDone = hasWorker || isStuck;
      if (!isStuck) return;
      this.connection.logger.warn(
        'Messages wait, but no worker is connected to the queue, so nothing is sent. Start a process without `worker: false`.',
      );
    } catch {
      // The store is down, or does not say who is connected. The next message that is added asks again.
    } finally {
      this.timer = undefined;
    }
  }
}
