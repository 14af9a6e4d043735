import { textOf } from './read-json.js';

/** Recipients are recognised by this many last digits, with or without their country prefix. */
const TAIL = 8;
/** A country prefix has up to three digits. */
const LONGEST_PREFIX = 3;
/** A number has up to 15 digits, and may have zeros and another prefix before them. */
const LONGEST_NUMBER = 24;
/** Digits with no more between them than the usual separators. A masked number does not match. */
const NUMBER = /\d(?:[\s().+-]{0,3}\d){7}/;

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
  for (const readings of numbersIn(value, byTail)) {
    let match: string | undefined;
    // The longest number that matches wins.
    for (const number of readings) {
      const alike = byTail.get(tailOf(number)) ?? [];
      const same = alike.filter((each) => each.endsWith(number) || isPrefixed(number, each));
      match = same.length === 1 ? same[0] : (same.find((each) => each === number) ?? match);
    }
    if (match !== undefined) found.add(match);
  }
  return found;
}

/** Whether the field `mobile` holds numbers of 8 digits or more and none of them is one of ours. */
export function namesOnlyOthers(mobile: unknown, recipients: readonly string[]): boolean {
  // The usual answers, without the work below.
  if (!mobile || (typeof mobile === 'string' && mobile.startsWith(recipients[0] ?? '')))
    return false;
  const tails = new Set(recipients.map(tailOf));
  if (!numbersIn(mobile, tails).next().done) return false;
  return [...textsIn(mobile)].some((text) => NUMBER.test(text));
}

function isPrefixed(number: string, recipient: string): boolean {
  return number.endsWith(recipient) && number.length - recipient.length <= LONGEST_PREFIX;
}

/** For each run of digits that ends like a recipient, the numbers that end with it, the shortest first. */
function* numbersIn(
  value: unknown,
  tails: { has(tail: string): boolean },
): Generator<readonly string[]> {
  for (const text of textsIn(value)) {
    const runs = text.match(/\d+/g) ?? [];
    let tail = '';
    for (const [last, run] of runs.entries()) {
      tail = tailOf(tail + tailOf(run));
      if (!tails.has(tail)) continue;
      const readings: string[] = [];
      let digits = '';
      // Digits may be grouped, so a number can start with an earlier run.
      for (let first = last; first >= 0; first -= 1) {
        digits = (runs[first] ?? '') + digits;
        if (digits.length > LONGEST_NUMBER) break;
        const number = digits.replace(/^0+/, '');
        if (number.length >= TAIL) readings.push(number);
      }
      yield readings;
    }
  }
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

function tailOf(number: string): string {
  return number.slice(-TAIL);
}
