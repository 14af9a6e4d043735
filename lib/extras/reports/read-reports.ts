import { isObject } from '../../core/common/value-checks.js';
import { transactionOf } from '../../core/protocol/verdict.js';
import type { CheckedReportsOptions } from './check-reports-options.js';
import { createFieldReader } from './report-fields.js';
import { stateOf } from './report-state.js';
import { readReportTime } from './report-time.js';
import { SmsReport, type SmsReportFields } from './sms-report.js';

const CODE = /^\d{1,7}$/;

/**
 * One report, or the reports in a list. A lookup's answer wraps each report in `status`, unless `status` is a
 * text: then it is the state.
 */
export function entriesIn(content: unknown): unknown[] {
  return [content]
    .flat()
    .map((each: unknown) => (isObject(each) && isObject(each['status']) ? each['status'] : each));
}

/** The ids of a send, which its reports repeat. */
export type SentIds = Pick<SmsReportFields, 'transactionId' | 'messageId'>;

/** What is needed from the account to read reports. */
export interface ReportReading {
  readonly account: string;
  readonly options: CheckedReportsOptions;
  /** Returns the numbers that a text may mean. */
  readonly readNumber: (text: string) => readonly string[];
  /** The ids that a lookup asked for. Entries without ids get them. */
  readonly asked?: SentIds | undefined;
  /** Called with the name of a part that has two different values, and is therefore left out. */
  readonly onDoubt: (name: string) => void;
}

/** Reads an entry; undefined if it has no number. */
export function readReport(
  entry: unknown,
  { account, options, readNumber, asked = {}, onDoubt }: ReportReading,
): SmsReport | undefined {
  if (!isObject(entry)) return undefined;
  const valueOf = createFieldReader(entry, options.fields, onDoubt);
  const [recipient, otherRecipient] = readNumber(valueOf('recipient') ?? '');
  if (recipient === undefined) return undefined;
  const word = valueOf('state');
  const reason = valueOf('cause');
  const written = valueOf('code');
  // The answer to a lookup has one field for both.
  const isCode = written === undefined && CODE.test(reason ?? '');
  const code = isCode ? reason : written;
  const times = [valueOf('submittedAt'), valueOf('at')];
  const readTime = (time?: string) => readReportTime(time, options.timeZone);
  const [submittedAt, at] = times.map((time) => readTime(time));
  const fields = {
    account,
    transactionId:
      transactionOf({ transactionId: valueOf('transactionId') }) ?? asked.transactionId,
    messageId: valueOf('messageId') ?? asked.messageId,
    recipient,
    otherRecipient,
    state: stateOf(word, code, options.states),
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
