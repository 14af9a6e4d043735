import { inspect } from 'node:util';
import type { Outbox } from './outbox.js';
import type { FailedSms, SmsRecord } from './sent-sms.js';
import { differencesOf, isLater, type Wanted } from './sms-query.js';

const MOST_SHOWN = 5;

/** Shows a value; long texts and arrays are cut. */
function show(value: unknown): string {
  return inspect(value, {
    breakLength: Infinity,
    maxArrayLength: MOST_SHOWN,
    maxStringLength: 200,
  });
}

/** A query, as the end of "No message" or "Expected 1 message". */
export function describeQuery({ withCode, to, ...rest }: Wanted): string {
  const query = { ...(to.length > 0 && { to: oneOrAll(to) }), ...rest };
  const code = withCode ? ' with a one-time password' : '';
  return Object.keys(query).length > 0 ? `${code} that matches ${show(query)}` : code;
}

/** What happened instead, and where to look next. */
export function describeInstead(outbox: Outbox, search: Wanted): string {
  const isShown = (sms: SmsRecord): boolean => isLater(sms, search);
  const sent = outbox.sent.filter(isShown).map((sms) => {
    const { rejected } = sms.receipt;
    const not = rejected.length > 0 ? `, rejected ${show(oneOrAll(rejected))}` : '';
    const differences = differencesOf(sms, search).join(', ');
    return `${describeSms(sms)}${not} (does not match: ${differences})`;
  });
  const failed = outbox.failed.filter(isShown).map((sms) => describeSms(sms));
  const held = outbox.held.filter(isShown).map((sms) => describeSms(sms));
  const invalid = outbox.invalid.map(({ issues }) =>
    issues.map(({ path, message }) => `${path} ${message}`).join('; '),
  );
  const lines = [
    sent.length > 0 && `Sent instead:${list(sent)}`,
    failed.length > 0 &&
      `Refused by guard or quiet, or failed as failNext or rejectNumbers planned:${list(failed)}`,
    held.length > 0 && `Kept back by reach:${list(held)}`,
    invalid.length > 0 && `Invalid, so not sent:${list(invalid)}`,
  ].filter((line) => line !== false);
  if (lines.length > 0) return lines.join('\n');
  return search.after === undefined && search.since === undefined
    ? NOTHING
    : 'Nothing was sent after that.';
}

const NOTHING =
  'Nothing was sent at all. Await the code that sends. A run of sendMany or broadcast sends nothing ' +
  'until it is awaited: write `await run` or `await run.finish()`. For code that sends in the ' +
  'background, use `await sms.waitFor(...)`. Also check that the code under test uses this SmsService.';

/** Sends, one on each line. */
export function describeAll(records: readonly (SmsRecord | FailedSms)[]): string {
  return list(records.map((sms) => describeSms(sms)));
}

function describeSms(sms: SmsRecord | FailedSms): string {
  const sent = `${sms.id} to ${show(oneOrAll(sms.to))}: ${show(sms.text)}`;
  if (!('error' in sms)) return sent;
  const { name, code, outcome } = sms.error;
  return `${sent}, ${name} (${code})${outcome === 'unknown' ? ', may have been sent' : ''}`;
}

function oneOrAll(numbers: readonly string[]): string | readonly string[] {
  return numbers.length === 1 ? (numbers[0] ?? '') : numbers;
}

function list(items: readonly string[]): string {
  const before = items.length - MOST_SHOWN;
  const omission = before > 0 ? [`${before} more, then`] : [];
  return [...omission, ...items.slice(-MOST_SHOWN)].map((item) => `\n  ${item}`).join('');
}
