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

/** In what a send can differ from a query. */
export type Difference = Exclude<keyof SmsQuery, 'after'> | 'one-time password';

/**
 * Reads numbers of a test as the account reads those of a message.
 *
 * @throws SmsTestingError for one that no message could have: looking for it would find nothing, ever
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

/** Finds what is asked for: with `after` the first later one, without it the newest. */
export function findSms<T extends SmsRecord>(
  records: readonly T[],
  query: ReadQuery,
): T | undefined {
  const found = records.filter((record) => fits(record, query));
  return query.after === undefined ? found.at(-1) : found[0];
}

/** Whether a send is what is asked for. */
export function fits(record: SmsRecord, query: ReadQuery): boolean {
  return isLater(record, query) && differencesOf(record, query).length === 0;
}

/** Whether a send came after the one that the query names, if any. */
export function isLater(record: SmsRecord, { after }: ReadQuery): boolean {
  return after === undefined || record.id > after;
}

/** In what a send differs from a query; nothing where it fits. */
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

// A number that the gateway rejected was sent nothing.
function takenOf(record: SmsRecord | SentSms): readonly string[] {
  return 'receipt' in record ? record.receipt.accepted : record.to;
}

function hasText({ text }: SmsRecord, wanted: string | RegExp): boolean {
  // search and not test: a RegExp with the g flag remembers where it last stopped
  return typeof wanted === 'string' ? text === wanted : text.search(wanted) !== -1;
}
