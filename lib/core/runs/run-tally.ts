import { SmsRejectedError } from '../errors/index.js';
import { memberOf } from '../common/members.js';
import type { SmsReceipt } from '../message/sms-message.js';
import type { SmsOutcome, SmsTally } from './sms-run.js';

type Writable<T> = { -readonly [Key in keyof T]: Writable<T[Key]> };

/** A tally that counts. */
export type RunTally = Writable<SmsTally>;

/**
 * @param numbers how many numbers the message had when it was read
 * @param held how many of them were kept back, if it failed
 */
export function countOutcome(tally: RunTally, outcome: SmsOutcome, numbers: number, held: number) {
  const { recipients } = tally;
  const receipt = receiptOf(outcome);
  tally[isHeld(outcome) ? 'held' : outcome.status] += 1;
  if (receipt) {
    recipients.accepted += receipt.accepted.length;
    recipients.rejected += receipt.rejected.length;
    recipients.held += receipt.held.length;
  } else if (outcome.status !== 'accepted') {
    recipients[outcome.status] += numbers - held;
    recipients.held += held;
  }
}

/**
 * How many numbers an invalid message has. The message can be anything, for example a number, or an object whose
 * getter throws.
 */
export function countNumbers(message: unknown): number {
  try {
    const to = memberOf(message, 'to');
    return Array.isArray(to) ? new Set(to).size : 1;
  } catch {
    return 1;
  }
}

// If every number was rejected, the error also has a receipt.
function receiptOf(outcome: SmsOutcome): SmsReceipt | undefined {
  if (outcome.status === 'accepted') return outcome.receipt;
  return outcome.error instanceof SmsRejectedError ? outcome.error.receipt : undefined;
}

function isHeld(outcome: SmsOutcome): boolean {
  return outcome.status === 'accepted' && outcome.receipt.accepted.length === 0;
}
