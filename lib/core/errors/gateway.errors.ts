// Errors of a request to the gateway, and of its answer.
import {
  brand,
  type SmsAuthenticationErrorCode,
  type SmsErrorOutcome,
  SmsGatewayError,
  type SmsRejectedErrorCode,
  type SmsResponseErrorCode,
  type SmsTransportErrorCode,
} from './sms-gateway.error.js';
import type { SmsReceipt } from './sms-receipt.js';

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

/** The receipt of a send of which all recipients were rejected: its `accepted` is empty. */
export type SmsRejectionReceipt = SmsReceipt;

/** How the gateway rejected a message. */
export interface SmsRejection {
  /** Default `rejected`. */
  readonly code?: SmsRejectedErrorCode | undefined;
  /** The gateway's `statusCode`, masked; empty if it gave none. */
  readonly statusCode: string;
  /** The gateway's `reason`, masked; empty if it gave none. */
  readonly reason: string;
  /** Every field of the answer, as it came. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** The receipt, if every recipient was rejected. */
  readonly receipt?: SmsRejectionReceipt | undefined;
  /** What was rejected. Default `the message`. */
  readonly what?: string | undefined;
  /** A sentence to add to the message: what to check. It must hold no secret, number or text. */
  readonly advice?: string | undefined;
}

const REJECTED: Readonly<
  Record<SmsRejectedErrorCode, (what: string, answerWords: string) => string>
> = {
  rejected: (what, answerWords) => `The gateway rejected ${what} (${answerWords}).`,
  'recipients-rejected': () => 'The gateway rejected every recipient as invalid.',
};

/**
 * The gateway rejected the message, or every recipient. Nothing was sent, and the same message will
 * be rejected again.
 */
export class SmsRejectedError extends SmsGatewayError {
  /** `recipients-rejected` if the gateway listed every recipient as invalid; otherwise `rejected`. */
  declare readonly code: SmsRejectedErrorCode;
  /** The gateway's `statusCode`, for example `203`; empty if it gave none. The full list is not published. */
  readonly statusCode: string;
  /** The gateway's `reason`. Secrets, numbers and texts in it are masked. */
  readonly reason: string;

  readonly #raw: Readonly<Record<string, unknown>>;
  readonly #receipt: SmsRejectionReceipt | undefined;

  /** @param rejection its `statusCode` and `reason` must already be masked */
  constructor(rejection: SmsRejection) {
    const { code = 'rejected', statusCode, reason, raw, receipt, advice } = rejection;
    const answerWords = [statusCode, reason].filter(Boolean).join(': ') || 'no reason given';
    const rejected = REJECTED[code](rejection.what ?? 'the message', answerWords);
    const message = [rejected, 'Nothing was sent.', advice].filter(Boolean).join(' ');
    super('SmsRejectedError', message, { code, outcome: 'not-sent', retryable: false });
    this.statusCode = statusCode;
    this.reason = reason;
    this.#raw = raw;
    this.#receipt = receipt;
  }

  /**
   * Every field of the gateway's answer, as it came. It may repeat numbers, the text and secrets, so
   * it is never printed, logged or serialised with the error. Only reading this property returns it.
   */
  get raw(): Readonly<Record<string, unknown>> {
    return this.#raw;
  }

  /**
   * The receipt, if the code is `recipients-rejected`. It holds numbers, so it is kept like {@link raw}.
   */
  get receipt(): SmsRejectionReceipt | undefined {
    return this.#receipt;
  }
}

brand(SmsRejectedError, 'SmsRejectedError');

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
