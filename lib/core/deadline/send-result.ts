import type { SmsGatewayError } from '../errors/index.js';
import type { SmsReceipt } from '../errors/sms-receipt.js';

const NOBODY: readonly string[] = Object.freeze([]);

/** How a send or a lookup failed. */
export class CallFailure {
  constructor(
    readonly error: SmsGatewayError,
    /** Whether credentials were refused because of the message, which says nothing of the account. */
    readonly aboutMessage = false,
    /** The recipients that the option `reach` kept back; the rest is what failed. */
    readonly held = NOBODY,
    /**
     * Reports a refusal by the app's own limits that nobody has learned of yet: a run or a queue may send the
     * message later, or in parts. Called if it gives up: all of the message, or these recipients.
     */
    readonly giveUp?: (recipients?: readonly string[]) => void,
  ) {}
}

/** How an account ends a send. Only `send` throws the error of one that failed; see {@link resultOf}. */
export type SendResult = SmsReceipt | CallFailure;

/** The result of a call, if it did not fail. */
export function resultOf<T>(end: T | CallFailure): T {
  if (end instanceof CallFailure) throw end.error;
  return end;
}
