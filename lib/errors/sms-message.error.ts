import { brand } from './brand.js';
import { SmsGatewayError } from './sms-gateway.error.js';

/** One thing that is wrong with a message. */
export interface SmsMessageIssue {
  /** Where: `to`, `to[1]`, `text`, `fields.trackLink`. */
  readonly path: string;
  /** What is wrong and what to give, with values masked. */
  readonly message: string;
}

/** The message is wrong. Thrown before any request; `issues` names everything that is wrong with it. */
export class SmsMessageError extends SmsGatewayError {
  /** Everything that is wrong, in the order of the message's keys. */
  readonly issues: readonly SmsMessageIssue[];

  /** @param issues not masked: show no value of the message in them */
  constructor(issues: readonly SmsMessageIssue[]) {
    const list = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
    super('SmsMessageError', `The message was not sent, because it is wrong. ${list}`, {
      code: 'message-invalid',
      outcome: 'not-sent',
      retryable: false,
    });
    this.issues = issues;
  }
}

brand(SmsMessageError, 'SmsMessageError');
