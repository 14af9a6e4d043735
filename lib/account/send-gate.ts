import { endedError, type EndReason, type SendScope } from '../transport/send-scope.js';

export type Priority = 'normal' | 'high';

const PRIORITIES: readonly Priority[] = ['high', 'normal'];

/** At most so many recipients in any stretch of so many ms. */
export interface RateLimit {
  readonly recipients: number;
  readonly perMs: number;
}

/** One that was let through. */
export interface Pass {
  /** Tells that its request has been started on a socket: from now on it counts for the rate. */
  started(): void;
}

interface Waiting {
  readonly recipients: number;
  readonly admit: (pass: Pass) => void;
  gone: boolean;
}

const UNRATED: Pass = Object.freeze({ started: () => undefined });

/**
 * Lets the tries of an account through, in the order they came and within its limits; those with
 * high priority before all others, so that a one-time password does not wait behind a broadcast.
 *
 * The rate is exact over any stretch of time, not only on average: a gateway that counts per second
 * would refuse the burst that a token bucket lets through. It counts from when a request starts: what
 * waited for a new connection would else reach the gateway together with what came after it.
 */
export class SendGate {
  private readonly waiting: Record<Priority, Fifo<Waiting>> = {
    high: new Fifo(),
    normal: new Fifo(),
  };
  private readonly rate: RateWindow | undefined;
  private inside = 0;

  constructor(
    rate: RateLimit | undefined,
    private readonly maxConcurrency: number | undefined,
  ) {
    this.rate = rate && new RateWindow(rate, () => this.advance());
  }

  /** Its turn at once, where nobody waits and there is room. */
  tryEnter(recipients: number): Pass | undefined {
    return this.nextQueue() ? undefined : this.grant(recipients);
  }

  /** Waits for its turn. Rejects, with nothing sent, when the scope ends first. */
  enter(recipients: number, priority: Priority, scope: SendScope): Promise<Pass> {
    if (scope.ended) return Promise.reject(endedError(scope.ended, 'not-sent'));
    return new Promise((resolve, reject) => {
      const onEnd = (reason: EndReason): void => {
        waiting.gone = true;
        reject(endedError(reason, 'not-sent'));
        this.advance();
      };
      const waiting: Waiting = {
        recipients,
        admit: (pass) => {
          scope.offEnd(onEnd);
          resolve(pass);
        },
        gone: false,
      };
      scope.onEnd(onEnd);
      this.waiting[priority].push(waiting);
      this.advance();
    });
  }

  /** Makes room for the next one. Called once for each pass. */
  leave(pass: Pass): void {
    // Whether what never told of a start was started, nobody knows: it counts from here.
    pass.started();
    this.inside -= 1;
    this.advance();
  }

  private advance(): void {
    for (;;) {
      const queue = this.nextQueue();
      const next = queue?.peek();
      if (!queue || !next) break;
      const pass = this.grant(next.recipients);
      if (!pass) return;
      queue.shift();
      next.admit(pass);
    }
    this.rate?.sleep();
  }

  private nextQueue(): Fifo<Waiting> | undefined {
    for (const priority of PRIORITIES) {
      const queue = this.waiting[priority];
      while (queue.peek()?.gone) queue.shift();
      if (queue.peek()) return queue;
    }
    return undefined;
  }

  private grant(recipients: number): Pass | undefined {
    if (this.maxConcurrency !== undefined && this.inside >= this.maxConcurrency) return undefined;
    const pass = this.rate ? this.rate.take(recipients) : UNRATED;
    if (pass) this.inside += 1;
    return pass;
  }
}

interface Counted {
  readonly recipients: number;
  readonly until: number;
}

/** Counts the recipients of the last stretch of time. */
class RateWindow {
  private readonly counted = new Fifo<Counted>();
  private total = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param onRoom called where {@link take} gave nothing, when it may give something */
  constructor(
    private readonly rate: RateLimit,
    private readonly onRoom: () => void,
  ) {}

  /** Room for so many, which is held until it is started and a stretch has passed. */
  take(recipients: number): Pass | undefined {
    const now = performance.now();
    let oldest = this.counted.peek();
    for (; oldest && oldest.until <= now; oldest = this.counted.peek()) {
      this.total -= oldest.recipients;
      this.counted.shift();
    }
    // One send with more recipients than the limit goes alone, and what comes after it waits longer.
    if (this.total > 0 && this.total + recipients > this.rate.recipients) {
      // Without an oldest one all are still to start, and tell then.
      if (oldest) this.wakeAt(oldest.until, now);
      return undefined;
    }
    this.total += recipients;
    let isStarted = false;
    return {
      started: () => {
        if (isStarted) return;
        isStarted = true;
        const stretch = this.rate.perMs * Math.max(1, recipients / this.rate.recipients);
        this.counted.push({ recipients, until: performance.now() + stretch });
        this.onRoom();
      },
    };
  }

  /** Calls back no more until {@link take} gives nothing again. */
  sleep(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private wakeAt(time: number, now: number): void {
    this.timer ??= setTimeout(
      () => {
        this.timer = undefined;
        this.onRoom();
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
