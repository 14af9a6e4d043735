import { brand } from './brand.js';
import type { SmsErrorCode } from './sms-error-code.js';
import { SmsGatewayError } from './sms-gateway.error.js';

/** The codes that an `SmsAuthenticationError` can have. */
export type SmsAuthenticationErrorCode = Extract<
  SmsErrorCode,
  'login-refused' | 'login-unusable' | 'credentials-refused' | 'credentials-unavailable'
>;

/**
 * The gateway answered and refused the credentials, or its answer held no usable token. Nothing was
 * sent. Check the credentials and `auth`; trying again with the same ones does not help.
 */
export class SmsAuthenticationError extends SmsGatewayError {
  /** Who refused, and when; see `SmsErrorCode`. */
  declare readonly code: SmsAuthenticationErrorCode;

  /**
   * @param message not masked: put no secret, number or text of a message in it
   * @param details `retryAfter`: ms until a login is tried again
   */
  constructor(
    code: SmsAuthenticationErrorCode,
    message: string,
    details: { readonly retryAfter?: number | undefined } = {},
  ) {
    super('SmsAuthenticationError', message, {
      code,
      outcome: 'not-sent',
      retryable: false,
      retryAfter: details.retryAfter,
    });
  }
}

brand(SmsAuthenticationError, 'SmsAuthenticationError');
