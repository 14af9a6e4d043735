import { textOf } from './read-json.js';

const FEWEST_DIGITS = 8;
const MOST_DIGITS = 15;

const AROUND = /[\s"'[\]{}]/;

/** A country prefix has up to three digits. */
const LONGEST_PREFIX = 3;

/**
 * Reads `invalidMobile` (document, section 2.2). A rejected number must not count as sent, so it is
 * recognised however it is written: with a plus, with separators, with or without its country prefix,
 * beside a code or a reason, in a list, as a key. Numbers that are ours are given as we sent them, any
 * others as the gateway wrote them.
 */
export function readRejected(value: unknown, recipients: readonly string[]): readonly string[] {
  if (value === undefined || value === null || value === '') return [];
  const ours = new OurNumbers(recipients);
  const rejected = new Set<string>();
  for (const piece of piecesOf(value)) {
    const found = ours.in(piece);
    for (const number of found.length > 0 ? found : [piece]) rejected.add(number);
  }
  return [...rejected];
}

/** What may be a number each, in its order. A walk without recursion: the depth is the gateway's. */
function* piecesOf(value: unknown): Generator<string> {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'object' && next !== null) left.push(...childrenOf(next).toReversed());
    else yield* (textOf(next) ?? '').split(/[,;|\r\n]/).flatMap(numbersApart);
  }
}

// A number as a key has a reason, not a number, for its value.
function childrenOf(list: object): readonly unknown[] {
  if (Array.isArray(list)) return list;
  return Object.entries(list).map(([key, value]: [string, unknown]) =>
    digitsOf(key).length >= FEWEST_DIGITS ? key : value,
  );
}

// Spaces part numbers, or stand within one.
function numbersApart(written: string): readonly string[] {
  const piece = trimmed(written);
  if (piece === '') return [];
  const parts = piece.split(/\s+/);
  return parts.every((part) => digitsOf(part).length >= FEWEST_DIGITS) ? parts : [piece];
}

// A list that was written as a text keeps its brackets and quotes. By hand, for an expression that
// looks for the end would take the square of a long row of spaces.
function trimmed(piece: string): string {
  let start = 0;
  let end = piece.length;
  while (start < end && AROUND.test(piece.charAt(start))) start += 1;
  while (start < end && AROUND.test(piece.charAt(end - 1))) end -= 1;
  return piece.slice(start, end);
}

function digitsOf(written: string): string {
  return withoutZeros(written.replace(/\D/g, ''));
}

// Asked many times for each number of a long text, most of which begin with another digit.
function withoutZeros(digits: string): string {
  return digits.startsWith('0') ? digits.replace(/^0+/, '') : digits;
}

/** Knows the recipients by their last digits. */
class OurNumbers {
  private readonly byTail = new Map<string, string[]>();

  constructor(recipients: readonly string[]) {
    for (const recipient of recipients) {
      const tail = recipient.slice(-FEWEST_DIGITS);
      const known = this.byTail.get(tail);
      if (known) known.push(recipient);
      else this.byTail.set(tail, [recipient]);
    }
  }

  /** Those of ours that a text names. */
  in(text: string): readonly string[] {
    const whole = this.match(digitsOf(text));
    if (whole !== undefined) return [whole];
    const runs = text.match(/\d+/g) ?? [];
    const found: string[] = [];
    for (let at = 0; at < runs.length;) {
      const { number, length } = this.longestFrom(runs, at);
      if (number !== undefined) found.push(number);
      at += length;
    }
    return found;
  }

  /** The one of ours that the most runs of digits from a place on make together. */
  private longestFrom(runs: readonly string[], at: number): { number?: string; length: number } {
    let longest: { number?: string; length: number } = { length: 1 };
    let digits = '';
    for (let length = 1; length <= MOST_DIGITS; length += 1) {
      const run = runs[at + length - 1];
      if (run === undefined) break;
      digits = withoutZeros(digits + run);
      if (digits.length > MOST_DIGITS + LONGEST_PREFIX) break;
      const number = this.match(digits);
      if (number !== undefined) longest = { number, length };
    }
    return longest;
  }

  private match(digits: string): string | undefined {
    if (digits.length < FEWEST_DIGITS) return undefined;
    const alike = this.byTail
      .get(digits.slice(-FEWEST_DIGITS))
      ?.filter((recipient) => recipient.endsWith(digits) || isPrefixed(digits, recipient));
    if (!alike) return undefined;
    return alike.length === 1 ? alike[0] : alike.find((recipient) => recipient === digits);
  }
}

function isPrefixed(digits: string, recipient: string): boolean {
  return digits.endsWith(recipient) && digits.length - recipient.length <= LONGEST_PREFIX;
}
