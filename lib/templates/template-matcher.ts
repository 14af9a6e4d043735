import type { TemplateRules } from '../options/templates-schema.js';
import type { TextReading } from './text-reading.js';
import { isGuarded, piecesOf, takenBy } from './variable-kinds.js';

const PUNCTUATION = /[ .,]+/g;

/** Why a text does not match: where the reading stopped that got furthest. */
export interface Stop {
  /** The position in the text of the first character that no reading could take. */
  readonly at: number;
  /** The template, and the position in it. */
  readonly template: string;
  readonly place: number;
  /** Why a value must end there. */
  readonly limit?: string | undefined;
}

/** Compares a text with a template. Undefined if it matches. */
export type TemplateMatcher = (reading: TextReading) => Stop | undefined;

/** Reads a piece of the template from a position on. `start` is where the values begin that it joins. */
type Step = (match: Match, at: number, start: number) => void;

/**
 * Compares texts with that of a template piece by piece, in time linear in the text: it keeps the
 * positions where the pieces so far can end, and with each where the joined values begin that end there. The
 * last such beginning is enough: values that begin earlier contain every link of those that begin later.
 */
export function createMatcher(text: string, rules: TemplateRules): TemplateMatcher {
  const pieces = piecesOf(text);
  let next = 0;
  const steps = pieces.map((piece, index): Step => {
    const place = next;
    next += piece.length;
    const takes = takenBy(piece, rules);
    if (takes === undefined) return literalStep(piece, place, rules);
    if (takes instanceof RegExp) {
      const guarded = [piece, pieces[index - 1], pieces[index + 1]].some(isGuarded);
      return runStep(piece, place, takes, guarded, rules);
    }
    return (match, at) => {
      match.stop(at, place);
      for (const end of takes(match.reading.text, at, rules)) {
        if (end - at <= rules.maxValueLength) match.reach(end, end);
      }
    };
  });
  const template = pieces.join('');
  return (reading) => new Match(template, reading).run(steps);
}

/** One comparison. */
class Match {
  /** Where the pieces so far can end, and for each position where the joined values begin. */
  ends = new Map([[0, 0]]);
  private next = new Map<number, number>();
  private furthest: Stop;

  constructor(
    private readonly template: string,
    readonly reading: TextReading,
  ) {
    this.furthest = { at: -1, template, place: 0 };
  }

  run(steps: readonly Step[]): Stop | undefined {
    for (const step of steps) {
      for (const [at, start] of this.ends) step(this, at, start);
      this.ends = this.next;
      if (this.ends.size === 0) return this.furthest;
      this.next = new Map();
    }
    if (this.ends.has(this.reading.text.length)) return undefined;
    for (const at of this.ends.keys()) this.stop(at, this.template.length);
    return this.furthest;
  }

  reach(end: number, start: number): void {
    if (start > (this.next.get(end) ?? -1)) this.next.set(end, start);
  }

  /** Keeps the furthest place where a reading stopped; of several, that of the first piece. */
  stop(at: number, place: number, limit?: string): void {
    const { furthest, template } = this;
    if (at > furthest.at) this.furthest = { at, template, place, limit };
  }
}

function literalStep(literal: string, place: number, { ignorePunctuation }: TemplateRules): Step {
  const words = Array.from(literal.matchAll(ignorePunctuation ? /[^ .,]+/g : /[^]+/g));
  // Values around a literal without letters and digits read as one.
  const joins = !/[\p{L}\p{M}\p{N}]/u.test(literal);
  return (match, at, start) => {
    const { reading } = match;
    const skip = (from: number): number =>
      ignorePunctuation ? Math.max(from, reading.runEnd(PUNCTUATION, from)) : from;
    let end = skip(at);
    for (const { 0: word, index } of words) {
      let same = 0;
      while (same < word.length && word[same] === reading.text[end + same]) same += 1;
      if (same < word.length) {
        match.stop(end + same, place + index + same);
        return;
      }
      end = skip(end + same);
    }
    match.reach(end, joins ? start : end);
  };
}

/** @param guarded whether the joined values take no links and phone numbers */
function runStep(
  variable: string,
  place: number,
  characters: RegExp,
  guarded: boolean,
  { maxValueLength }: TemplateRules,
): Step {
  const noLinks = `${variable} takes no links or phone numbers`;
  const tooLong = `${variable} takes at most ${maxValueLength} characters`;
  return (match, begin, start) => {
    const runEnd = match.reading.runEnd(characters, begin);
    let end = begin;
    do {
      const isLink = guarded && match.reading.hasLink(start, end + 1);
      if (end >= runEnd || isLink || end - begin === maxValueLength) {
        const limit = isLink ? noLinks : tooLong;
        match.stop(end, place, end < runEnd ? limit : undefined);
        return;
      }
      end += 1;
      match.reach(end, guarded ? start : end);
      // A value that begins where this one can end takes all that this one could.
    } while (!match.ends.has(end));
  };
}
