import type { SmsResponseErrorCode } from './sms-error-code.js';
import { brand, SmsGatewayError } from './sms-gateway.error.js';

/**
 * The gateway's answer proves neither acceptance nor rejection: the message may have been sent.
 * Look it up in the gateway's control panel before you send it again.
 */
export class SmsResponseError extends SmsGatewayError {
  /** Why the answer proves nothing; see `SmsErrorCode`. */
  declare readonly code: SmsResponseErrorCode;
  /** The HTTP status of the answer. */
  readonly httpStatus: number;

  /** @param message not masked: it must hold nothing of the answer */
  constructor(
    code: SmsResponseErrorCode,
    message: string,
    details: {
      readonly httpStatus: number;
      /** Milliseconds that the gateway asked the account to wait. */
      readonly retryAfter?: number | undefined;
    },
  ) {
    const { httpStatus, retryAfter } = details;
    super('SmsResponseError', message, { code, outcome: 'unknown', retryable: false, retryAfter });
    this.httpStatus = httpStatus;
  }
}

brand(SmsResponseError, 'SmsResponseError');
