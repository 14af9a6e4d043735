import type { SmsGuardErrorCode } from './sms-error-code.js';
import { brand, SmsGatewayError } from './sms-gateway.error.js';

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
   * The numbers that were refused, if the code is `country` or `recipient-limit`. They are never
   * printed, logged or serialised with the error. Only reading this property returns them.
   */
  get recipients(): readonly string[] {
    return this.#recipients;
  }
}

brand(SmsGuardError, 'SmsGuardError');
