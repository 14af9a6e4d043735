import { brand } from './brand.js';
import type { SmsErrorOutcome, SmsErrorCode } from './sms-error-code.js';

/** What every error of this package is made of, beside its text. */
export interface SmsGatewayErrorDetails {
  /** What went wrong, as a word that programs can compare. */
  readonly code: SmsErrorCode;
  /** The account that the send went through. Default `default`. */
  readonly account?: string | undefined;
  /** Whether the gateway may have taken the message. */
  readonly outcome: SmsErrorOutcome;
  /** Whether the same send made later is safe and may work. */
  readonly retryable: boolean;
  /** Milliseconds to wait before that, where the gateway or a cool-down named them. */
  readonly retryAfter?: number | undefined;
}

/**
 * The base of every error that this package throws.
 *
 * It holds no password, key, token, number or text: not in its message, stack, cause or fields.
 * `instanceof` works across two copies of the package in one process.
 */
export abstract class SmsGatewayError extends Error {
  /** What went wrong, as a word that programs can compare. */
  readonly code: SmsErrorCode;
  /** `not-sent`: the gateway definitely did not take the message; `unknown`: it may have. */
  readonly outcome: SmsErrorOutcome;
  /** The name of the account that the send went through; `default` for the default account. */
  readonly account: string;
  /** Whether the same send made later is safe and may work. Never true where `outcome` is `unknown`. */
  readonly retryable: boolean;
  /** Milliseconds to wait before the next try, where they are known. */
  declare readonly retryAfter?: number;

  /** @param name the class's, which a minifier would change */
  protected constructor(name: string, message: string, details: SmsGatewayErrorDetails) {
    super(message);
    // On the instance but not enumerable, as built-in errors have it: a minifier that renames
    // classes must not rename what logs and tests show.
    Object.defineProperty(this, 'name', { value: name, configurable: true, writable: true });
    this.code = details.code;
    this.outcome = details.outcome;
    this.account = details.account ?? 'default';
    this.retryable = details.retryable;
    if (details.retryAfter !== undefined) this.retryAfter = details.retryAfter;
  }

  /** The error as plain data, for logs and for queues that carry errors between processes. */
  toJSON(): object {
    return Object.assign({ name: this.name, message: this.message }, this);
  }
}

brand(SmsGatewayError, 'SmsGatewayError');

/** Tells an error which account it belongs to. @internal */
export function setAccount(error: { readonly account: string }, account: string): void {
  Object.assign(error, { account });
}
