import { brand, SmsGatewayError } from './sms-gateway.error.js';

/** One thing that is invalid in a message. */
export interface SmsMessageIssue {
  /** Where: `to`, `to[1]`, `text`, `fields.trackLink`. */
  readonly path: string;
  /**
   * What is invalid and what to provide instead, with values masked. Where a text differs from its
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

/** The message is invalid. Thrown before any request; `issues` says what to fix. */
export class SmsMessageError extends SmsGatewayError {
  /** What is invalid: 20 issues at most, and how many more there are. */
  readonly issues: readonly SmsMessageIssue[];

  /** @param issues not masked: they must show no value of the message */
  constructor(issues: readonly SmsMessageIssue[]) {
    const shown = issues.map((issue) => (issue instanceof SmsTextIssue ? issue.toJSON() : issue));
    const list = shown.map(({ path, message }) => `${path}: ${message}`).join('; ');
    super('SmsMessageError', `The message is invalid and was not sent. ${list}`, {
      code: 'message-invalid',
      outcome: 'not-sent',
      retryable: false,
    });
    this.issues = issues;
  }
}

brand(SmsMessageError, 'SmsMessageError');
