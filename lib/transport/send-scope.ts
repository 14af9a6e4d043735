import { type SmsErrorOutcome, SmsTransportError } from '../errors/index.js';
import { offAbort, onAbort } from './shared-abort.js';

/** Why a send ended before its answer: its total deadline, the caller's signal, or a shutdown. */
export type EndReason = 'timeout' | 'aborted' | 'closed';

/**
 * The lifetime of one send, or of one login: whatever waits within it ends with it.
 *
 * It replaces an `AbortSignal`, which costs more than the rest of a send's bookkeeping. A real signal
 * is created only on demand.
 */
export class SendScope {
  /** Why it ended, once it has. */
  ended: EndReason | undefined;
  /**
   * How much of its time is kept for another account, in ms; 0 if there is none. What waits does not
   * wait into that time, and a request that has not been started by then is given up.
   */
  reserve = 0;

  private deadline: number;
  private timer: NodeJS.Timeout;
  private left = 0;
  private readonly listeners: ((reason: EndReason) => void)[] = [];
  private controller: AbortController | undefined;
  private readonly onAbort = (): void => this.end('aborted');

  /**
   * @param total ms until the deadline, waiting included
   * @param callerSignal the caller's, if any
   */
  constructor(
    total: number,
    private readonly callerSignal?: AbortSignal,
  ) {
    this.deadline = performance.now() + total;
    this.timer = setTimeout(() => this.end('timeout'), total);
    if (callerSignal?.aborted) this.end('aborted');
    else if (callerSignal) onAbort(callerSignal, this.onAbort);
  }

  /** Milliseconds to the deadline. */
  get remaining(): number {
    return this.deadline - performance.now();
  }

  /** Stops the deadline until {@link startClock}. */
  stopClock(): void {
    clearTimeout(this.timer);
    this.left = this.remaining;
  }

  /** Continues the deadline with the time that was left. */
  startClock(): void {
    if (this.ended) return;
    this.deadline = performance.now() + this.left;
    this.timer = setTimeout(() => this.end('timeout'), this.left);
  }

  /** An `AbortSignal` that aborts when this ends. */
  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.ended) this.controller.abort(endedError(this.ended, 'not-sent'));
    }
    return this.controller.signal;
  }

  /** Calls back when it ends. Check {@link ended} first: an earlier end is not reported. */
  onEnd(listener: (reason: EndReason) => void): void {
    this.listeners.push(listener);
  }

  offEnd(listener: (reason: EndReason) => void): void {
    const index = this.listeners.indexOf(listener);
    if (index !== -1) this.listeners.splice(index, 1);
  }

  /** Calls back when only {@link reserve} is left, if there is one. Clear the timer that it returns. */
  onLate(listener: () => void): NodeJS.Timeout | undefined {
    if (this.reserve === 0) return undefined;
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
      const onEnd = (reason: EndReason): void => reject(endedError(reason, 'not-sent'));
      this.onEnd(onEnd);
      const timer = this.onLate(() => onEnd('timeout'));
      work.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        this.offEnd(onEnd);
      });
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
    for (const listener of this.listeners.splice(0)) listener(reason);
  }

  /** Releases the timer and the caller's signal. */
  dispose(): void {
    clearTimeout(this.timer);
    if (this.callerSignal) offAbort(this.callerSignal, this.onAbort);
  }
}

/** The error for a send that ended before its answer. */
export function endedError(reason: EndReason, outcome: SmsErrorOutcome): SmsTransportError {
  const known = outcome === 'not-sent';
  const then = known
    ? 'Nothing was sent.'
    : 'The message may have been sent. Look it up at the gateway before you send it again.';
  const why = {
    timeout: `A deadline passed before ${known ? 'the request was started' : 'the gateway answered'}.`,
    aborted: 'The caller aborted the send.',
    closed: 'The account was closed, or the app is shutting down.',
  }[reason];
  return new SmsTransportError(reason, `${why} ${then}`, { outcome });
}
