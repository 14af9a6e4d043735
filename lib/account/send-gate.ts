import { endedError, type EndReason, type SendScope } from '../transport/send-scope.js';
import { Fifo } from './fifo.js';
import { type Pass, type RateLimit, RateWindow } from './rate-window.js';

export type Priority = 'normal' | 'high';

/** How a call waits for its turn. */
export interface Turn {
  readonly priority: Priority;
  /** Whether the wait counts against the total deadline. */
  readonly queueTime: 'counted' | 'uncounted';
}

const PRIORITIES: readonly Priority[] = ['high', 'normal'];

interface Waiting {
  readonly recipients: number;
  readonly admit: (pass: Pass) => void;
  gone: boolean;
}

const UNRATED: Pass = Object.freeze({ started: () => undefined, end: () => undefined });

/**
 * Lets the tries of an account through, in the order they came and within its limits; those with
 * high priority before all others, so that a one-time password does not wait behind a broadcast.
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
  enter(recipients: number, { priority, queueTime }: Turn, scope: SendScope): Promise<Pass> {
    if (scope.ended) return Promise.reject(endedError(scope.ended, 'not-sent'));
    if (queueTime === 'uncounted') scope.stopClock();
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
          if (queueTime === 'uncounted') scope.startClock();
          resolve(pass);
        },
        gone: false,
      };
      scope.onEnd(onEnd);
      this.waiting[priority].push(waiting);
      this.advance();
    });
  }

  /**
   * Makes room for the next one. Called once for each pass.
   *
   * @param isUnused whether nothing left for the gateway that could count for its rate
   */
  leave(pass: Pass, isUnused = false): void {
    pass.end(isUnused);
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
