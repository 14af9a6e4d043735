import { LONGEST_TIMER } from '../common/timers.js';
import { SmsTransportError } from '../errors/index.js';
import type { SmsRateLimit } from '../sms-gateway.options.js';
import type { Priority } from '../message/priority.js';
import type { CallContext } from '../deadline/mode.js';
import { Fifo } from '../common/fifo.js';
import { type Pass, type PassEnd, type RateWindow, createRateWindow } from './rate-window.js';
import { LONGEST_OBEYED } from '../protocol/retry-after.js';

interface Waiting {
  readonly weight: number;
  /** When its send ends, by `performance.now()`; 0 if it waits for no pause. */
  readonly endsAt: number;
  readonly end: (turnEnd: Pass | SmsTransportError) => void;
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
  private readonly pause = new GatePause();
  private readonly rate: RateWindow | undefined;
  private inside = 0;
  private timer: NodeJS.Timeout | undefined;
  private wakesAt = Infinity;

  /** Without limits it holds calls back only during a pause. */
  constructor(
    rate?: SmsRateLimit,
    private readonly maxConcurrency?: number,
  ) {
    this.rate = createRateWindow(rate, () => this.advance());
  }

  get waiting(): number {
    return this.queues.high.size + this.queues.normal.size;
  }

  /** A pass without waiting, if no other call waits and there is room. */
  tryEnter(weight: number): Pass | undefined {
    return this.waiting === 0 && this.pause.left === 0 ? this.grant(weight) : undefined;
  }

  /**
   * Waits for a pass. Rejects, with nothing sent, if the call ends first, and at once if a pause lasts
   * longer than the call.
   */
  enter(context: CallContext, weight: number): Promise<Pass> {
    const { deadline, inFailover, keep, mode, priority } = context;
    if (deadline.ended) return Promise.reject(deadline.error(deadline.ended));
    const isCounted = mode.waitCounts;
    // A call that must not wait for the end of a pause fails as one that is too short for it.
    const endsAt = inFailover ? 0 : isCounted ? deadline.at : Infinity;
    if (this.pause.outlasts(endsAt)) return Promise.reject(this.throttled());
    if (!isCounted) deadline.stopClock();
    return new Promise((resolve, reject) => {
      const queue = this.queues[priority];
      const end = (turnEnd: Pass | SmsTransportError): void => {
        stop();
        queue.remove(entry);
        if (!isCounted) deadline.startClock();
        if (turnEnd instanceof Error) reject(turnEnd);
        else resolve(turnEnd);
      };
      const entry = queue.push({ weight, endsAt, end });
      const stop = deadline.onEnd((reason) => {
        end(deadline.error(reason));
        this.advance();
      }, keep);
      this.advance();
    });
  }

  /** Makes room for the next call. Called once for each pass; see {@link Pass.end}. */
  leave(pass: Pass, how: PassEnd): void {
    pass.end(how);
    this.inside -= 1;
    // Without any, there is nothing to do in most accounts.
    if (this.waiting > 0 || this.pause.isOn) this.advance();
  }

  /**
   * Lets no call pass for a while, as the gateway asked. Calls whose deadline is earlier fail at once;
   * the others are released over a second when it ends.
   */
  hold(ms: number): void {
    this.pause.begin(ms);
    for (const queue of Object.values(this.queues)) {
      for (const { endsAt, end } of queue) {
        if (this.pause.outlasts(endsAt)) end(this.throttled());
      }
    }
    this.advance();
  }

  private advance(): void {
    for (let next = this.next(); next; next = this.next()) {
      const { opensAt } = this.pause;
      // Most accounts have no pause, and then need no clock.
      if (opensAt > 0 && opensAt > performance.now()) return this.wakeAt(opensAt);
      if (this.isFull) return this.wakeAt(Infinity);
      const pass = this.grant(next.weight);
      if (!pass) return this.wakeAt(this.rate?.freeAt ?? Infinity);
      this.pause.passed(this.waiting);
      next.end(pass);
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
    const msLeft = Math.ceil(time - performance.now());
    this.timer = setTimeout(advance, Math.min(msLeft, LONGEST_TIMER));
  }

  private throttled(): SmsTransportError {
    return new SmsTransportError(
      'throttled',
      'The gateway asked this account to wait (HTTP 429 with Retry-After), for longer than this request may take. Nothing was sent. Try again after retryAfter, or raise timeout.total.',
      { outcome: 'not-sent', retryAfter: Math.ceil(this.pause.left) },
    );
  }
}

/** How long it takes to release the calls that waited, once a pause has ended, in ms. */
const RELEASE = 1000;

/**
 * A pause that the gateway asked for, and the second after it. In that second, the waiting calls are released
 * evenly, because all at once they would be throttled again.
 */
class GatePause {
  isOn = false;
  /** Times by `performance.now()`. */
  private endsAt = 0;
  private nextAt = 0;

  /** Starts the pause, or extends it. At most an hour. */
  begin(ms: number): void {
    const endsAt = performance.now() + Math.min(ms, LONGEST_OBEYED);
    if (this.isOn && endsAt <= this.endsAt) return;
    this.isOn = true;
    this.endsAt = endsAt;
    this.nextAt = endsAt;
  }

  /** For how long no call may pass from now on, in ms. */
  get left(): number {
    return this.isOn ? Math.max(0, this.endsAt - performance.now()) : 0;
  }

  /** Whether the pause lasts beyond a time by `performance.now()`. */
  outlasts(time: number): boolean {
    return this.left > 0 && time < this.endsAt;
  }

  /** When the next waiting call may pass, by `performance.now()`; 0 if it does not have to wait. */
  get opensAt(): number {
    if (this.isOn && performance.now() >= this.endsAt + RELEASE) this.isOn = false;
    return this.isOn ? this.nextAt : 0;
  }

  /** @param waiting how many calls waited, including the one that passed */
  passed(waiting: number): void {
    if (this.isOn) this.nextAt += (this.endsAt + RELEASE - this.nextAt) / waiting;
  }

  drained(): void {
    if (this.left === 0) this.isOn = false;
  }
}
