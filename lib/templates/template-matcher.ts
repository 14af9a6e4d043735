import type { Part } from './template-parts.js';
import type { TextReading } from './text-reading.js';
import { type Rules, takenBy } from './variable-kinds.js';

/** Why a text does not match: where the reading stopped that got furthest. */
export interface Stop {
  /** The position of the first character that no reading could take. */
  readonly at: number;
  /** What the template has there, and the place in it; undefined at its end. */
  readonly expected: Part | undefined;
  readonly offset: number;
  /** Why a value must end there. */
  readonly reason?: string | undefined;
}

/** Compares a text with a template. Undefined if it matches. */
export type TemplateMatcher = (reading: TextReading) => Stop | undefined;

type Step = (match: Match) => void;

const PUNCTUATION = /[ .,]+/g;

/**
 * Compares texts with a template part by part, in time linear in the text: it keeps the positions that the
 * parts so far can end at, and with each where the joined values begin that end there. The last such
 * beginning is enough: values that begin earlier contain every link of those that begin later.
 */
export function createMatcher(parts: readonly Part[], rules: Rules): TemplateMatcher {
  const steps = parts.map((part, index): Step => {
    if (typeof part === 'string') return literalStep(part, rules);
    const takes = takenBy(part.kind, rules);
    const isGuarded = [part, parts[index - 1], parts[index + 1]].some(isFree);
    if (takes instanceof RegExp) return runStep(part, takes, isGuarded, rules);
    return (match) => {
      for (const at of match.ends.keys()) {
        match.note(at, part);
        for (const end of takes(match.reading, at, rules)) match.reach(end, end);
      }
    };
  });
  return (reading) => new Match(reading).run(steps);
}

/** One comparison. */
class Match {
  /** Where the parts so far can end, and for each position where the joined values begin. */
  ends = new Map([[0, 0]]);
  private next = new Map<number, number>();
  private furthest: Stop = { at: -1, expected: undefined, offset: 0 };

  constructor(readonly reading: TextReading) {}

  run(steps: readonly Step[]): Stop | undefined {
    for (const step of steps) {
      step(this);
      this.ends = this.next;
      if (this.ends.size === 0) return this.furthest;
      this.next = new Map();
    }
    if (this.ends.has(this.reading.text.length)) return undefined;
    for (const end of this.ends.keys()) if (end > this.furthest.at) this.note(end, undefined);
    return this.furthest;
  }

  reach(end: number, start: number): void {
    if (start > (this.next.get(end) ?? -1)) this.next.set(end, start);
  }

  /** At the same position, why a value must end says more than what follows it. */
  note(at: number, expected: Part | undefined, offset = 0, reason?: string): void {
    const { furthest } = this;
    if (at < furthest.at || (at === furthest.at && furthest.reason !== undefined)) return;
    this.furthest = { at, expected, offset, reason };
  }
}

function literalStep(literal: string, { ignorePunctuation }: Rules): Step {
  const pieces = ignorePunctuation ? literal.split(/[ .,]+/).filter(Boolean) : [literal];
  // Values around a literal without letters and digits read as one.
  const joins = !/[\p{L}\p{M}\p{N}]/u.test(literal);
  return (match) => {
    const { reading } = match;
    const skipped = ignorePunctuation ? reading.runs(PUNCTUATION) : undefined;
    for (const [at, start] of match.ends) {
      let end = skipped?.[at] || at;
      const wrong = pieces.find((piece) => {
        const same = sameLength(piece, reading.text, end);
        if (same < piece.length) match.note(end + same, piece, same);
        else end = skipped?.[end + same] || end + same;
        return same < piece.length;
      });
      if (wrong === undefined) match.reach(end, joins ? start : end);
    }
  };
}

/** How many characters of a piece a text has at a position. */
function sameLength(piece: string, text: string, at: number): number {
  let same = 0;
  while (same < piece.length && piece[same] === text[at + same]) same += 1;
  return same;
}

/** @param isGuarded whether the values that it joins contain no links or phone numbers */
function runStep(
  part: Part,
  characters: RegExp,
  isGuarded: boolean,
  { maxValueLength }: Rules,
): Step {
  const tooLong = `at most ${maxValueLength} characters`;
  return (match) => {
    const runs = match.reading.runs(characters);
    const links = isGuarded ? match.reading.links : undefined;
    for (const [begin, start] of match.ends) {
      let end = begin;
      do {
        const isLink = (links?.[end + 1] ?? -1) >= start;
        const limit = isLink ? 'no links or phone numbers' : tooLong;
        const isEnd = end >= (runs[begin] ?? 0);
        if (isEnd || isLink || end - begin === maxValueLength) {
          match.note(end, part, 0, isEnd ? undefined : limit);
          break;
        }
        end += 1;
        match.reach(end, isGuarded ? start : end);
        // A value that begins where another can is the shorter of the two, and takes all that the other could.
      } while (!match.ends.has(end));
    }
  };
}

function isFree(part: Part | undefined): boolean {
  return typeof part === 'object' && (part.kind === 'var' || part.kind === 'alphanumeric');
}
