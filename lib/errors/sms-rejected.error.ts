import { brand } from './brand.js';
import { SmsGatewayError } from './sms-gateway.error.js';

/** What the gateway said with its no. */
export interface SmsRejection {
  /** The gateway's `statusCode`; empty where it gave none. */
  readonly statusCode: string;
  /** The gateway's `reason`, masked. */
  readonly reason: string;
  /** Every field of the answer, masked. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** The gateway answered no: the message was not sent, and the same one will not be. */
export class SmsRejectedError extends SmsGatewayError {
  /** The gateway's `statusCode`, such as `203`; empty where it gave none. The full list is not published. */
  readonly statusCode: string;
  /** The gateway's `reason`, masked: numbers, texts and secrets that it repeated are not in it. */
  readonly reason: string;
  /** Every field of the gateway's answer, masked likewise. */
  readonly raw: Readonly<Record<string, unknown>>;

  /** @param rejection masked already */
  constructor(rejection: SmsRejection) {
    const { statusCode, reason, raw } = rejection;
    const said = [statusCode, reason].filter(Boolean).join(': ') || 'no reason given';
    super('SmsRejectedError', `The gateway rejected the message (${said}). Nothing was sent.`, {
      code: 'rejected',
      outcome: 'not-sent',
      retryable: false,
    });
    this.statusCode = statusCode;
    this.reason = reason;
    this.raw = raw;
  }
}

brand(SmsRejectedError, 'SmsRejectedError');
