import type { SmsAuthenticationErrorCode } from './sms-error-code.js';
import { brand, SmsGatewayError } from './sms-gateway.error.js';

/** What an `SmsAuthenticationError` can carry besides its code and message. */
export interface SmsAuthenticationErrorDetails {
  /** Milliseconds until the next login may be made. */
  readonly retryAfter?: number | undefined;
  /** The gateway's `statusCode`, masked. */
  readonly statusCode?: string | undefined;
  /** The gateway's `reason`, masked. */
  readonly reason?: string | undefined;
}

/**
 * The gateway refused the credentials, or its answer to the login held no usable token. Nothing was
 * sent. Check the credentials and `auth`; a retry with the same ones does not help.
 */
export class SmsAuthenticationError extends SmsGatewayError {
  /** Who refused, and when; see `SmsErrorCode`. */
  declare readonly code: SmsAuthenticationErrorCode;
  /** The gateway's `statusCode`, for example `216`, if it gave one. */
  declare readonly statusCode?: string;
  /** The gateway's `reason`, if it gave one. Secrets, numbers and texts in it are masked. */
  declare readonly reason?: string;

  /** @param message not masked: it must hold no secret, number or text */
  constructor(
    code: SmsAuthenticationErrorCode,
    message: string,
    details: SmsAuthenticationErrorDetails = {},
  ) {
    const { retryAfter, statusCode, reason } = details;
    const fixed = { outcome: 'not-sent', retryable: false } as const;
    super('SmsAuthenticationError', message, { code, retryAfter, ...fixed });
    if (statusCode) this.statusCode = statusCode;
    if (reason) this.reason = reason;
  }
}

brand(SmsAuthenticationError, 'SmsAuthenticationError');
