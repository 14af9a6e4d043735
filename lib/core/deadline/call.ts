import { type SmsErrorOutcome, SmsTransportError } from '../errors/index.js';
import { LONGEST_TIMER } from '../common/timers.js';
import { offAbort, onAbort } from './shared-abort.js';
import type { StartPermit } from './start-permit.js';

/** Why a call ended before its answer: its total deadline, the caller's signal, or a shutdown. */
export type EndReason = 'timeout' | 'aborted' | 'closed';

/** The deadlines of a call, in ms. */
export interface CallTimeout {
  /** From its start, waiting included. */
  readonly total: number;
  /** From when a socket takes its request. */
  readonly attempt: number;
}

/** The request of a call that is in progress. */
export interface EndableRequest {
  /** Whether it may have begun. False again once it has ended. */
  readonly mayHaveBegun: boolean;
  fail(failure: { readonly kind: EndReason }): void;
}

/**
 * One send, lookup or login in progress, with its deadlines and attempts. What waits within it ends with it.
 *
 * It replaces an `AbortSignal`, which costs more than the rest of a send's bookkeeping. A real signal
 * is created only on demand.
 */
export class Call {
  /** Why it ended, once it has. */
  ended: EndReason | undefined;
  /**
   * How much of its time is kept for another account, in ms; 0 if there is none. What waits does not
   * wait into that time, and a request that has not been started by then is given up.
   */
  reserve = 0;
  /** The number of the current attempt: 1 for the first one. */
  attempt = 1;
  /** How many of the attempts were retries. */
  retries = 0;
  /** Told when a socket takes its request, if the dispatcher reports it. */
  pass: { started(): void } | undefined;
  /** Its request, which ends together with it. */
  request: EndableRequest | undefined;

  /** The total deadline, by `performance.now()`. */
  deadline: number;
  private readonly attemptTimeout: number;
  private attemptDeadline = Infinity;
  private timer: NodeJS.Timeout | undefined;
  /** When the timer fires, by `performance.now()`. */
  private wakesAt = Infinity;
  /** The time that was left when the clock was stopped. */
  private left = 0;
  private readonly listeners: ((reason: EndReason) => void)[] = [];
  private permit: StartPermit | undefined;
  private controller: AbortController | undefined;
  private readonly onAbort: (() => void) | undefined;

  /** @param callerSignal the caller's, if any */
  constructor(
    { total, attempt }: CallTimeout,
    private readonly callerSignal?: AbortSignal,
  ) {
    const now = performance.now();
    this.deadline = now + total;
    this.attemptTimeout = attempt;
    // One timer for both deadlines, armed once in most calls: none can pass before the shorter one.
    this.arm(now, now + Math.min(total, attempt));
    if (!callerSignal) return;
    this.onAbort = () => this.end('aborted');
    if (callerSignal.aborted) this.end('aborted');
    else onAbort(callerSignal, this.onAbort);
  }

  /** If the send has a permit, no request begins without its permission. */
  obey(permit: StartPermit | undefined): void {
    if (!permit) return;
    this.permit = permit;
    permit.withdraw = () => {
      if (!this.request?.mayHaveBegun) this.end('aborted');
    };
  }

  /** Called when a request would begin. Ends the call if the request is not permitted. */
  checkPermit(): void {
    if (this.permit?.isGiven() === false) this.end('aborted');
  }

  /** Milliseconds to the total deadline. */
  get remaining(): number {
    return this.deadline - performance.now();
  }

  /** Stops the total deadline until {@link startClock}. */
  stopClock(): void {
    this.left = this.remaining;
    this.deadline = Infinity;
  }

  /** Continues the total deadline with the time that was left. */
  startClock(): void {
    if (this.ended) return;
    const now = performance.now();
    this.deadline = now + this.left;
    if (this.deadline < this.wakesAt) this.arm(now, this.deadline);
  }

  /** Starts the deadline of the attempt: a socket took the request. */
  requestStarted(): void {
    this.pass?.started();
    if (this.permit) this.permit.hasBegun = true;
    const now = performance.now();
    this.attemptDeadline = now + this.attemptTimeout;
    if (this.attemptDeadline < this.wakesAt) this.arm(now, this.attemptDeadline);
  }

