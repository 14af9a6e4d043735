import type { TemplateRules } from '../../core/options/templates-schema.js';
import type { NoUnread } from '../../core/common/no-unread.js';
import { type Piece, piecesOf } from './template-pieces.js';
import type { TextReading } from './text-reading.js';

const WORDS = /[^ .,]+/g;
const PUNCTUATION = /[ .,]/;
/** What a program writes in place of a value that it does not have. */
const NO_VALUE = /undefined|null|NaN|\[object Object\]/;
const ONLY_NO_VALUE = new RegExp(`^[ .,]*(?:${NO_VALUE.source})[ .,]*$`);

/** Why a text does not match: where the reading that got furthest stopped. */
export interface Stop {
  /** The position in the text of the first character that no reading could take. */
  readonly at: number;
  /** The piece of the template that it was compared with; empty at the end of the template. */
  readonly expected: string;
  /** The position in that piece. */
  readonly offset: number;
  /**
   * Why a value must end there: the most characters that it can have, or what it may not contain. `noValue`: the text
   * matches, but only with a value such as `undefined`, which begins there.
   */
  readonly limit?: number | 'links' | 'phoneNumbers' | 'placeholders' | 'noValue' | undefined;
}

/** Creates the comparison of texts with a template. It returns undefined if a text matches. */
export function createMatcher(
  template: string,
  { alphanumeric, maxValueLength, ...others }: TemplateRules,
) {
  const { callbacks, ignorePunctuation, links, phoneNumbers, urls, ...unread } = others;
  void (unread satisfies NoUnread);
  const pieces = piecesOf(template, { alphanumeric, maxValueLength });
  const rules = { callbacks, ignorePunctuation, links, phoneNumbers, urls };
  return (reading: TextReading): Stop | undefined => {
    const stop = new Match(reading, rules).run(pieces);
    if (stop || !NO_VALUE.test(reading.text)) return stop;
    const match = new Match(reading, rules, true);
    return match.run(pieces) && match.withoutValue;
  };
}

/**
 * One comparison, in time linear in the text. It goes through the template piece by piece, and keeps the
 * positions where the pieces so far can end, each with the position where the joined values that end there
 * begin. The last such beginning is enough: values that begin earlier contain every link of later ones.
 */
class Match {
  private ends = new Map([[0, 0]]);
  private next = new Map<number, number>();
  private furthest: Stop = { at: -1, expected: '', offset: 0 };
  /** Set once a reading needed a value such as `undefined`. */
  withoutValue: Stop | undefined;

  constructor(
    private readonly reading: TextReading,
    private readonly rules: Omit<TemplateRules, 'alphanumeric' | 'maxValueLength'>,
    private readonly needsValues = false,
  ) {}

  run(pieces: readonly Piece[]): Stop | undefined {
    for (const piece of pieces) {
      for (const [at, start] of this.ends) this.read(piece, at, start);
      this.ends = this.next;
      if (this.ends.size === 0) return this.furthest;
      this.next = new Map();
    }
    if (this.ends.has(this.reading.text.length)) return undefined;
    for (const at of this.ends.keys()) this.stop(at, '');
    return this.furthest;
  }

  private read(piece: Piece, at: number, start: number): void {
    const { takes, most } = piece;
    if (takes === undefined) return this.literal(piece, at, start);
    if (takes instanceof RegExp) return this.characters(piece, takes, at, start);
    this.stop(at, piece.text);
    // Twice the limit, so that a value that is too long is recognised. These values are in ASCII.
    const text = this.reading.text.slice(at, at + 2 * most);
    for (const { length } of takes(text, this.rules)) {
      if (length > most) this.stop(at + most, piece.text, 0, most);
      else this.reach(at + length, at + length);
    }
  }

  private literal({ text: literal, joins }: Piece, at: number, start: number): void {
    const { reading, rules } = this;
    // Of several readings that end in the same run of punctuation, only the last one is needed.
    if (this.isSkipped(at) && this.ends.has(at + 1)) return;
    let end = at;
    while (this.isSkipped(end)) end += 1;
    const words = rules.ignorePunctuation ? literal.matchAll(WORDS) : [{ 0: literal, index: 0 }];
    for (const { 0: word, index } of words) {
      let same = 0;
      while (same < word.length && word[same] === reading.text[end + same]) same += 1;
      end += same;
      if (same < word.length) {
        // Not in the middle of a surrogate pair.
        const half = (word.codePointAt(same - 1) ?? 0) > 0xffff ? 1 : 0;
        return this.stop(end - half, literal, index + same - half);
      }
      while (this.isSkipped(end)) end += 1;
    }
    this.reach(end, joins ? start : end);
  }

  private isSkipped(at: number): boolean {
    return this.rules.ignorePunctuation && PUNCTUATION.test(this.reading.text.charAt(at));
  }

  private characters(piece: Piece, characters: RegExp, begin: number, start: number): void {
    const { joins, text, most } = piece;
    const { reading } = this;
    let end = begin;
    let length = 0;
    do {
      const character = String.fromCodePoint(reading.text.codePointAt(end) ?? 0);
      const next = end + character.length;
      if (!characters.test(character)) return this.stop(end, text);
      const forbidden = joins ? this.forbiddenIn(start, next) : undefined;
      if (forbidden) return this.stop(end, text, 0, forbidden);
      length += 1;
      if (length > most) return this.stop(end, text, 0, most);
      if (this.isNoValue(begin, next) || (piece.isLast && this.isNoValue(start, next))) {
        this.withoutValue ??= { at: begin, expected: text, offset: 0, limit: 'noValue' };
      } else this.reach(next, joins ? start : next);
      end = next;
      // Stop where another value begins: it takes everything that this one could still take, except 'undefined'.
    } while (this.needsValues || !this.ends.has(end));
  }

  private isNoValue(from: number, to: number): boolean {
    return this.needsValues && ONLY_NO_VALUE.test(this.reading.text.slice(from, to));
  }

  private forbiddenIn(from: number, to: number): Stop['limit'] {
    const { reading, rules } = this;
    if (rules.links === 'written' && reading.hasLink(from, to)) return 'links';
    if (rules.phoneNumbers === 'written' && reading.hasNumber(from, to)) return 'phoneNumbers';
    return reading.hasPlaceholder(from, to) ? 'placeholders' : undefined;
  }

  private reach(end: number, start: number): void {
    if (start > (this.next.get(end) ?? -1)) this.next.set(end, start);
  }

  /** Keeps the furthest stop. Of several at one position, it keeps the first; at the end of the text, the last. */
  private stop(at: number, expected: string, offset = 0, limit?: Stop['limit']): void {
    const isEnd = at === this.furthest.at && at === this.reading.text.length;
    if (at > this.furthest.at || isEnd) this.furthest = { at, expected, offset, limit };
  }
}
