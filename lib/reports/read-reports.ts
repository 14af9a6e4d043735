import { shownKey } from '../common/mask.js';
import { isObject } from '../message/value-checks.js';
import { readJson, textOf } from '../protocol/read-json.js';
import { readReportTime } from '../protocol/report-time.js';
import { transactionOf } from '../protocol/verdict.js';
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

/** The longest text that is read, in characters. */
const LONGEST = 500;

/** The body of a request, or its query where there is none. */
export function contentOf({ query, body }: SmsReportRequest): unknown {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const content = isRaw ? parse(Buffer.from(body)) : body;
  return Object.keys(Object(content)).length === 0 ? query : content;
}

/** One report, or those in a list. A lookup's answer wraps each in `status`, unless `status` is a text: the state. */
export function entriesIn(content: unknown): unknown[] {
  const unwrapped = (each: unknown): unknown =>
    isObject(each) && isObject(each['status']) ? each['status'] : each;
  return [content].flat().map(unwrapped);
}

/** Reads an entry; undefined if it has no number. */
export function readReport(
  entry: unknown,
  account: string,
  options: CheckedReportsOptions,
  readRecipient: (text: string) => unknown,
  transactionId?: string,
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
  const recipient = readNumber(valueOf('recipient') ?? '', readRecipient);
  if (recipient === undefined) return undefined;
  const word = valueOf('state');
  const code = valueOf('code');
  const [known] = WORDS.find(([, words]) => words.includes(word?.toUpperCase() ?? '')) ?? [];
  const byCode = new Map(Object.entries(options.states)).get(code ?? '');
  const fields = {
    account,
    transactionId: transactionOf({ transactionId: valueOf('transactionId') }) ?? transactionId,
    messageId: valueOf('messageId'),
    recipient,
    state: (word ? known : byCode) ?? 'unrecognised',
    word,
    code,
    cause: valueOf('cause'),
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

function parse(body: Buffer): unknown {
  return readJson(body) ?? Object.fromEntries(new URLSearchParams(body.toString('utf8')));
}

function readNumber(text: string, readRecipient: (text: string) => unknown): string | undefined {
  // By the default country first. The gateway writes other numbers with their prefix, but without a +.
  const read = [text, `+${text}`].map((each) => readRecipient(each)).find((each) => typeof each === 'string');
  if (typeof read === 'string') return read;
  return /^[1-9]\d{7,14}$/.test(text) ? text : undefined;
}

function shortText(value: unknown): string | undefined {
  const text = textOf(value)?.trim();
  return text && text.length <= LONGEST ? text : undefined;
}
