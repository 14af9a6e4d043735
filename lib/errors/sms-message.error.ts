import { brand, SmsGatewayError } from './sms-gateway.error.js';

/** One thing that is invalid in a message. */
export interface SmsMessageIssue {
  /** Where: `to`, `to[1]`, `text`, `fields.trackLink`. */
  readonly path: string;
  /** What is invalid and what to provide instead, with values masked. */
  readonly message: string;
}

/** The message is invalid. Thrown before any request; `issues` says what to fix. */
export class SmsMessageError extends SmsGatewayError {
  /** What is invalid: 20 issues at most, and how many more there are. */
  readonly issues: readonly SmsMessageIssue[];

  /** @param issues not masked: they must show no value of the message */
  constructor(issues: readonly SmsMessageIssue[]) {
    const list = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
    super('SmsMessageError', `The message is invalid and was not sent. ${list}`, {
      code: 'message-invalid',
      outcome: 'not-sent',
      retryable: false,
    });
    this.issues = issues;
  }
}

brand(SmsMessageError, 'SmsMessageError');