  /** Ends the deadline of the attempt. */
  requestEnded(): void {
    this.attemptDeadline = Infinity;
  }

  /** Starts counting again: another account, or another part of the message, is next. */
  protected forgetAttempts(): void {
    this.attempt = 1;
    this.retries = 0;
  }

  /** An `AbortSignal` that aborts when this ends. */
  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.ended) this.controller.abort(endedError(this.ended, 'not-sent'));
    }
    return this.controller.signal;
  }

  /**
   * Calls back when it ends, or when only {@link reserve} is left. Check {@link ended} first: an earlier end is
   * not reported.
   *
   * @returns what stops that
   */
  onEnd(listener: (reason: EndReason) => void): () => void {
    this.listeners.push(listener);
    const timer = this.onLate(() => listener('timeout'));
    return () => {
      clearTimeout(timer);
      const index = this.listeners.indexOf(listener);
      if (index !== -1) this.listeners.splice(index, 1);
    };
  }

  /** Calls back when only {@link reserve} is left, if there is one. Clear the timer that it returns. */
  onLate(listener: () => void): NodeJS.Timeout | undefined {
    if (this.reserve === 0 || this.deadline === Infinity) return undefined;
    // Node.js warns of a negative delay.
    return setTimeout(listener, Math.max(0, this.remaining - this.reserve));
  }

  /**
   * Waits for work that sends nothing, for example a login or a pause. Rejects if this ends first,
   * or if only {@link reserve} is left.
   */
  wait<T>(work: Promise<T>): Promise<T> {
    if (this.ended) {
      work.catch(() => undefined);
      return Promise.reject(endedError(this.ended, 'not-sent'));
    }
    return new Promise<T>((resolve, reject) => {
      const stop = this.onEnd((reason) => {
        // The work may never end.
        stop();
        reject(endedError(reason, 'not-sent'));
      });
      work.then(resolve, reject).finally(stop);
    });
  }

  /** Waits for a time in ms. Rejects if this ends first. */
  pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const passed = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
    return this.wait(passed).finally(() => clearTimeout(timer));
  }

  end(reason: EndReason): void {
    if (this.ended) return;
    this.ended = reason;
    this.dispose();
    this.controller?.abort(endedError(reason, 'not-sent'));
    this.request?.fail({ kind: reason });
    for (const listener of this.listeners.splice(0)) listener(reason);
  }

  /** Releases the timer and the caller's signal. */
  dispose(): void {
    clearTimeout(this.timer);
    this.wakesAt = Infinity;
    if (this.onAbort && this.callerSignal) offAbort(this.callerSignal, this.onAbort);
  }

  private arm(now: number, time: number): void {
    clearTimeout(this.timer);
    this.wakesAt = time;
    // The longest timeout may have grown by rounding: it was added to a time and subtracted again.
    this.timer = setTimeout(Call.wake, Math.min(time - now, LONGEST_TIMER), this);
  }

  private static wake(this: void, call: Call): void {
    const now = performance.now();
    const { attemptDeadline, deadline } = call;
    call.wakesAt = Infinity;
    if (now >= deadline) return call.end('timeout');
    if (now >= attemptDeadline) call.request?.fail({ kind: 'timeout' });
    const next = Math.min(deadline, call.attemptDeadline);
    if (next !== Infinity && !call.ended) call.arm(now, next);
  }
}

/** The error for a call that ended before its answer. */
export function endedError(reason: EndReason, outcome: SmsErrorOutcome): SmsTransportError {
  const known = outcome === 'not-sent';
  const then = known
    ? 'Nothing was sent.'
    : 'The message may have been sent. Look it up at the gateway before you send it again.';
  const why = {
    timeout: `A deadline passed before ${known ? 'the request was started' : 'the gateway answered'}.`,
    aborted: 'The caller aborted the request.',
    closed: 'The account was closed, or the app is shutting down.',
  }[reason];
  return new SmsTransportError(reason, `${why} ${then}`, { outcome });
}
