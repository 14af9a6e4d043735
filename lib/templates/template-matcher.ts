import type { TemplateRules } from '../options/templates-schema.js';
import { type Piece, piecesOf } from './template-pieces.js';
import type { TextReading } from './text-reading.js';

const WORDS = /[^ .,]+/g;
const PUNCTUATION = /[ .,]/;

/** Why a text does not match: where the reading stopped that got furthest. */
export interface Stop {
  /** The position in the text of the first character that no reading could take. */
  readonly at: number;
  /** The piece of the template that it was compared with, and the position in it; empty at the end. */
  readonly expected: string;
  readonly offset: number;
  /** What a value can be at most, if that is why it must end there. */
  readonly limit?: string | undefined;
}

/** Compares a text with a template. Undefined if it matches. */
export type TemplateMatcher = (reading: TextReading) => Stop | undefined;

/** Creates the comparison with a template. */
export function createMatcher(template: string, rules: TemplateRules): TemplateMatcher {
  const pieces = piecesOf(template, rules);
  return (reading) => new Match(reading, rules).run(pieces);
}

/**
 * One comparison, in time linear in the text. It goes through the template piece by piece, and keeps the
 * positions where the pieces so far can end, each with the position where the joined values begin that end
 * there. The last such beginning is enough: values that begin earlier contain every link of later ones.
 */
class Match {
  private ends = new Map([[0, 0]]);
  private next = new Map<number, number>();
  private furthest: Stop = { at: -1, expected: '', offset: 0 };

  constructor(
    private readonly reading: TextReading,
    private readonly rules: TemplateRules,
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
    const { takes } = piece;
    if (takes === undefined) return this.literal(piece, at, start);
    if (takes instanceof RegExp) return this.characters(piece, takes, at, start);
    this.stop(at, piece.text);
    const text = this.reading.text.slice(at, at + this.rules.maxValueLength);
    for (const value of takes(text, this.rules)) {
      if (text.startsWith(value)) this.reach(at + value.length, at + value.length);
    }
  }

  private literal({ text: literal, joins }: Piece, at: number, start: number): void {
    const { reading, rules } = this;
    // Of the readings that end in the same punctuation, the last one is enough.
    if (this.isSkipped(at) && this.ends.has(at + 1)) return;
    let end = at;
    while (this.isSkipped(end)) end += 1;
    const words = rules.ignorePunctuation ? literal.matchAll(WORDS) : [{ 0: literal, index: 0 }];
    for (const { 0: word, index } of words) {
      let same = 0;
      while (same < word.length && word[same] === reading.text[end + same]) same += 1;
      end += same;
      if (same < word.length) return this.stop(end, literal, index + same);
      while (this.isSkipped(end)) end += 1;
    }
    this.reach(end, joins ? start : end);
  }

  private isSkipped(at: number): boolean {
    return this.rules.ignorePunctuation && PUNCTUATION.test(this.reading.text.charAt(at));
  }

  private characters(piece: Piece, characters: RegExp, begin: number, start: number): void {
    const { joins, text: variable } = piece;
    const { reading, rules } = this;
    let end = begin;
    do {
      const character = String.fromCodePoint(reading.text.codePointAt(end) ?? 0);
      const next = end + character.length;
      if (!characters.test(character)) return this.stop(end, variable);
      const isLink = joins && reading.hasLink(start, next);
      if (isLink || next - begin > rules.maxValueLength) {
        const tooLong = `at most ${rules.maxValueLength} characters`;
        return this.stop(end, variable, 0, isLink ? 'no links or phone numbers' : tooLong);
      }
      this.reach(next, joins ? start : next);
      end = next;
      // A value that begins where this one can end takes all that this one could.
    } while (!this.ends.has(end));
  }

  private reach(end: number, start: number): void {
    if (start > (this.next.get(end) ?? -1)) this.next.set(end, start);
  }

  /** Keeps the furthest place where a reading stopped; of several, that of the first piece. */
  private stop(at: number, expected: string, offset = 0, limit?: string): void {
    if (at > this.furthest.at) this.furthest = { at, expected, offset, limit };
  }
}
