import type { SmsRejectedErrorCode } from './sms-error-code.js';
import { brand, SmsGatewayError } from './sms-gateway.error.js';
import type { SmsReceipt } from './sms-receipt.js';

/** The receipt of a send whose every recipient was rejected: its `accepted` is empty. */
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
    const rejected = rejection.what ?? 'the message';
    const said = [statusCode, reason].filter(Boolean).join(': ') || 'no reason given';
    const what =
      code === 'rejected'
        ? `The gateway rejected ${rejected} (${said}).`
        : 'The gateway rejected every recipient as invalid.';
    const message = [what, 'Nothing was sent.', advice].filter(Boolean).join(' ');
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
