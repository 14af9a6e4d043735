import { brand, SmsGatewayError } from '../../core/errors/sms-gateway.error.js';

/** A limit of one-time passwords, by the name of its option. */
export type SmsOtpLimit = 'cooldown' | 'sends' | 'perRecipient';

/**
 * A limit of one-time passwords refused to send a code. Nothing was sent. `SmsExceptionFilter` answers 429.
 */
export class SmsOtpLimitError extends SmsGatewayError {
  /** Always `otp-limit`. */
  declare readonly code: 'otp-limit';
  /** Which limit. If it is `sends`, the code cannot be sent again. */
  readonly limit: SmsOtpLimit;

  /** @param retryAfter ms until it may be sent; undefined if it cannot be sent again */
  constructor(limit: SmsOtpLimit, problem: string, account: string, retryAfter?: number) {
    const retryable = retryAfter !== undefined;
    const advice = retryable ? 'Try again after retryAfter.' : 'Start another challenge.';
    const details = { code: 'otp-limit', outcome: 'not-sent', retryable, retryAfter } as const;
    super('SmsOtpLimitError', `${problem}. Nothing was sent. ${advice}`, { ...details, account });
    this.limit = limit;
  }
}

/**
 * The store of one-time passwords failed or did not answer. Nothing was sent, and no code was verified; a
 * `verify` may still have used up the code, or have counted as an attempt.
 */
export class SmsOtpStoreError extends SmsGatewayError {
  /** Always `otp-store`. */
  declare readonly code: 'otp-store';

  /**
   * @param account whose codes they are
   * @param problem what happened, masked
   */
  constructor(account: string, problem = 'failed') {
    const text = `The store of one-time passwords ${problem}. Nothing was sent or verified, but a code that was being verified may have been used up: if it is then refused, start another challenge. Check the connection of the store; the cause is in the log.`;
    const details = { code: 'otp-store', outcome: 'not-sent', retryable: true, account } as const;
    super('SmsOtpStoreError', text, details);
  }
}

brand(SmsOtpLimitError, 'SmsOtpLimitError');
brand(SmsOtpStoreError, 'SmsOtpStoreError');
