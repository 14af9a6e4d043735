import type { ReadRecipient } from '../message/recipients.js';
import type { SentSms, SmsRecord } from './sent-sms.js';
import type { SmsQuery } from './sms-query.js';
import { SmsTestingError } from './sms-testing-error.js';

/** A query whose numbers are digits, as records have them. */
export type ReadQuery = Omit<SmsQuery, 'to'> & {
  readonly to: readonly string[];
  /** Whether its text must hold a one-time password. */
  readonly withCode?: boolean;
};

/** How a send can differ from a query. */
export type Difference = Exclude<keyof SmsQuery, 'after'> | 'one-time password';

/**
 * Reads the numbers of a test as the account reads those of a message.
 *
 * @throws SmsTestingError for a number that no message can have, which would never be found
 */
export function readNumbers(
  numbers: readonly string[],
  readRecipient: ReadRecipient,
  asked: string,
  caller: Function,
): readonly string[] {
  return numbers.map((number) => {
    const read = readRecipient(number);
    if (typeof read === 'string') return read;
    throw new SmsTestingError(`${asked}: a number ${read.issue}.`, caller);
  });
}

/** Picks one of the sends that match: with `after` the first later one, otherwise the newest. */
export function pickSms<T>(found: readonly T[], query: ReadQuery): T | undefined {
  return query.after === undefined ? found.at(-1) : found[0];
}

/** Whether a send matches a query. */
export function matches(record: SmsRecord, query: ReadQuery): boolean {
  return isLater(record, query) && differencesOf(record, query).length === 0;
}

/** Whether a send came after the one that the query names, if any. */
export function isLater(record: SmsRecord, { after }: ReadQuery): boolean {
  return after === undefined || record.id > after;
}

/** How a send differs from a query; empty if it matches. */
export function differencesOf(record: SmsRecord, query: ReadQuery): readonly Difference[] {
  const differences: Difference[] = [];
  const taken = takenOf(record);
  if (!query.to.every((number) => taken.includes(number))) differences.push('to');
  if (query.text !== undefined && !hasText(record, query.text)) differences.push('text');
  if (query.withCode && record.otp === null) differences.push('one-time password');
  for (const key of ['senderId', 'dltEntityId', 'type', 'duplicateCheck'] as const) {
    if (query[key] !== undefined && record[key] !== query[key]) differences.push(key);
  }
  for (const [name, value] of Object.entries(query.fields ?? {})) {
    if (record.fields[name] === value) continue;
    differences.push('fields');
    break;
  }
  return differences;
}

// Nothing was sent to a number that the gateway rejected.
function takenOf(record: SmsRecord | SentSms): readonly string[] {
  return 'receipt' in record ? record.receipt.accepted : record.to;
}

function hasText({ text }: SmsRecord, wanted: string | RegExp): boolean {
  // Not test, because a RegExp with the g flag continues after its last match.
  return typeof wanted === 'string' ? text === wanted : text.search(wanted) !== -1;
}
