import { readExpiresAfter } from '../../core/common/expires-after.js';
import type { NoUnread } from '../../core/common/no-unread.js';
import { isObject } from '../../core/common/value-checks.js';
import { transactionOf } from '../../core/protocol/verdict.js';
import type { CheckedReportsOptions } from './check-reports-options.js';
import { createFieldReader } from './report-fields.js';
import { SmsReport, type SmsReportFields, type SmsReportState } from './sms-report.js';

const CODE = /^\d{1,7}$/;

// Whole words, because UNDELIV is not delivered. The `success` of an answer is not a state.
const WORDS: readonly (readonly [SmsReportState, string])[] = [
  ['delivered', 'DELIVRD DELIVERED'],
  ['pending', 'SUBMITTED SENT PENDING ENROUTE ACCEPTD'],
  ['failed', 'FAILED UNDELIV UNDELIVERED UNDELIVERABLE REJECTED REJECTD DELETED'],
  ['failed', 'DND NDNC BLACKLISTED'],
  ['expired', 'EXPIRED'],
  // The network's word for a state that it does not know. A code does not change that.
  ['unrecognised', 'UNKNOWN'],
];
const KNOWN_WORDS = new Map(
  WORDS.flatMap(([state, words]) => words.split(' ').map((word) => [word, state] as const)),
);

const MILLISECONDS = /^\d{13}$/;
// Until 2052. Larger numbers of ten digits can be YYMMDDhhmm, which networks also write.
const SECONDS = /^(?:1\d|2[0-5])\d{8}$/;
// A form that was not encoded has a space where a `+` was.
const TIME =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?( ?(?:Z|([+ -])(\d{2}):?(\d{2})))?$/i;

/**
 * One report, or the reports in a list. A lookup's answer wraps each report in `status`, unless `status` is a
 * text: then it is the state.
 */
export function entriesIn(content: unknown): unknown[] {
  return [content]
    .flat()
    .map((one: unknown) => (isObject(one) && isObject(one['status']) ? one['status'] : one));
}

/** The ids of a send, which its reports repeat. */
export type SentIds = Pick<SmsReportFields, 'transactionId' | 'messageId'>;

/** What is needed from the account to read reports. */
export interface ReportReading {
  readonly account: string;
  /** How the account's reports are written. */
  readonly format: Pick<CheckedReportsOptions, 'fields' | 'states' | 'timeZone'>;
  /** Returns the numbers that a text may mean. */
  readonly readNumber: (text: string) => readonly string[];
  /** The ids that a lookup asked for. Entries without ids get them. */
  readonly askedIds?: SentIds | undefined;
  /** Called with the name of a part that has two different values, and is therefore left out. */
  readonly onDoubt: (name: string) => void;
}

/** Reads an entry; undefined if it has no number. */
export function readReport(
  entry: unknown,
  { account, format, readNumber, askedIds = {}, onDoubt }: ReportReading,
): SmsReport | undefined {
  const { fields: ownNames, states, timeZone, ...unread } = format;
  void (unread satisfies NoUnread);
  if (!isObject(entry)) return undefined;
  const valueOf = createFieldReader(entry, ownNames, onDoubt);
  const [recipient, otherRecipient] = readNumber(valueOf('recipient') ?? '');
  if (recipient === undefined) return undefined;
  const word = valueOf('state');
  const reason = valueOf('cause');
  const written = valueOf('code');
  // The answer to a lookup has one field for both.
  const isCode = written === undefined && CODE.test(reason ?? '');
  const code = isCode ? reason : written;
  const times = [valueOf('submittedAt'), valueOf('at')];
  const readTime = (time?: string) => readReportTime(time, timeZone);
  const [submittedAt, at] = times.map((time) => readTime(time));
  const fields = {
    account,
    transactionId:
      transactionOf({ transactionId: valueOf('transactionId') }) ?? askedIds.transactionId,
    messageId: valueOf('messageId') ?? askedIds.messageId,
    recipient,
    otherRecipient,
    state: stateOf(word, code, states),
    word,
    code,
    cause: isCode ? undefined : reason,
    at,
    text: valueOf('text'),
    submittedAt,
    time: times.find((time) => time !== undefined && readTime(time) === undefined),
    receivedAt: Date.now(),
  } satisfies Record<keyof SmsReportFields, unknown>;
  return new SmsReport(fields, entry);
}

/**
 * The state of a report: from its word or, if it has no known word, from its code.
 *
 * @param ownStates the meaning of words (in capitals) and codes at this gateway
 */
function stateOf(
  word: string | undefined,
  code: string | undefined,
  ownStates: ReadonlyMap<string, SmsReportState>,
): SmsReportState {
  const upperWord = word?.toUpperCase();
  const byWord =
    upperWord === undefined ? undefined : (ownStates.get(upperWord) ?? KNOWN_WORDS.get(upperWord));
  return byWord ?? ownStates.get(code?.toUpperCase() ?? '') ?? 'unrecognised';
}

/**
 * Reads a time of a delivery report (an assumption): ms or seconds since 1970, ISO 8601, or a local
 * time in a zone. Undefined if it is not a time, or if its zone is not known.
 */
function readReportTime(text: string | undefined, zone: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (MILLISECONDS.test(text)) return Number(text);
  if (SECONDS.test(text)) return Number(text) * 1000;
  const [, day, time, offset, sign, hours = 0, minutes = 0] = TIME.exec(text) ?? [];
  const clockZone = offset === undefined ? zone : 'UTC';
  if (clockZone === undefined) return undefined;
  const clock = readExpiresAfter(`${day} ${time}`, clockZone);
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return clock === undefined ? undefined : clock - (sign === '-' ? -ahead : ahead);
}
