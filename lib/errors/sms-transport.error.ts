import type { SmsErrorOutcome, SmsTransportErrorCode } from './sms-error-code.js';
import { brand, SmsGatewayError } from './sms-gateway.error.js';

/**
 * No answer came that proves acceptance or rejection. `outcome` says whether the gateway may have
 * taken the message: it is `not-sent` only if that is proved, otherwise `unknown`.
 */
export class SmsTransportError extends SmsGatewayError {
  /** Why there is no answer; see `SmsErrorCode`. */
  declare readonly code: SmsTransportErrorCode;

  /** @param message not masked: it must hold no secret, number or text */
  constructor(
    code: SmsTransportErrorCode,
    message: string,
    details: {
      /** Whether the gateway may have taken the message. */
      readonly outcome: SmsErrorOutcome;
      /** Whether a later attempt may work; an `unknown` send is never retryable. Default true. */
      readonly retryable?: boolean | undefined;
      /** Milliseconds to wait before the next attempt. */
      readonly retryAfter?: number | undefined;
    },
  ) {
    super('SmsTransportError', message, {
      code,
      outcome: details.outcome,
      retryable: details.outcome === 'not-sent' && (details.retryable ?? true),
      retryAfter: details.retryAfter,
    });
  }
}

brand(SmsTransportError, 'SmsTransportError');
