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
 * @param ownNames names that take precedence over the known ones
 * @param onDoubt called with a name that has two different values
 */
export function createFieldReader(
  entry: Readonly<Record<string, unknown>>,
  ownNames: SmsReportNames,
  onDoubt: (name: string) => void,
): (part: ReportPart) => string | undefined {
  // Maps, because a field may be called `__proto__`.
  const exact = new Map<string, ReadonlySet<string>>();
  const alike = new Map<string, ReadonlySet<string>>();
  for (const [name, value] of Object.entries(entry)) {
    const texts = textsOf(value);
    if (texts.length === 0) continue;
    exact.set(name, new Set(texts));
    alike.set(plain(name), new Set([...(alike.get(plain(name)) ?? []), ...texts]));
  }
  return (part) => {
    const longest = part === 'text' ? LONGEST_TEXT : LONGEST;
    for (const name of [...(ownNames[part] ?? []), ...KNOWN[part]]) {
      const texts = exact.get(name) ?? alike.get(plain(name)) ?? [];
      const [value, secondValue] = [...texts].filter(({ length }) => length <= longest);
      if (value === undefined) continue;
      if (secondValue === undefined) return value;
      onDoubt(name);
      return undefined;
    }
    return undefined;
  };
}

/** The names of the fields of entries, as a log may show them. */
export function shownNamesOf(entries: readonly unknown[]): string {
  const names = new Set(entries.flatMap((entry) => (isObject(entry) ? Object.keys(entry) : [])));
  return [...names].slice(0, 20).map(shownKey).join(', ') || 'none';
}

/** The form in which names are compared: without case, spaces, `_` and `-`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** The text of a field, or its texts if it came several times. Empty texts do not count. */
function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) && value.length > 1 ? value : [value];
  return values.map((fieldValue) => textOf(fieldValue)?.trim() ?? '').filter((text) => text !== '');
}
