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

/**
 * A query in one line. Numbers are masked, also in patterns and names. Of a text, only the length is
 * shown.
 */
export function describeQuery(query: ReadQuery): string {
  const { to, text, senderId, dltEntityId, type, duplicateCheck, fields, after } = query;
  const parts = [
    to.length > 0 && `to ${to.map(maskNumber).join(', ')}`,
    typeof text === 'string' && `with a given text of ${text.length} characters`,
    text instanceof RegExp && `with a text like ${maskDigits(String(text))}`,
    senderId !== undefined && `with senderId '${maskDigits(senderId)}'`,
    dltEntityId !== undefined && `with dltEntityId '${maskDigits(dltEntityId)}'`,
    type !== undefined && `with type '${maskDigits(type)}'`,
    duplicateCheck !== undefined && `with duplicateCheck ${duplicateCheck}`,
    fields !== undefined && `with given fields (${Object.keys(fields).join(', ')})`,
    after !== undefined && `after ${after}`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? ` ${parts.join(', ')}` : '';
}

/** What happened instead, and where to look next. */
export function describeInstead({ sent, failed, invalid }: SmsHistory, query: ReadQuery): string {
  const laterSent = sent.filter((sms) => isLater(sms, query));
  const laterFailed = failed.filter((sms) => isLater(sms, query));
  const lines: string[] = [];
  if (laterSent.length > 0) {
    const shown = laterSent.map(
      (sms) => `${describeSms(sms)}${describeRejected(sms)}${describeDifference(sms, query)}`,
    );
    lines.push(`Sent instead:${list(shown)}.`);
  }
  if (laterFailed.length > 0) {
    const shown = laterFailed.map((sms) => `${describeSms(sms)}, ${describeError(sms.error)}`);
    lines.push(`Failed, as failNext or rejectNumbers planned:${list(shown)}.`);
  }
  if (invalid.length > 0) lines.push(`Invalid, so not sent:${list(invalid.map(describeIssues))}.`);
  if (lines.length > 0) return [...lines, 'The texts are in sms.sent and sms.failed.'].join('\n');
  return query.after === undefined
    ? 'Nothing was sent at all. Await the code that sends, or await sms.waitFor(...), and check that the code under test uses this SmsService.'
    : 'Nothing was sent after it.';
}

/** Sends that a test did not want, masked. */
export function describeAll(records: readonly (SentSms | FailedSms)[]): string {
  return list(
    records.map((sms) => {
      const doubt = 'error' in sms ? `, may have been sent: ${describeError(sms.error)}` : '';
      return describeSms(sms) + doubt;
    }),
  );
}

function describeSms({ id, to, text }: SmsRecord): string {
  const numbers = to.slice(0, MOST_SHOWN).map(maskNumber).join(', ');
  const more = to.length > MOST_SHOWN ? ` and ${to.length - MOST_SHOWN} more` : '';
  return `${id} to ${numbers}${more}, ${text.length} characters`;
}

function describeRejected({ receipt }: SentSms): string {
  const { rejected } = receipt;
  if (rejected.length === 0) return '';
  return `, rejected: ${rejected.slice(0, MOST_SHOWN).map(maskNumber).join(', ')}`;
}

function describeDifference(sms: SentSms, query: ReadQuery): string {
  return ` (does not match: ${differencesOf(sms, query).join(', ')})`;
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
