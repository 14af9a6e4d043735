import { randomInt } from 'node:crypto';

/**
 * The id of a transaction: 19 digits, the last one odd. No JavaScript number has this value, so it is
 * noticed if a client reads it as a number.
 */
export function makeTransactionId(): string {
  return `${randomInt(1_000_000_000, 9_000_000_000)}${randomInt(10_000_000, 100_000_000)}${2 * randomInt(0, 5) + 1}`;
}
