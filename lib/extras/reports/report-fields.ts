import { shownKey } from '../../core/common/mask.js';
import { isObject } from '../../core/common/value-checks.js';
import { textOf } from '../../core/protocol/read-json.js';
import type { SmsReportNames } from './sms-reports.options.js';

/** A part of a report that comes from one of its fields. */
export type ReportPart = keyof SmsReportNames;

// Named in vendors' documentation, or seen at real gateways. The gateway specification has no reports.
const KNOWN: { readonly [Part in ReportPart]-?: readonly string[] } = {
  transactionId: ['transId', 'transactionId', 'uuId', 'tId', 'txn_id'],
  messageId: ['msgId', 'messageId'],
  recipient: ['mobile', 'mobileNo', 'mobileNumber'],
  state: ['status'],
  code: ['errorCode'],
  cause: ['cause'],
  at: ['dlrTime', 'deliveredTime', 'deliveryTime', 'doneTime', 'doneDate'],
  text: ['text'],
  submittedAt: ['submitTime', 'submittedTime'],
};

/** The parts, by the names of the option `fields`. */
export const PARTS = Object.keys(KNOWN);

/** The longest value that is read, in characters. */
const LONGEST = 500;
/** The same for the text of a message, which has at most 255 segments. */
const LONGEST_TEXT = 40_000;

/**
 * Creates the function that reads a part from the fields of a report. An exact name wins. Otherwise names are
 * compared in the form of {@link plain}. If there are two different values, neither is used.
 *
 * @param own names that take precedence over the known ones
 * @param onDoubt called with a name that has two different values
 */
export function createFieldReader(
  entry: Readonly<Record<string, unknown>>,
  own: SmsReportNames,
  onDoubt: (name: string) => void,
): (part: ReportPart) => string | undefined {
  // Maps, because a field may be called `__proto__`.
  const exact = new Map<string, ReadonlySet<string>>();
  const alike = new Map<string, ReadonlySet<string>>();
  for (const [name, value] of Object.entries(entry)) {
    const found = textsOf(value);
    if (found.length === 0) continue;
    exact.set(name, new Set(found));
    alike.set(plain(name), new Set([...(alike.get(plain(name)) ?? []), ...found]));
  }
  return (part) => {
    const longest = part === 'text' ? LONGEST_TEXT : LONGEST;
    for (const name of [...(own[part] ?? []), ...KNOWN[part]]) {
      const known = exact.get(name) ?? alike.get(plain(name)) ?? [];
      const [value, other] = [...known].filter(({ length }) => length <= longest);
      if (value === undefined) continue;
      if (other === undefined) return value;
      onDoubt(name);
      return undefined;
    }
    return undefined;
  };
}

/** The names of the fields of entries, as a log may show them. */
export function shownNamesOf(entries: readonly unknown[]): string {
  const names = new Set(entries.flatMap((each) => (isObject(each) ? Object.keys(each) : [])));
  return [...names].slice(0, 20).map(shownKey).join(', ') || 'none';
}

/** The form in which names are compared: without case, spaces, `_` and `-`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** The text of a field, or its texts if it came several times. Empty texts do not count. */
function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) && value.length > 1 ? value : [value];
  return values.map((each) => textOf(each)?.trim() ?? '').filter((text) => text !== '');
}
