import { findCallingCode } from '../message/calling-code.js';

/**
 * Recipients are recognised by this many last digits, with or without their country prefix. If a national number
 * is shorter, all of its digits count.
 */
const TAIL = 8;
/** A country prefix has up to three digits. */
const LONGEST_PREFIX = 3;
/** A number has up to 15 digits, and may have zeros and another prefix before them. */
const LONGEST_NUMBER = 24;

/** A run of digits that ends like a recipient. Digits can be grouped, so there may be several readings. */
interface Candidate {
  readonly tail: string;
  /** The numbers that may end with this run, the shortest first, and where each begins. */
  readonly readings: readonly { readonly number: string; readonly start: number }[];
  readonly end: number;
}

/** A recipient that a text names, and where. */
interface Named {
  readonly recipient: string;
  readonly start: number;
  readonly end: number;
}

/** Our recipients, by their last digits. */
export class Tails {
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

  /** The recipients that a text names. A number that could be either of two names neither. */
  *namedIn(text: string): Generator<Named> {
    for (const { readings, end } of this.candidatesIn(text)) {
      let named: Named | undefined;
      // The longest matching number wins.
      for (const { number, start } of readings) {
        const same = this.matching(number);
        const recipient =
          same.length === 1 ? same[0] : same.find((candidate) => candidate === number);
        if (recipient !== undefined) named = { recipient, start, end };
      }
      if (named) yield named;
    }
  }

  /** Whether a number in a text may be one of ours. */
  mayBeIn(text: string): boolean {
    for (const { tail, readings } of this.candidatesIn(text)) {
      // Many other numbers end like a short one, so a short number must match as a whole.
      if (this.byTail.has(tail)) return true;
      if (readings.some(({ number }) => this.matching(number).length > 0)) return true;
    }
    return false;
  }

  private *candidatesIn(text: string): Generator<Candidate> {
    const runs = [...text.matchAll(/\d+/g)];
    let tail = '';
    for (const [last, { 0: run, index }] of runs.entries()) {
      tail = (tail + run.slice(-TAIL)).slice(-TAIL);
      if (this.endingLike(tail).length === 0) continue;
      const readings: { number: string; start: number }[] = [];
      let digits = '';
      for (let first = last; first >= 0; first -= 1) {
        const { 0: earlier = '', index: start = 0 } = runs[first] ?? {};
        digits = earlier + digits;
        if (digits.length > LONGEST_NUMBER) break;
        readings.push({ number: digits.replace(/^0+/, ''), start });
      }
      yield { tail, readings, end: index + run.length };
    }
  }

  /** The recipients that digits may mean, judged only by their last digits. */
  private endingLike(digits: string): readonly string[] {
    const tails: string[] = [];
    for (const length of this.lengths) {
      if (length > digits.length) continue;
      const alike = this.byTail.get(digits.slice(-length));
      if (alike) tails.push(...alike);
    }
    return tails;
  }

  /** The recipients that a number may stand for: it may have more or fewer digits of a prefix. */
  private matching(number: string): readonly string[] {
    return this.endingLike(number).filter((candidate) => {
      const isPrefixed =
        number.endsWith(candidate) && number.length - candidate.length <= LONGEST_PREFIX;
      return isPrefixed || candidate.endsWith(number);
    });
  }
}
