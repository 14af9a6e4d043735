import { readExpiresAfter } from '../protocol/expires-after.js';
import { textOf } from '../protocol/read-json.js';
import { transactionOf } from '../protocol/verdict.js';
import { isObject } from '../message/value-checks.js';
import { SmsReport, type SmsReportState } from './sms-report.js';
import type { SmsReportNames } from './sms-reports.options.js';

type Entry = Readonly<Record<string, unknown>>;

/** How an account reads reports. */
export interface ReportRules {
  readonly account: string;
  readonly fields: SmsReportNames;
  readonly states: ReadonlyMap<string, SmsReportState>;
  readonly timeZone: string | undefined;
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
  at: ['dlrtime', 'deliveredtime', 'receivedtime'],
};

const STATES: ReadonlyMap<string, SmsReportState> = new Map([
  ['DELIVRD', 'delivered'],
  ['DELIVERED', 'delivered'],
  ['SUBMITTED', 'pending'],
  ['SENT', 'pending'],
  ['PENDING', 'pending'],
  ['FAILED', 'failed'],
  ['UNDELIV', 'failed'],
  ['UNDELIVERED', 'failed'],
  ['REJECTED', 'failed'],
  ['REJECTD', 'failed'],
  ['DND', 'failed'],
  ['EXPIRED', 'expired'],
]);

// What an entry, or a list of them, is wrapped in. A `status` that is a text is the state.
const WRAPPERS = ['response', 'report_statusList', 'reports_statusList', 'status'];
const MOST_WRAPPERS = 6;

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
    Object.entries(entry).map(([name, value]) => [name.toLowerCase(), textOf(value)?.trim()]),
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
  // Whole words: UNDELIV must not be read as delivered.
  const state = word ? STATES.get(word.toUpperCase()) : code && rules.states.get(code);
  const fields = {
    account: rules.account,
    transactionId: transactionOf({ transactionId: valueOf('transactionId') }),
    messageId: valueOf('messageId'),
    recipient,
    state: state || 'unrecognised',
    word,
    code,
    cause: valueOf('cause'),
    at: readTime(valueOf('at'), rules.timeZone),
    receivedAt,
  } as const;
  return new SmsReport(fields, entry);
}

const EPOCH = /^\d{13}$/;
// A form that was not encoded has a space where a `+` was.
const WITH_ZONE =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})? ?(?:(Z)|([+ -])(\d{2}):?(\d{2}))$/i;
const WITHOUT_ZONE = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?$/;

/** Reads a time: ms since 1970, ISO 8601, or what clocks in a zone show. Undefined if it is none. */
function readTime(text: string | undefined, zone: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (EPOCH.test(text)) return Number(text);
  const [, day, time, , utc, sign, hours, minutes] = WITH_ZONE.exec(text) ?? [];
  if (day !== undefined) {
    const clock = readExpiresAfter(`${day} ${time}`, 'UTC');
    const offset = utc ? 0 : (Number(hours) * 60 + Number(minutes)) * 60_000;
    return clock === undefined ? undefined : clock - (sign === '-' ? -offset : offset);
  }
  const [, date, wallClock] = WITHOUT_ZONE.exec(text) ?? [];
  return zone === undefined ? undefined : readExpiresAfter(`${date} ${wallClock}`, zone);
}
