import { readReportTime } from '../protocol/report-time.js';
import { textOf } from '../protocol/read-json.js';
import { transactionOf } from '../protocol/verdict.js';
import { isObject } from '../message/value-checks.js';
import type { SmsReportState } from '../events/report-state.js';
import { SmsReport } from './sms-report.js';
import type { SmsReportNames } from './sms-reports.options.js';

type Entry = Readonly<Record<string, unknown>>;

/** How an account reads reports. */
export interface ReportRules {
  readonly account: string;
  readonly fields: SmsReportNames;
  readonly states: ReadonlyMap<string, SmsReportState>;
  readonly timeZone: string | undefined;
  /** That of reports without one. */
  readonly transactionId?: string;
  /** The digits of a number with country prefix; undefined if it is none. */
  readonly readNumber: (text: string) => string | undefined;
}

/** What is in a request or an answer. */
export interface ReadReports {
  readonly reports: SmsReport[];
  /** The entries that could not be read. */
  readonly unread: readonly unknown[];
}

// Seen at real gateways. The gateway specification has no reports.
const KNOWN: { readonly [Key in keyof Required<SmsReportNames>]: readonly string[] } = {
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

// What an entry, or a list of them, is wrapped in. A `status` that is a text is the state.
const WRAPPERS = ['response', 'report_statusList', 'reports_statusList', 'status'];
const MOST_WRAPPERS = 6;

/** The longest text that is read, in characters. */
const LONGEST = 500;

/** The entries in something that came: one report, an array of them, or what an answer wraps them in. */
export function entriesIn(value: unknown, depth = 0): unknown[] {
  if (depth < MOST_WRAPPERS && Array.isArray(value)) {
    return value.flatMap((each) => entriesIn(each, depth + 1));
  }
  if (depth < MOST_WRAPPERS && isObject(value)) {
    const wrapped = WRAPPERS.map((name) => (Object.hasOwn(value, name) ? value[name] : undefined));
    const inner = wrapped.find((each) => typeof each === 'object' && each !== null);
    if (inner !== undefined) return entriesIn(inner, depth + 1);
  }
  return [value];
}

/** Reads each entry as a report. One without a number is none. */
export function readReports(entries: readonly unknown[], rules: ReportRules): ReadReports {
  const receivedAt = Date.now();
  const unread: unknown[] = [];
  const reports = entries.flatMap((entry) => {
    const report = isObject(entry) ? readReport(entry, rules, receivedAt) : undefined;
    if (!report) unread.push(entry);
    return report ?? [];
  });
  return { reports, unread };
}

function readReport(entry: Entry, rules: ReportRules, receivedAt: number): SmsReport | undefined {
  // A map, because a field may be called `__proto__`.
  const values = new Map(
    Object.entries(entry).map(([name, value]) => [name.toLowerCase(), shortText(value)]),
  );
  const valueOf = (what: keyof SmsReportNames): string | undefined => {
    const own = rules.fields[what]?.map((name) => name.toLowerCase()) ?? [];
    const name = [...own, ...KNOWN[what]].find((each) => values.get(each));
    return name === undefined ? undefined : values.get(name);
  };
  const number = valueOf('recipient');
  const recipient = number && rules.readNumber(number);
  if (!recipient) return undefined;
  const word = valueOf('state');
  const code = valueOf('code');
  const [known] = WORDS.find(([, words]) => words.includes(word?.toUpperCase() ?? '')) ?? [];
  const state = word ? known : code && rules.states.get(code);
  const fields = {
    account: rules.account,
    transactionId:
      transactionOf({ transactionId: valueOf('transactionId') }) ?? rules.transactionId,
    messageId: valueOf('messageId'),
    recipient,
    state: state || 'unrecognised',
    word,
    code,
    cause: valueOf('cause'),
    at: readReportTime(valueOf('at'), rules.timeZone),
    receivedAt,
  } as const;
  return new SmsReport(fields, entry);
}

function shortText(value: unknown): string | undefined {
  const text = textOf(value)?.trim();
  return text && text.length <= LONGEST ? text : undefined;
}
