import { LONGEST_TIMER } from '../common/longest-timer.js';
import { SmsTransportError } from '../errors/index.js';
import type { SmsRateLimit } from '../sms-gateway.options.js';
import { endedError, type EndReason, type SendScope } from '../transport/send-scope.js';
import { Fifo } from './fifo.js';
import { Pause } from './pause.js';
import { type Pass, RateWindow } from './rate-window.js';

export type Priority = 'normal' | 'high';

/** How a call waits for its turn. */
export interface Turn {
  readonly priority: Priority;
  /**
   * What it belongs to. Only in a send does the wait count against the total deadline. `claim`: a send of a
   * queue with a rate limit, which counts one request for each account.
   */
  readonly origin: 'send' | 'run' | 'claim';
  /**
   * Whether a failover makes the call, so that another account may take the message. It is attempted
   * once, and fails instead of waiting for the end of a pause, or of an open breaker.
   */
  readonly inFailover?: boolean;
}

interface Waiting {
  readonly weight: number;
  /** When its send ends, by `performance.now()`; 0 if it waits for no pause. */
  readonly deadline: number;
  readonly admit: (pass: Pass) => void;
  readonly fail: (error: SmsTransportError) => void;
}

const UNRATED: Pass = Object.freeze({ started: () => undefined, end: () => undefined });

/**
 * Lets the attempts of an account pass in the order in which they came, within its limits. High
 * priority goes first, so that a one-time password does not wait behind a broadcast.
 */
export class SendGate {
  private readonly queues: Record<Priority, Fifo<Waiting>> = {
    high: new Fifo(),
    normal: new Fifo(),
  };
  private readonly pause = new Pause();
  private readonly rate: RateWindow | undefined;
  private inside = 0;
  private timer: NodeJS.Timeout | undefined;
  private wakesAt = Infinity;

  /** Without limits it holds calls back only during a pause. */
  constructor(
    rate: SmsRateLimit | undefined,
    private readonly maxConcurrency: number | undefined,
  ) {
    this.rate = rate && new RateWindow(rate, () => this.advance());
  }

  get waiting(): number {
    return this.queues.high.size + this.queues.normal.size;
  }

  /** A pass without waiting, if no other call waits and there is room. */
  tryEnter(weight: number): Pass | undefined {
    return this.waiting === 0 && this.pause.left === 0 ? this.grant(weight) : undefined;
  }

  /**
   * Waits for a pass. Rejects, with nothing sent, if the scope ends first, and at once if a pause lasts
   * longer than the scope.
   */
  enter(weight: number, { priority, origin, inFailover }: Turn, scope: SendScope): Promise<Pass> {
    if (scope.ended) return Promise.reject(endedError(scope.ended, 'not-sent'));
    const isCounted = origin === 'send';
    // A call that must not wait for the end of a pause fails as one that is too short for it.
    const deadline = inFailover ? 0 : isCounted ? performance.now() + scope.remaining : Infinity;
    if (this.pause.outlasts(deadline)) return Promise.reject(this.throttled());
    if (!isCounted) scope.stopClock();
    return new Promise((resolve, reject) => {
      const queue = this.queues[priority];
      const leave = (): void => {
        clearTimeout(timer);
        queue.remove(entry);
        scope.offEnd(onEnd);
        if (!isCounted) scope.startClock();
      };
      const onEnd = (reason: EndReason): void => {
        leave();
        reject(endedError(reason, 'not-sent'));
        this.advance();
      };
      const entry = queue.push({
        weight,
        deadline,
        admit: (pass) => {
          leave();
          resolve(pass);
        },
        fail: (error) => {
          leave();
          reject(error);
        },
      });
      scope.onEnd(onEnd);
      const timer = isCounted ? scope.onLate(() => onEnd('timeout')) : undefined;
      this.advance();
    });
  }

  /** Makes room for the next call. Called once for each pass; see {@link Pass.end}. */
  leave(pass: Pass, isUnused = false): void {
    pass.end(isUnused);
    this.inside -= 1;
    this.advance();
  }

  /**
   * Lets no call pass for a while, as the gateway asked. Calls whose deadline is earlier fail at once;
   * the others are released over a second when it ends.
   */
  hold(ms: number): void {
    this.pause.begin(ms);
    for (const queue of Object.values(this.queues)) {
      for (const { deadline, fail } of queue) {
        if (this.pause.outlasts(deadline)) fail(this.throttled());
      }
    }
    this.advance();
  }

  private advance(): void {
    for (let next = this.next(); next; next = this.next()) {
      const { opensAt } = this.pause;
      if (opensAt > performance.now()) return this.wakeAt(opensAt);
      if (this.isFull) return this.wakeAt(Infinity);
      const pass = this.grant(next.weight);
      if (!pass) return this.wakeAt(this.rate?.freeAt ?? Infinity);
      this.pause.passed(this.waiting);
      next.admit(pass);
    }
    this.wakeAt(Infinity);
    this.pause.drained();
  }

  private next(): Waiting | undefined {
    return this.queues.high.peek() ?? this.queues.normal.peek();
  }

  private get isFull(): boolean {
    return this.maxConcurrency !== undefined && this.inside >= this.maxConcurrency;
  }

  private grant(weight: number): Pass | undefined {
    if (this.isFull) return undefined;
    const pass = this.rate ? this.rate.take(weight) : UNRATED;
    if (pass) this.inside += 1;
    return pass;
  }

  /** @param time by `performance.now()`; Infinity for never */
  private wakeAt(time: number): void {
    if (time === this.wakesAt) return;
    clearTimeout(this.timer);
    this.wakesAt = time;
    if (time === Infinity) return;
    const advance = (): void => {
      this.wakesAt = Infinity;
      this.advance();
    };
    const left = Math.ceil(time - performance.now());
    this.timer = setTimeout(advance, Math.min(left, LONGEST_TIMER));
  }

  private throttled(): SmsTransportError {
    return new SmsTransportError(
      'throttled',
      'The gateway asked this account to wait (HTTP 429 with Retry-After), for longer than this send may take. Nothing was sent. Send again after retryAfter, or raise timeout.total.',
      { outcome: 'not-sent', retryAfter: Math.ceil(this.pause.left) },
    );
  }
}
