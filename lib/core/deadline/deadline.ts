import { type SmsErrorOutcome, type SmsGatewayError, SmsTransportError } from '../errors/index.js';
import { LONGEST_TIMER } from '../common/timers.js';
import { offAbort, onAbort } from './shared-abort.js';

/**
 * A timer that fires later than this, in ms, shows that the process was frozen or its event loop blocked. An answer may
 * then lie in its socket, unread.
 */
const LATE = 500;

/** Why a call ended before its answer: its total deadline, the caller's signal, or a shutdown. */
export type EndReason = 'timeout' | 'aborted' | 'closed';

/** The deadlines of a call, in ms. */
export interface CallTimeout {
  /** From its start, waiting included. */
  readonly total: number;
  /** From when a socket takes its request. */
  readonly attempt: number;
  /** Set if the deadlines are those of the option `timeout`. Otherwise, errors name no option. */
  readonly connect?: number;
}

/** The request of a call that is in progress. */
export interface EndableRequest {
  /** Whether it may have begun. False again once it has ended. */
  readonly mayHaveBegun: boolean;
  fail(failure: { readonly kind: EndReason; readonly option?: 'attempt' }): void;
}

/** What is passed along with a request. */
export interface Outgoing {
  /** Ends it. */
  readonly deadline: Deadline;
  /** A request that has not been started this long before the deadline is given up, in ms; 0 if it is not. */
  readonly keep: number;
  /** Told when a socket takes the request, if the dispatcher reports it. */
  started(): void;
}

/** For a request that does not wait for a turn, for example a login. */
export function outgoing(deadline: Deadline): Outgoing {
  return { deadline, keep: 0, started: () => undefined };
}

/**
 * The deadlines of one send, lookup or login in progress, shared by all accounts that a send tries. What waits
 * within it ends with it.
 *
 * It replaces an `AbortSignal`, which costs more than the rest of a send's bookkeeping. A real signal
 * is created only on demand.
 *
 * A wait or a request with a time to `keep` ends that many ms before the total deadline, even if that moves: the
 * time is kept for another account. It is 0 if there is none.
 */
export class Deadline {
  private reason: EndReason | undefined;
  /** The total deadline, by `performance.now()`. */
  private totalAt: number;
  private attemptAt = Infinity;
  /** The request that ends together with it. */
  private request: EndableRequest | undefined;
  private timer: NodeJS.Timeout | undefined;
  private afterTurn: NodeJS.Immediate | undefined;
  /** When the timer fires, by `performance.now()`. */
  private wakesAt = Infinity;
  /** The time that was left when the clock was stopped. */
  private timersLeft = 0;
  private readonly listeners: ((reason: EndReason) => void)[] = [];
  private controller: AbortController | undefined;
  private readonly onAbort: (() => void) | undefined;

  /**
   * @param callerSignal the caller's, if any
   * @param permit no request begins without its permission
   */
  constructor(
    private readonly timeout: CallTimeout,
    private readonly callerSignal?: AbortSignal,
    private readonly permit?: StartPermit,
  ) {
    const { total, attempt } = timeout;
    const now = performance.now();
    this.totalAt = now + total;
    // One timer for both deadlines, armed once in most calls: none can pass before the shorter one.
    this.arm(now, now + Math.min(total, attempt));
    if (permit) permit.withdraw = () => !this.request?.mayHaveBegun && this.end('aborted');
    if (!callerSignal) return;
    this.onAbort = () => this.end('aborted');
    onAbort(callerSignal, this.onAbort);
  }

  /** Why it ended, once it has. */
  get ended(): EndReason | undefined {
    return this.reason;
  }

  /** When it ends, by `performance.now()`. */
  get at(): number {
    return this.totalAt;
  }

  /** Milliseconds to the total deadline; 0 after it. */
  get remaining(): number {
    return this.reason ? 0 : Math.max(0, this.totalAt - performance.now());
  }

  /** Stops the total deadline until {@link startClock}. */
  stopClock(): void {
    this.timersLeft = this.remaining;
    this.totalAt = Infinity;
  }

  /** Continues the total deadline with the time that was left. */
  startClock(): void {
    if (this.reason) return;
    const now = performance.now();
    this.totalAt = now + this.timersLeft;
    if (this.totalAt < this.wakesAt) this.arm(now, this.totalAt);
  }

  /**
   * Called before a request begins. Returns why it must not begin; without permission or time, the send ends here.
   */
  checkPermit(): EndReason | undefined {
    if (this.permit?.isGiven() === false) this.end('aborted');
    // Its timer may be late.
    if (performance.now() >= this.totalAt) this.end('timeout');
    return this.reason;
  }

  /** Takes the request that ends together with it. */
  begin(request: EndableRequest): void {
    this.request = request;
  }

  /** Starts the deadline of the attempt: a socket took the request. */
  requestStarted(): void {
    if (this.permit) this.permit.hasBegun = true;
    const now = performance.now();
    this.attemptAt = now + this.timeout.attempt;
    if (this.attemptAt < this.wakesAt) this.arm(now, this.attemptAt);
  }

  /** Ends the deadline of the attempt. */
  requestEnded(): void {
    this.attemptAt = Infinity;
  }

