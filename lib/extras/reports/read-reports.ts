import { isObject } from '../../core/common/value-checks.js';
import { transactionOf } from '../../core/protocol/verdict.js';
import type { CheckedReportsOptions } from './check-reports-options.js';
import { createFieldReader } from './report-fields.js';
import { stateOf } from './report-state.js';
import { readReportTime } from './report-time.js';
import { SmsReport, type SmsReportFields } from './sms-report.js';

const CODE = /^\d{1,7}$/;

/** One report, or those in a list. A lookup's answer wraps each in `status`, unless `status` is a text: the state. */
export function entriesIn(content: unknown): unknown[] {
  return [content]
    .flat()
    .map((each: unknown) => (isObject(each) && isObject(each['status']) ? each['status'] : each));
}

/** The ids of a send, which its reports have. */
export type SentIds = Pick<SmsReportFields, 'transactionId' | 'messageId'>;

/** What reading reports needs of their account. */
export interface ReportReading {
  readonly account: string;
  readonly options: CheckedReportsOptions;
  /** Returns the numbers that may be meant. */
  readonly readNumber: (text: string) => readonly string[];
  /** The ids that a lookup asked for, which entries without ids get. */
  readonly asked?: SentIds | undefined;
  /** Called with the name of a part that has two different values, and is left out. */
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
    at: readReportTime(valueOf('at'), options.timeZone),
    receivedAt: Date.now(),
  } satisfies Record<keyof SmsReportFields, unknown>;
  return new SmsReport(fields, entry);
}
