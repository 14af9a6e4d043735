import { shownKey } from '../../core/common/mask.js';
import { isObject } from '../../core/common/value-checks.js';
import { readJson, textOf } from '../../core/protocol/read-json.js';
import { readReportTime } from './report-time.js';
import { transactionOf } from '../../core/protocol/verdict.js';
import type { CheckedReportsOptions } from './check-reports-options.js';
import { SmsReport, type SmsReportFields, type SmsReportState } from './sms-report.js';
import type { SmsReportNames } from './sms-reports.options.js';
import type { SmsReportRequest } from './sms-reports.js';

// Seen at real gateways. The gateway specification has no reports.
const KNOWN: { readonly [Part in keyof Required<SmsReportNames>]: readonly string[] } = {
  transactionId: ['transid', 'transactionid', 'uuid'],
  messageId: ['msgid', 'messageid'],
  recipient: ['mobile', 'mobileno', 'mobilenumber'],
  state: ['status'],
  code: ['errorcode'],
  cause: ['cause'],
  at: ['dlrtime', 'deliveredtime'],
};

// Whole words: UNDELIV is not delivered, and the `success` of an answer is no state.
const WORDS: readonly (readonly [SmsReportState, readonly string[]])[] = [
  ['delivered', ['DELIVRD', 'DELIVERED']],
  ['pending', ['SUBMITTED', 'SENT', 'PENDING']],
  ['failed', ['FAILED', 'UNDELIV', 'UNDELIVERED', 'REJECTED', 'REJECTD', 'DND']],
  ['expired', ['EXPIRED']],
];

const CODE = /^\d{1,7}$/;

/** The longest text that is read, in characters. */
const LONGEST = 500;

/** The body of a request, or its query where there is none. */
export function contentOf({ query, body }: SmsReportRequest): unknown {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : undefined;
  const content =
    text === undefined ? body : (readJson(text) ?? Object.fromEntries(new URLSearchParams(text)));
  return Object.keys(Object(content)).length === 0 ? query : content;
}

/** One report, or those in a list. A lookup's answer wraps each in `status`, unless `status` is a text: the state. */
export function entriesIn(content: unknown): unknown[] {
  return [content]
    .flat()
    .map((each: unknown) => (isObject(each) && isObject(each['status']) ? each['status'] : each));
}

/** The ids of a send, which its reports have. */
export type SentIds = Pick<SmsReportFields, 'transactionId' | 'messageId'>;

/**
 * Reads an entry; undefined if it has no number.
 *
 * @param readNumber returns the numbers that may be meant
 * @param asked the ids that a lookup asked for, which entries without ids get
 */
export function readReport(
  entry: unknown,
  account: string,
  options: CheckedReportsOptions,
  readNumber: (text: string) => readonly string[],
  asked: SentIds = {},
): SmsReport | undefined {
  if (!isObject(entry)) return undefined;
  // A map, because a field may be called `__proto__`.
  const values = new Map(
    Object.entries(entry).map(([name, value]) => [name.toLowerCase(), shortText(value)]),
  );
  const valueOf = (part: keyof SmsReportNames): string | undefined => {
    const own = options.fields[part]?.map((name) => name.toLowerCase()) ?? [];
    return [...own, ...KNOWN[part]].map((name) => values.get(name)).find(Boolean);
  };
  const [recipient, otherRecipient] = readNumber(valueOf('recipient') ?? '');
  if (recipient === undefined) return undefined;
  const word = valueOf('state');
  const reason = valueOf('cause');
  // The answer to a lookup has one field for both.
  const isCode = !valueOf('code') && CODE.test(reason ?? '');
  const code = isCode ? reason : valueOf('code');
  const [known] = WORDS.find(([, words]) => words.includes(word?.toUpperCase() ?? '')) ?? [];
  const byCode = new Map(Object.entries(options.states)).get(code ?? '');
  const fields = {
    account,
    transactionId:
      transactionOf({ transactionId: valueOf('transactionId') }) ?? asked.transactionId,
    messageId: valueOf('messageId') ?? asked.messageId,
    recipient,
    otherRecipient,
    state: (word ? known : byCode) ?? 'unrecognised',
    word,
    code,
    cause: isCode ? undefined : reason,
    at: readReportTime(valueOf('at'), options.timeZone),
    receivedAt: Date.now(),
  } satisfies Record<keyof SmsReportFields, unknown>;
  return new SmsReport(fields, entry);
}

/** The names of the fields of some entries, as a log may show them. */
export function fieldNamesOf(entries: readonly unknown[]): string {
  const names = new Set(entries.flatMap((each) => (isObject(each) ? Object.keys(each) : [])));
  return [...names].slice(0, 20).map(shownKey).join(', ') || 'none';
}

function shortText(value: unknown): string | undefined {
  const text = textOf(value)?.trim();
  return text && text.length <= LONGEST ? text : undefined;
}
