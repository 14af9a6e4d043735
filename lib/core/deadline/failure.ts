import type { NoUnread } from '../common/no-unread.js';
import { type SmsErrorCode, type SmsGatewayError, SmsResponseError } from '../errors/index.js';
import type { SmsReceipt } from '../errors/sms-receipt.js';
import { meaningOf } from '../protocol/gateway-answer.js';
import { LONGEST_OBEYED } from '../protocol/retry-after.js';

/** How long, in ms, a failed account goes to the end of a failover's order and may hold its queue. */
export const SET_BACK = 10_000;

/** What a failure is about: the message, the credentials, the account and the way to its gateway, a limit of the app, or the caller. */
type Subject = 'message' | 'credentials' | 'account' | 'limit' | 'caller';

/** What the end of an attempt means. The only place that says so: the gate, retries, the breaker, failovers and the queue read it. */
export interface Failure {
  readonly about: Subject;
  /** What it says about the gateway. One that answers is up, whatever it says. */
  readonly gateway: 'up' | 'down' | 'unproved';
  /** Whether the account may make the same attempt again: nothing was sent, and it may work. */
  readonly isRepeatable: boolean;
  /** Whether the next sends would probably fail in the same way, so that a run starts only one send at a time. */
  readonly isOutage: boolean;
  /** For how long the gateway wants no calls of this account, in ms, up to an hour. */
  readonly hold: number;
}

const CODES: Readonly<Record<SmsErrorCode, readonly [Subject, Failure['gateway']]>> = {
  configuration: ['account', 'unproved'],
  'message-invalid': ['message', 'unproved'],
  'argument-invalid': ['caller', 'unproved'],
  'login-refused': ['credentials', 'up'],
  'login-unusable': ['credentials', 'up'],
  'credentials-refused': ['credentials', 'up'],
  'credentials-unavailable': ['credentials', 'unproved'],
  country: ['limit', 'unproved'],
  segments: ['limit', 'unproved'],
  'recipient-limit': ['limit', 'unproved'],
  'daily-limit': ['limit', 'unproved'],
  'quiet-hours': ['limit', 'unproved'],
  'opted-out': ['limit', 'unproved'],
  'opt-out-unknown': ['limit', 'unproved'],
  rejected: ['message', 'up'],
  'recipients-rejected': ['message', 'up'],
  'connection-failed': ['account', 'down'],
  'connection-lost': ['account', 'down'],
  'gateway-failed': ['account', 'down'],
  timeout: ['account', 'down'],
  throttled: ['account', 'up'],
  redirected: ['account', 'up'],
  aborted: ['caller', 'unproved'],
  closed: ['caller', 'unproved'],
  'login-failed': ['account', 'unproved'],
  'request-failed': ['account', 'unproved'],
  'breaker-open': ['account', 'unproved'],
  'queue-failed': ['account', 'unproved'],
  'worker-lost': ['account', 'unproved'],
  'answer-unclear': ['account', 'up'],
  'answer-mismatched': ['account', 'up'],
  'answer-unreadable': ['account', 'up'],
  'answer-too-large': ['account', 'up'],
  'otp-limit': ['limit', 'unproved'],
  'otp-store': ['account', 'unproved'],
};

/**
 * The send got no answer: it has no credentials, perhaps until the end of a cool-down, the breaker is open, or the app
 * does not say who has opted out.
 */
const HELD_BACK: ReadonlySet<SmsErrorCode> = new Set([
  'login-failed',
  'login-refused',
  'login-unusable',
  'credentials-unavailable',
  'breaker-open',
  'opt-out-unknown',
]);

