/**
 * The codes of an `SmsAuthenticationError`:
 *
 * | code | meaning |
 * |---|---|
 * | `login-refused` | the token endpoint refused the login |
 * | `login-unusable` | its answer held no usable token |
 * | `credentials-refused` | the send endpoint refused the credentials |
 * | `credentials-unavailable` | the app's own strategy, or its function given as `password` or `apiKey`, gave none |
 */
export type SmsAuthenticationErrorCode =
  'login-refused' | 'login-unusable' | 'credentials-refused' | 'credentials-unavailable';

/**
 * The codes of an `SmsMessageError`: `message-invalid`: the message is invalid; `argument-invalid`: another
 * argument is, for example an id, a code or an option.
 */
export type SmsMessageErrorCode = 'message-invalid' | 'argument-invalid';

/**
 * The codes of an `SmsGuardError`:
 *
 * | code | meaning |
 * |---|---|
 * | `country` | `guard.countries` does not list the country of a recipient |
 * | `segments` | the text takes more segments than `guard.maxSegments` |
 * | `recipient-limit` | a recipient got as many messages as `guard.perRecipient` allows |
 * | `daily-limit` | the account sent to as many recipients as `guard.perDay` allows |
 * | `quiet-hours` | the option `quiet` holds messages back at this time |
 * | `opted-out` | `guard.optedOut` names a recipient |
 * | `opt-out-unknown` | `guard.optedOut` failed, or did not answer within 5 s |
 */
export type SmsGuardErrorCode =
  | 'country'
  | 'segments'
  | 'recipient-limit'
  | 'daily-limit'
  | 'quiet-hours'
  | 'opted-out'
  | 'opt-out-unknown';

/**
 * The codes of an `SmsRejectedError`: `rejected`, the gateway rejected the message;
 * `recipients-rejected`, it listed every recipient as invalid.
 */
export type SmsRejectedErrorCode = 'rejected' | 'recipients-rejected';

/**
 * The codes of an `SmsTransportError`:
 *
 * | code | meaning |
 * |---|---|
 * | `connection-failed` | refused, name not found, TLS failed, not open within `timeout.connect` |
 * | `connection-lost` | reset, closed or garbled after the request was started |
 * | `timeout` | `timeout.attempt` or `timeout.total` passed |
 * | `aborted` | the caller's signal |
 * | `closed` | the account was closed, or the app is shutting down |
 * | `throttled` | the gateway answered 429 |
 * | `redirected` | it answered 3xx, which is never followed |
 * | `gateway-failed` | it answered 5xx |
 * | `login-failed` | the login got no answer |
 * | `request-failed` | the request could not be made, for example because an interceptor threw |
 * | `breaker-open` | the circuit breaker is open |
 * | `queue-failed` | the store of the queue did not answer |
 * | `worker-lost` | the queue's worker that had the message ended before it stored an outcome; only in events and in the outcomes of queued messages |
 */
export type SmsTransportErrorCode =
  | 'connection-failed'
  | 'connection-lost'
  | 'timeout'
  | 'aborted'
  | 'closed'
  | 'throttled'
  | 'redirected'
  | 'gateway-failed'
  | 'login-failed'
  | 'request-failed'
  | 'breaker-open'
  | 'queue-failed'
  | 'worker-lost';

/**
 * The codes of an `SmsResponseError`:
 *
 * | code | meaning |
 * |---|---|
 * | `answer-unclear` | the answer proves neither acceptance nor rejection |
 * | `answer-mismatched` | it names only other recipients, or has a token, so it belongs to another request |
 * | `answer-unreadable` | it could not be decoded |
 * | `answer-too-large` | it is longer than `maxAnswerBytes` |
 */
export type SmsResponseErrorCode =
  'answer-unclear' | 'answer-mismatched' | 'answer-unreadable' | 'answer-too-large';

/** The code of an `SmsOtpLimitError` and of an `SmsOtpStoreError`, of `nestjs-sms-gateway/otp`. */
export type SmsOtpErrorCode = 'otp-limit' | 'otp-store';

