import { textOf } from './read-json.js';

/** Recipients are recognised by this many last digits, with or without their country prefix. */
const TAIL = 8;
/** A country prefix has up to three digits. */
const LONGEST_PREFIX = 3;
/** A number has up to 15 digits, and may have zeros and another prefix before them. */
const LONGEST_RUN = 24;
/** Digits with no more between them than the usual separators. A masked number does not match. */
const NUMBER = /\d(?:[\s().+-]{0,3}\d){7}/;

/** The digits of a text. */
interface Digits {
  readonly all: string;
  /** Where each run of digits starts within them, and where the last run ends. */
  readonly bounds: readonly number[];
}

/**
 * Finds which of our recipients a field of an answer names. A rejected number must not count as sent,
 * so it is recognised in any notation: with a plus, with separators, with or without its country
 * prefix, next to a code or a reason, in an array, as a key. A number that could be either of two
 * recipients names neither.
 */
export function recipientsIn(value: unknown, recipients: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  if (value === undefined || value === null || value === '') return found;
  const byTail = new Map<string, string[]>();
  for (const recipient of recipients) {
    const alike = byTail.get(tailOf(recipient));
    if (alike) alike.push(recipient);
    else byTail.set(tailOf(recipient), [recipient]);
  }
  for (const text of textsIn(value)) {
    const digits = digitsIn(text);
    digits.bounds.forEach((end, index) => {
      const alike = end >= TAIL && byTail.get(digits.all.slice(end - TAIL, end));
      const recipient = alike && matchBefore(digits, index, alike);
      if (recipient) found.add(recipient);
    });
  }
  return found;
}

/** Whether the field `mobile` holds numbers of 8 digits or more and none of them is one of ours. */
export function namesOnlyOthers(mobile: unknown, recipients: readonly string[]): boolean {
  // The usual answers, without the work below.
  if (!mobile || (typeof mobile === 'string' && mobile.startsWith(recipients[0] ?? '')))
    return false;
  const tails = new Set(recipients.map(tailOf));
  let holdsNumber = false;
  for (const text of textsIn(mobile)) {
    const { all, bounds } = digitsIn(text);
    if (bounds.some((end) => tails.has(all.slice(Math.max(0, end - TAIL), end)))) return false;
    holdsNumber ||= NUMBER.test(text);
  }
  return holdsNumber;
}

/** The recipient whose number ends at a bound. The longest number that matches wins. */
function matchBefore(
  { all, bounds }: Digits,
  index: number,
  alike: readonly string[],
): string | undefined {
  const end = bounds[index] ?? 0;
  let match: string | undefined;
  for (let from = index - 1; from >= 0; from -= 1) {
    const start = bounds[from] ?? 0;
    if (end - start > LONGEST_RUN) break;
    const number = all.slice(start, end).replace(/^0+/, '');
    if (number.length < TAIL) continue;
    const same = alike.filter((each) => each.endsWith(number) || isPrefixed(number, each));
    match = same.length === 1 ? same[0] : (same.find((each) => each === number) ?? match);
  }
  return match;
}

function isPrefixed(number: string, recipient: string): boolean {
  return number.endsWith(recipient) && number.length - recipient.length <= LONGEST_PREFIX;
}

/** Every text and number in a value. Not recursive, as the gateway chooses the depth. */
function* textsIn(value: unknown): Generator<string> {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'object' && next !== null) {
      for (const [key, entry] of Object.entries(next)) left.push(key, entry);
    } else yield textOf(next) ?? '';
  }
}

function digitsIn(text: string): Digits {
  const runs = text.match(/\d+/g) ?? [];
  let end = 0;
  return { all: runs.join(''), bounds: [0, ...runs.map((run) => (end += run.length))] };
}

function tailOf(recipient: string): string {
  return recipient.slice(-TAIL);
}
