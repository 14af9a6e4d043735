import type { TemplateRules } from '../options/templates-schema.js';
import { type Piece, piecesOf } from './template-pieces.js';
import type { TextReading } from './text-reading.js';

const WORDS = /[^ .,]+/g;
const PUNCTUATION = /[ .,]/;

/** Why a text does not match: where the reading stopped that got furthest. */
export interface Stop {
  /** The position in the text of the first character that no reading could take. */
  readonly at: number;
  /** The position in the template that it was compared with. */
  readonly place: number;
  /** Why a value must end there. */
  readonly limit?: string | undefined;
}

/** Compares a text with a template. Undefined if it matches. */
export type TemplateMatcher = (reading: TextReading) => Stop | undefined;

/** Creates the comparison with a normalised template. */
export function createMatcher(template: string, rules: TemplateRules): TemplateMatcher {
  const pieces = piecesOf(template, rules);
  return (reading) => new Match(reading, rules).run(pieces, template.length);
}

/**
 * One comparison, in time linear in the text. It goes through the template piece by piece, and keeps the
 * positions where the pieces so far can end, each with the position where the joined values begin that end
 * there. The last such beginning is enough: values that begin earlier contain every link of later ones.
 */
class Match {
  private ends = new Map([[0, 0]]);
  private next = new Map<number, number>();
  private furthest: Stop = { at: -1, place: 0 };

  constructor(
    private readonly reading: TextReading,
    private readonly rules: TemplateRules,
  ) {}

  run(pieces: readonly Piece[], length: number): Stop | undefined {
    for (const piece of pieces) {
      for (const [at, start] of this.ends) this.read(piece, at, start);
      this.ends = this.next;
      if (this.ends.size === 0) return this.furthest;
      this.next = new Map();
    }
    if (this.ends.has(this.reading.text.length)) return undefined;
    for (const at of this.ends.keys()) this.stop(at, length);
    return this.furthest;
  }

  private read(piece: Piece, at: number, start: number): void {
    const { takes, place } = piece;
    if (takes === undefined) return this.literal(piece, at, start);
    if (takes instanceof RegExp) return this.characters(piece, takes, at, start);
    this.stop(at, place);
    const text = this.reading.text.slice(at, at + this.rules.maxValueLength);
    for (const value of takes(text, this.rules)) {
      if (text.startsWith(value)) this.reach(at + value.length, at + value.length);
    }
  }

  private literal({ text: literal, place, joins }: Piece, at: number, start: number): void {
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
      if (same < word.length) return this.stop(end, place + index + same);
      while (this.isSkipped(end)) end += 1;
    }
    this.reach(end, joins ? start : end);
  }

  private isSkipped(at: number): boolean {
    return this.rules.ignorePunctuation && PUNCTUATION.test(this.reading.text.charAt(at));
  }

  private characters(piece: Piece, characters: RegExp, begin: number, start: number): void {
    const { joins, place, text: variable } = piece;
    const { reading, rules } = this;
    let end = begin;
    do {
      const character = String.fromCodePoint(reading.text.codePointAt(end) ?? 0);
      const next = end + character.length;
      if (!characters.test(character)) return this.stop(end, place);
      if (joins && reading.hasLink(start, next)) {
        return this.stop(end, place, `${variable} takes no links or phone numbers`);
      }
      if (next - begin > rules.maxValueLength) {
        return this.stop(
          end,
          place,
          `${variable} takes at most ${rules.maxValueLength} characters`,
        );
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
  private stop(at: number, place: number, limit?: string): void {
    if (at > this.furthest.at) this.furthest = { at, place, limit };
  }
}
