import { findCallingCode } from '../message/calling-code.js';
import { dropDecimals } from '../message/spreadsheet.js';
import { textOf } from './read-json.js';

/**
 * Recipients are recognised by this many last digits, with or without their country prefix. Those whose
 * national number is shorter are recognised by all of that.
 */
const TAIL = 8;
/** A country prefix has up to three digits. */
const LONGEST_PREFIX = 3;
/** A number has up to 15 digits, and may have zeros and another prefix before them. */
const LONGEST_NUMBER = 24;
/** Digits with no more between them than the usual separators. A masked number does not match. */
const NUMBER = /\d(?:[\s().+-]{0,3}\d){7}/;
/** How gateways write that there is no number. */
const IS_NOTHING = /^(?:n\/?a|none|nil|null|0|-)?$/i;
const NOBODY: ReadonlySet<string> = new Set();

/**
 * Finds which of our recipients a field of an answer names. A rejected number must not count as sent,
 * so it is recognised in any notation: with a plus, with separators, with or without its country
 * prefix, next to a code or a reason, in an array, as a key. A number that could be either of two
 * recipients names neither.
 */
export function recipientsIn(value: unknown, recipients: readonly string[]): ReadonlySet<string> {
  if (isEmpty(value)) return NOBODY;
  const found = new Set<string>();
  const tails = new Tails(recipients);
  for (const { readings } of numbersIn(value, tails)) {
    let match: string | undefined;
    // The longest number that matches wins.
    for (const number of readings) {
      const same = tails.matching(number);
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
  const tails = new Tails(recipients);
  for (const { tail, readings } of numbersIn(mobile, tails)) {
    // Of a short number, many others have the same end.
    const isOurs = tails.has(tail) || readings.some((number) => tails.matching(number).length > 0);
    if (isOurs) return false;
  }
  return [...textsIn(mobile)].some((text) => NUMBER.test(text));
}

/** Whether a field of an answer is empty, or says in a usual word that there is nothing in it. */
export function isNothing(value: unknown): boolean {
  if (isEmpty(value)) return true;
  for (const text of textsIn(value)) if (!IS_NOTHING.test(text.trim())) return false;
  return true;
}

// How most answers say that no number is invalid, without the work of reading it.
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Our recipients, by their last digits. */
class Tails {
  private readonly byTail = new Map<string, string[]>();
  private readonly lengths = new Set<number>();

  constructor(recipients: readonly string[]) {
    for (const recipient of recipients) {
      const prefix = findCallingCode(recipient)?.digits.length ?? 0;
      const length = Math.min(TAIL, recipient.length - prefix);
      const tail = recipient.slice(-length);
      const alike = this.byTail.get(tail);
      if (alike) alike.push(recipient);
      else this.byTail.set(tail, [recipient]);
      this.lengths.add(length);
    }
  }

  has(tail: string): boolean {
    return this.byTail.has(tail);
  }

  /** The recipients that may be meant by digits, by their last ones alone. */
  endingLike(digits: string): readonly string[] {
    const found: string[] = [];
    for (const length of this.lengths) {
      if (length > digits.length) continue;
      const alike = this.byTail.get(digits.slice(-length));
      if (alike) found.push(...alike);
    }
    return found;
  }

  /** The recipients of which a number can be a notation: with fewer digits of a prefix, or with more. */
  matching(number: string): readonly string[] {
    return this.endingLike(number).filter((each) => {
      const isPrefixed = number.endsWith(each) && number.length - each.length <= LONGEST_PREFIX;
      return isPrefixed || each.endsWith(number);
    });
  }
}

/** For each run of digits that ends like a recipient, the numbers that end with it, the shortest first. */
function* numbersIn(
  value: unknown,
  tails: Tails,
): Generator<{ readonly tail: string; readonly readings: readonly string[] }> {
  for (const text of textsIn(value)) {
    const runs = text.match(/\d+/g) ?? [];
    let tail = '';
    for (const [last, run] of runs.entries()) {
      tail = (tail + run.slice(-TAIL)).slice(-TAIL);
      if (tails.endingLike(tail).length === 0) continue;
      const readings: string[] = [];
      let digits = '';
      // Digits may be grouped, so a number can start with an earlier run.
      for (let first = last; first >= 0; first -= 1) {
        digits = (runs[first] ?? '') + digits;
        if (digits.length > LONGEST_NUMBER) break;
        readings.push(digits.replace(/^0+/, ''));
      }
      yield { tail, readings };
    }
  }
}

/**
 * Every text and other value in a value, as text, without the decimals that a spreadsheet gave its numbers. Not
 * recursive, as the gateway chooses the depth.
 */
function* textsIn(value: unknown): Generator<string> {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (Array.isArray(next)) for (const entry of next) left.push(entry);
    else if (typeof next === 'object' && next !== null) {
      for (const [key, entry] of Object.entries(next)) left.push(key, entry);
    } else if (next !== undefined && next !== false)
      yield dropDecimals(textOf(next) ?? String(next));
  }
}
