import { endedError, type EndReason, type SendScope } from '../transport/send-scope.js';

export type Priority = 'normal' | 'high';

/** At most so many recipients in any stretch of so many ms. */
export interface RateLimit {
  readonly recipients: number;
  readonly perMs: number;
}

interface Waiting {
  readonly recipients: number;
  readonly admit: () => void;
  gone: boolean;
}

interface Grant {
  readonly recipients: number;
  readonly until: number;
}

/**
 * Lets the tries of an account through, in the order they came and within its limits; those with
 * high priority before all others, so that a one-time password does not wait behind a broadcast.
 *
 * The rate is exact over any stretch of time, not only on average: a gateway that counts per second
 * would refuse the burst that a token bucket lets through.
 */
export class SendGate {
  private readonly waiting: Record<Priority, Fifo<Waiting>> = {
    high: new Fifo(),
    normal: new Fifo(),
  };
  private readonly grants = new Fifo<Grant>();
  private granted = 0;
  private inside = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly rate: RateLimit | undefined,
    private readonly maxConcurrency: number | undefined,
  ) {}

  /** Waits for its turn. Rejects, with nothing sent, when the scope ends first. */
  enter(recipients: number, priority: Priority, scope: SendScope): Promise<void> {
    if (scope.ended) return Promise.reject(endedError(scope.ended, 'not-sent'));
    return new Promise((resolve, reject) => {
      const onEnd = (reason: EndReason): void => {
        waiting.gone = true;
        reject(endedError(reason, 'not-sent'));
        this.advance();
      };
      const waiting: Waiting = {
        recipients,
        admit: () => {
          scope.offEnd(onEnd);
          resolve();
        },
        gone: false,
      };
      scope.onEnd(onEnd);
      this.waiting[priority].push(waiting);
      this.advance();
    });
  }

  /** Makes room for the next one. Called once for each time that {@link enter} resolved. */
  leave(): void {
    this.inside -= 1;
    this.advance();
  }

  private advance(): void {
    for (;;) {
      const queue = this.nextQueue();
      const next = queue?.peek();
      if (!queue || !next) break;
      if (this.maxConcurrency !== undefined && this.inside >= this.maxConcurrency) return;
      if (!this.grant(next.recipients)) return;
      queue.shift();
      this.inside += 1;
      next.admit();
    }
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private nextQueue(): Fifo<Waiting> | undefined {
    for (const priority of ['high', 'normal'] as const) {
      const queue = this.waiting[priority];
      while (queue.peek()?.gone) queue.shift();
      if (queue.peek()) return queue;
    }
    return undefined;
  }

  private grant(recipients: number): boolean {
    const { rate } = this;
    if (!rate) return true;
    const now = performance.now();
    for (
      let oldest = this.grants.peek();
      oldest && oldest.until <= now;
      oldest = this.grants.peek()
    ) {
      this.granted -= oldest.recipients;
      this.grants.shift();
    }
    // One send with more recipients than the limit goes alone, and what comes after it waits longer.
    if (this.granted > 0 && this.granted + recipients > rate.recipients) {
      this.wakeAt(this.grants.peek()?.until ?? now, now);
      return false;
    }
    const stretch = rate.perMs * Math.max(1, recipients / rate.recipients);
    this.grants.push({ recipients, until: now + stretch });
    this.granted += recipients;
    return true;
  }

  private wakeAt(time: number, now: number): void {
    this.timer ??= setTimeout(
      () => {
        this.timer = undefined;
        this.advance();
      },
      Math.ceil(time - now),
    );
  }
}

/** A queue whose ends cost the same however long it is. */
class Fifo<T> {
  private items: T[] = [];
  private head = 0;

  push(item: T): void {
    this.items.push(item);
  }

  peek(): T | undefined {
    return this.items[this.head];
  }

  shift(): void {
    this.head += 1;
    if (this.head * 2 < this.items.length) return;
    this.items = this.items.slice(this.head);
    this.head = 0;
  }
}
