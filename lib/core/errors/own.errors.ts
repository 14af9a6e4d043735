// Errors from before the gateway is asked: nothing was sent.
import {
  brand,
  SmsGatewayError,
  type SmsGuardErrorCode,
  type SmsMessageErrorCode,
} from './sms-gateway.error.js';

/**
 * The options are invalid. Thrown while the module is built, so that the app does not start; the
 * message names the option and what to provide. It never shows the value of an option.
 */
export class SmsConfigurationError extends SmsGatewayError {
  /**
   * @param message not masked: it must name the option and show no value
   * @param account the name of the account. Default `'default'`
   */
  constructor(message: string, account?: string) {
    super('SmsConfigurationError', message, {
      code: 'configuration',
      outcome: 'not-sent',
      retryable: false,
      account,
    });
  }
}

brand(SmsConfigurationError, 'SmsConfigurationError');

/** One thing that is invalid in a message. */
export interface SmsMessageIssue {
  /** What is invalid: `to`, `to[1]`, `text`, `fields.trackLink`. */
  readonly path: string;
  /**
   * Why it is invalid and what to provide instead, with values masked. If a text differs from its
   * template, it shows the word that differs; logs and JSON get it masked.
   */
  readonly message: string;
}

/**
 * An issue whose `message` shows words of the text, for code that reads it. Logs and JSON get it without.
 *
 * @internal
 */
export class SmsTextIssue implements SmsMessageIssue {
  readonly #message: string;
  readonly #masked: string;

  constructor(
    readonly path: string,
    message: string,
    masked: string,
  ) {
    this.#message = message;
    this.#masked = masked;
  }

  get message(): string {
    return this.#message;
  }

  toJSON(): SmsMessageIssue {
    return { path: this.path, message: this.#masked };
  }
}

// The call may be about a message that was sent long ago: then the error does not say that nothing was sent.
const INVALID: Readonly<Record<SmsMessageErrorCode, string>> = {
  'message-invalid': 'The message is invalid and was not sent.',
  'argument-invalid': 'Invalid argument:',
};

/**
 * The message, or another argument of a call, is invalid. Thrown before any request; `issues` says what to
 * fix.
 */
export class SmsMessageError extends SmsGatewayError {
  /** `message-invalid`, or `argument-invalid` if what is invalid is not a message. */
  declare readonly code: SmsMessageErrorCode;
  /** What is invalid: 20 issues at most, and how many more there are. */
  readonly issues: readonly SmsMessageIssue[];

  /**
   * @param issues not masked: they must show no value of the message
   * @param code default `message-invalid`
   */
  constructor(issues: readonly SmsMessageIssue[], code: SmsMessageErrorCode = 'message-invalid') {
    const shownIssues = issues.map((issue) =>
      issue instanceof SmsTextIssue ? issue.toJSON() : issue,
    );
    const list = shownIssues.map(({ path, message }) => `${path}: ${message}`).join('; ');
    const message = `${INVALID[code]} ${list}`;
    super('SmsMessageError', message, { code, outcome: 'not-sent', retryable: false });
    this.issues = issues;
  }
}

brand(SmsMessageError, 'SmsMessageError');

/** What an `SmsGuardError` can carry besides its code and message. */
export interface SmsGuardErrorDetails {
  /** Whether the same message may be sent later. Default true. */
  readonly retryable?: boolean | undefined;
  /** Milliseconds until it may be sent. */
  readonly retryAfter?: number | undefined;
  /** The numbers that were refused. */
  readonly recipients?: readonly string[] | undefined;
}

/**
 * One of the app's own limits, in the options `guard` and `quiet`, refused the message. Nothing was sent
 * and no request was made.
 */
export class SmsGuardError extends SmsGatewayError {
  /** Which limit; see `SmsErrorCode`. */
  declare readonly code: SmsGuardErrorCode;

  readonly #recipients: readonly string[];

  /** @param message not masked: it must hold no secret, number or text */
  constructor(code: SmsGuardErrorCode, message: string, details: SmsGuardErrorDetails = {}) {
    const { retryable = true, retryAfter, recipients = [] } = details;
    super('SmsGuardError', message, { code, outcome: 'not-sent', retryable, retryAfter });
    this.#recipients = recipients;
  }

  /**
   * The numbers that were refused, if the code is `country`, `recipient-limit` or `opted-out`. They are never
   * printed, logged or serialised with the error. Only reading this property returns them.
   */
  get recipients(): readonly string[] {
    return this.#recipients;
  }
}

brand(SmsGuardError, 'SmsGuardError');