/** What went wrong, as a word that programs can compare. Each code belongs to one error class. */
export type SmsErrorCode =
  | 'configuration'
  | SmsMessageErrorCode
  | SmsAuthenticationErrorCode
  | SmsGuardErrorCode
  | SmsRejectedErrorCode
  | SmsTransportErrorCode
  | SmsResponseErrorCode
  | SmsOtpErrorCode;

/**
 * What is known about a send that failed: `not-sent`, the gateway definitely did not take it;
 * `unknown`, it may have.
 */
export type SmsErrorOutcome = 'not-sent' | 'unknown';

/** The fields of every error of this package, besides its message. */
export interface SmsGatewayErrorDetails {
  /** What went wrong, as a word that programs can compare. */
  readonly code: SmsErrorCode;
  /** Whether the gateway may have taken the message. */
  readonly outcome: SmsErrorOutcome;
  /** Whether the same send made later is safe and may work. */
  readonly retryable: boolean;
  /** Milliseconds to wait first, if the gateway or a cool-down gave a time. */
  readonly retryAfter?: number | undefined;
  /** The name of the account. Default `'default'`. */
  readonly account?: string | undefined;
}

/**
 * The base of every error that this package throws.
 *
 * No password, key, token, number or text is in its message, stack, cause or fields. The gateway's
 * answer is available only to code that reads it: see `SmsRejectedError.raw`.
 * `instanceof` works across two copies of the package in one process.
 */
export abstract class SmsGatewayError extends Error {
  /** What went wrong, as a word that programs can compare. */
  readonly code: SmsErrorCode;
  /** `not-sent`: the gateway definitely did not take the message; `unknown`: it may have. */
  readonly outcome: SmsErrorOutcome;
  /** Whether the same send made later is safe and may work. Never true if `outcome` is `unknown`. */
  readonly retryable: boolean;
  /** Milliseconds to wait before the next attempt, if known. */
  declare readonly retryAfter?: number;
  /** The name of the account that the message was sent through; `'default'` for the default account. */
  readonly account: string;

  /** @param name the name of the class, which a minifier would change */
  protected constructor(name: string, message: string, details: SmsGatewayErrorDetails) {
    super(message);
    // Not enumerable, like the name of built-in errors.
    Object.defineProperty(this, 'name', { value: name, configurable: true, writable: true });
    this.code = details.code;
    this.outcome = details.outcome;
    this.retryable = details.retryable;
    if (details.retryAfter !== undefined) this.retryAfter = details.retryAfter;
    this.account = details.account ?? 'default';
  }

  /** The error as plain data, for logs and for queues that carry errors between processes. */
  toJSON(): object {
    return Object.assign({ name: this.name, message: this.message }, this);
  }
}

brand(SmsGatewayError, 'SmsGatewayError');

type Inspect = (value: unknown, options: object) => string;

// Without this, `inspect(error, { getters: true, showHidden: true })` would show the gateway's answer.
Object.defineProperty(SmsGatewayError.prototype, Symbol.for('nodejs.util.inspect.custom'), {
  value(this: SmsGatewayError, depth: number, options: object, inspect: Inspect): string {
    const safe = { ...options, depth, customInspect: false, getters: false, showHidden: false };
    return inspect(this, safe);
  },
});

/**
 * Sets the name of the account on an error. Has no effect on a frozen error.
 *
 * @internal
 */
export function setAccount(error: SmsGatewayError, account: string): void {
  Reflect.defineProperty(error, 'account', { value: account, enumerable: true });
}

/**
 * Makes `instanceof` work across two copies of the package in one process. The brand is on the
 * prototype: an instance has those of its base classes too, and printing an error shows none.
 *
 * @internal
 */
export function brand(constructor: Function, name: string): void {
  const key = Symbol.for(`nestjs-sms-gateway:${name}`);
  Object.defineProperty(constructor.prototype, key, { value: true });
  Object.defineProperty(constructor, Symbol.hasInstance, {
    value(this: Function, value: unknown): boolean {
      // A class of the app that extends this one has no brand.
      if (this !== constructor) return Function.prototype[Symbol.hasInstance].call(this, value);
      return typeof value === 'object' && value !== null && key in value;
    },
  });
}
