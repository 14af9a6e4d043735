import { brand } from './brand.js';
import type { SmsErrorCode } from './sms-error-code.js';
import { SmsGatewayError } from './sms-gateway.error.js';

/** The codes that an `SmsResponseError` can have. */
export type SmsResponseErrorCode = Extract<
  SmsErrorCode,
  'answer-unclear' | 'answer-mismatched' | 'answer-unreadable' | 'answer-too-large'
>;

/**
 * An answer came that proves neither yes nor no: the message may have been sent. Look it up in the
 * gateway's control panel before you send it again.
 */
export class SmsResponseError extends SmsGatewayError {
  /** In what the answer proves nothing; see `SmsErrorCode`. */
  declare readonly code: SmsResponseErrorCode;

  /** The HTTP status of the answer. */
  readonly httpStatus: number;

  /** @param message not masked: put nothing of the answer in it */
  constructor(
    code: SmsResponseErrorCode,
    message: string,
    details: { readonly httpStatus: number },
  ) {
    super('SmsResponseError', message, { code, outcome: 'unknown', retryable: false });
    this.httpStatus = details.httpStatus;
  }
}

brand(SmsResponseError, 'SmsResponseError');