/** Reads what an error of an attempt means. */
export function readFailure(error: SmsGatewayError): Failure {
  const { code, outcome, retryAfter = 0, retryable } = error;
  const [about, of] = CODES[code];
  // It carries the status of its answer, also if it was made by an app or in another copy of the package.
  const status = error instanceof SmsResponseError ? meaningOf(error.httpStatus) : undefined;
  const isNotSent = outcome === 'not-sent';
  const isThrottled = code === 'throttled' || status === 'throttled';
  // A lookup that the gateway does not serve says nothing of its sends.
  const gateway = code === 'gateway-failed' && isNotSent && !retryable ? 'unproved' : of;
  return {
    // It may have been sent, and its credentials may have been refused.
    about: code === 'answer-unclear' && status === 'refused' ? 'credentials' : about,
    gateway,
    // A send that waits for an open breaker would make its caller wait for a gateway that is down.
    isRepeatable: isNotSent && retryable && about === 'account' && code !== 'breaker-open',
    isOutage: gateway === 'down' || isThrottled || HELD_BACK.has(code),
    hold: isThrottled ? Math.min(retryAfter, LONGEST_OBEYED) : 0,
  };
}

const NOBODY: readonly string[] = Object.freeze([]);

/** How a send or a lookup failed. */
export class CallFailure {
  constructor(
    readonly error: SmsGatewayError,
    /** Whether credentials were refused because of the message, which says nothing of the account. */
    readonly aboutMessage = false,
    /** The recipients that the option `reach` kept back; the rest is what failed. */
    readonly held = NOBODY,
    /**
     * Reports a refusal by the app's own limits that nobody has learned of yet: a run or a queue may send the
     * message later, or in parts. Called if it gives up: all of the message, or these recipients.
     */
    readonly giveUp?: (recipients?: readonly string[]) => void,
  ) {}
}

/** How a send ended that did not fail: what the app gets, and what only the package reads. */
export interface SendSuccess {
  readonly receipt: SmsReceipt;
  /** How long it waited for its turn, in ms, all its waits together. */
  readonly waited: number;
}

/** How an account ends a send. Only `send` throws the error of one that failed; see {@link receiptOf}. */
export type SendResult = SendSuccess | CallFailure;

/** What an app gets of a send. */
export function receiptOf(result: SendResult): SmsReceipt {
  return resultOf<SendSuccess>(result).receipt;
}

/** The result of a call, if it did not fail. */
export function resultOf<T>(end: T | CallFailure): T {
  if (end instanceof CallFailure) throw end.error;
  return end;
}

/** How often and after which pauses a call is retried. Times in ms. */
export interface RetryPolicyOptions {
  /** Attempts in all, the first one included. */
  readonly attempts: number;
  /** The longest first pause; it doubles with each retry. */
  readonly base: number;
  /** The longest pause. */
  readonly cap: number;
  /** The points that all calls share; see {@link RetryPolicy}. */
  readonly budget: number;
}

const RETRY_COST = 5;

/**
 * Decides what is retried: only what was definitely not sent.
 *
 * Retries share a budget of points, so that an outage does not multiply the load: each retry costs 5,
 * each answer returns 1, and without points nothing is retried.
 */
export class RetryPolicy {
  /** The points that retries took, and answers did not return yet. */
  private spent = 0;

  constructor(private readonly options: RetryPolicyOptions) {}

  /** Returns a point for an answer. */
  refund(): void {
    this.spent = Math.max(0, this.spent - 1);
  }

  /**
   * The pause before a call is retried, in ms; undefined if it must not be. Call {@link spend} if it is.
   *
   * @param retries how many of its attempts were retries
   * @param remaining ms until its deadline
   * @param isHeld whether the account's gate makes the next attempt wait as long as the gateway asked
   */
  pauseBefore(error: SmsGatewayError, retries: number, remaining: number, isHeld = false) {
    const { attempts, base, budget, cap, ...unread } = this.options;
    void (unread satisfies NoUnread);
    if (retries + 1 >= attempts || !readFailure(error).isRepeatable) return undefined;
    const longest = Math.min(cap, base * 2 ** retries);
    const pause = isHeld ? 0 : Math.max(Math.random() * longest, error.retryAfter ?? 0);
    // A pause beyond the deadline would only delay the same error.
    return pause >= remaining || budget - this.spent < RETRY_COST ? undefined : pause;
  }

  /** Takes the points of a retry. */
  spend(): void {
    this.spent += RETRY_COST;
  }
}