  /** An `AbortSignal` that aborts when this ends. */
  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.reason) this.controller.abort(this.error(this.reason));
    }
    return this.controller.signal;
  }

  /**
   * Calls back when it ends, or when only the time to keep is left. Check {@link ended} first: an earlier end is
   * not reported.
   *
   * @returns what stops that
   */
  onEnd(listener: (reason: EndReason) => void, keep: number): () => void {
    this.listeners.push(listener);
    // Node.js warns of a negative delay.
    const timer =
      keep === 0 || this.totalAt === Infinity
        ? undefined
        : setTimeout(listener, Math.max(0, this.remaining - keep), 'timeout');
    return () => {
      clearTimeout(timer);
      const index = this.listeners.indexOf(listener);
      if (index !== -1) this.listeners.splice(index, 1);
    };
  }

  /**
   * Waits for work that sends nothing, for example a login or a pause. Rejects if this ends first,
   * or if only the time to keep is left.
   */
  wait<T>(work: Promise<T>, keep = 0): Promise<T> {
    if (this.reason) {
      work.catch(() => undefined);
      return Promise.reject(this.error(this.reason));
    }
    return new Promise<T>((resolve, reject) => {
      const stop = this.onEnd((reason) => {
        // The work may never end.
        stop();
        reject(this.error(reason));
      }, keep);
      work.then(resolve, reject).finally(stop);
    });
  }

  /** Waits for a time in ms. Rejects if this ends first. */
  pause(ms: number, keep = 0): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const passed = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
    return this.wait(passed, keep).finally(() => clearTimeout(timer));
  }

  /** The error that ends a part of a call, naming the deadline that passed: a share of it if the call goes on. */
  error(
    reason: EndReason,
    outcome: SmsErrorOutcome = 'not-sent',
    option: 'attempt' | 'total' = 'total',
  ): SmsTransportError {
    const { connect, [option]: ms } = this.timeout;
    const isShare = option === 'total' && !this.reason;
    const limit = `${isShare ? "This account's share of " : ''}timeout.${option} (${ms} ms)`;
    return endedError(reason, outcome, connect === undefined ? undefined : limit);
  }

  end(reason: EndReason): void {
    if (this.reason) return;
    this.reason = reason;
    this.dispose();
    this.controller?.abort(this.error(reason));
    this.request?.fail({ kind: reason });
    for (const listener of this.listeners.splice(0)) listener(reason);
  }

  /** Releases the timer and the caller's signal. */
  dispose(): void {
    clearTimeout(this.timer);
    clearImmediate(this.afterTurn);
    this.wakesAt = Infinity;
    if (this.onAbort && this.callerSignal) offAbort(this.callerSignal, this.onAbort);
  }

  private arm(now: number, time: number): void {
    clearTimeout(this.timer);
    this.wakesAt = time;
    // The longest timeout may have grown by rounding: it was added to a time and subtracted again.
    this.timer = setTimeout(Deadline.wake, Math.min(time - now, LONGEST_TIMER), this);
  }

  private static wake(this: void, deadline: Deadline): void {
    if (performance.now() - deadline.wakesAt <= LATE) return Deadline.look(deadline);
    // Node.js reads all sockets before it runs this.
    deadline.afterTurn = setImmediate(Deadline.look, deadline);
  }

  private static look(this: void, deadline: Deadline): void {
    const now = performance.now();
    const { attemptAt, totalAt } = deadline;
    deadline.wakesAt = Infinity;
    if (now >= totalAt) return deadline.end('timeout');
    if (now >= attemptAt) deadline.request?.fail({ kind: 'timeout', option: 'attempt' });
    const next = Math.min(totalAt, deadline.attemptAt);
    if (next !== Infinity && !deadline.reason) deadline.arm(now, next);
  }
}

/** Why there was no answer: the deadline that passed, as {@link endedError} says it, or the code. */
export function causeOf({ code, message }: SmsGatewayError): string {
  const [passed] = /^timeout\..*\) passed/.exec(message) ?? [];
  return passed === undefined ? ` (${code})` : `: ${passed}`;
}

/** The error for a call that ended before its answer. */
export function endedError(
  reason: EndReason,
  outcome: SmsErrorOutcome,
  limit = 'A deadline',
): SmsTransportError {
  const isNotSent = outcome === 'not-sent';
  const then = isNotSent
    ? 'Nothing was sent.'
    : 'The message may have been sent. Look it up at the gateway before you send it again.';
  const why = {
    timeout: `${limit} passed before ${isNotSent ? 'the request was started' : 'the gateway answered'}.`,
    aborted: 'The caller aborted the request.',
    closed: 'The account was closed, or the app is shutting down.',
  }[reason];
  return new SmsTransportError(reason, `${why} ${then}`, { outcome });
}

/**
 * The permission to begin a send. Its owner may withdraw it: a queue, for example, whose messages may be
 * cancelled while they wait for a login. A request that has begun goes on, but no other request follows.
 */
export class StartPermit {
  /** Whether a request of the send has begun. */
  hasBegun = false;
  /** Ends the send, unless its request has begun. Set by the send. */
  withdraw: () => void = () => undefined;

  /** @param isGiven called at the moment when a request would begin */
  constructor(readonly isGiven: () => boolean) {}
}
