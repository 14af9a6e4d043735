import type { SmsGatewayError, SmsMessageError } from '../errors/index.js';
import { maskDigits, maskNumber } from '../message/mask.js';
import { differencesOf, isLater, type ReadQuery } from './match-sms.js';
import type { FailedSms, SentSms, SmsRecord } from './sent-sms.js';

/** What became of everything that the code under test tried to send. */
export interface SmsHistory {
  /** The accepted sends. */
  readonly sent: readonly SentSms[];
  /** The sends that the test made fail. */
  readonly failed: readonly FailedSms[];
  /** The errors of invalid messages, which were never sent. */
  readonly invalid: readonly SmsMessageError[];
}

const MOST_SHOWN = 5;
const LONGEST_TEXT = 200;

/** How the messages of failures show what a test sent and asked for. */
export interface Shown {
  /** A number. */
  readonly number: (value: string) => string;
  /** A text, a pattern or another value. */
  readonly value: (value: string | RegExp) => string;
}

/** Shows everything; long texts are cut. */
export const PLAIN: Shown = {
  number: (value) => value,
  value: (value) => (value instanceof RegExp ? String(value) : quote(value)),
};

/** Masks numbers and codes, and shows only the length of a text. */
export const MASKED: Shown = {
  number: maskNumber,
  value: (value) =>
    value instanceof RegExp ? maskDigits(String(value)) : `${value.length} characters`,
};

/** A query in one line. */
export function describeQuery(query: ReadQuery, { number, value }: Shown): string {
  const { to, text, senderId, dltEntityId, type, duplicateCheck, fields, after } = query;
  const parts = [
    to.length > 0 && `to ${to.map(number).join(', ')}`,
    typeof text === 'string' && `with the text ${value(text)}`,
    text instanceof RegExp && `with a text like ${value(text)}`,
    senderId !== undefined && `with senderId ${value(senderId)}`,
    dltEntityId !== undefined && `with dltEntityId ${value(dltEntityId)}`,
    type !== undefined && `with type ${value(type)}`,
    duplicateCheck !== undefined && `with duplicateCheck ${duplicateCheck}`,
    fields !== undefined && `with given fields (${Object.keys(fields).join(', ')})`,
    after !== undefined && `after ${after}`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? ` ${parts.join(', ')}` : '';
}

/** What happened instead, and where to look next. */
export function describeInstead(
  { sent, failed, invalid }: SmsHistory,
  query: ReadQuery,
  shown: Shown,
): string {
  const laterSent = sent.filter((sms) => isLater(sms, query));
  const laterFailed = failed.filter((sms) => isLater(sms, query));
  const lines: string[] = [];
  if (laterSent.length > 0) {
    const items = laterSent.map(
      (sms) =>
        `${describeSms(sms, shown)}${describeRejected(sms, shown)}${describeDifference(sms, query)}`,
    );
    lines.push(`Sent instead:${list(items)}.`);
  }
  if (laterFailed.length > 0) {
    const items = laterFailed.map(
      (sms) => `${describeSms(sms, shown)}, ${describeError(sms.error)}`,
    );
    lines.push(`Failed, as failNext or rejectNumbers planned:${list(items)}.`);
  }
  if (invalid.length > 0) lines.push(`Invalid, so not sent:${list(invalid.map(describeIssues))}.`);
  if (lines.length > 0) return lines.join('\n');
  return query.after === undefined ? NOTHING : 'Nothing was sent after it.';
}

const NOTHING =
  'Nothing was sent at all. Await the code that sends. A run of sendMany or broadcast sends nothing ' +
  'until it is awaited: write `await run` or `await run.finish()`. For code that sends in the ' +
  'background, use `await sms.waitFor(...)`. Also check that the code under test uses this SmsService.';

/** Sends that a test did not want. */
export function describeAll(records: readonly (SentSms | FailedSms)[], shown: Shown): string {
  return list(
    records.map((sms) => {
      const doubt = 'error' in sms ? `, may have been sent: ${describeError(sms.error)}` : '';
      return describeSms(sms, shown) + doubt;
    }),
  );
}

function describeSms({ id, to, text }: SmsRecord, { number, value }: Shown): string {
  const numbers = to.slice(0, MOST_SHOWN).map(number).join(', ');
  const more = to.length > MOST_SHOWN ? ` and ${to.length - MOST_SHOWN} more` : '';
  return `${id} to ${numbers}${more}: ${value(text)}`;
}

function describeRejected({ receipt: { rejected } }: SentSms, { number }: Shown): string {
  if (rejected.length === 0) return '';
  return `, rejected: ${rejected.slice(0, MOST_SHOWN).map(number).join(', ')}`;
}

function describeDifference(sms: SentSms, query: ReadQuery): string {
  return ` (does not match: ${differencesOf(sms, query).join(', ')})`;
}

// As JSON, so that line breaks and other characters that cannot be seen show.
function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text);
}

function describeError(error: SmsGatewayError): string {
  return `${error.name} (${error.code})`;
}

function describeIssues(error: SmsMessageError): string {
  return error.issues.map(({ path, message }) => `${path} ${message}`).join('; ');
}

function list(items: readonly string[]): string {
  const shown = items.slice(-MOST_SHOWN).map((item) => `\n  ${item}`);
  const before = items.length - shown.length;
  return (before > 0 ? `\n  ${before} more, then` : '') + shown.join('');
}
