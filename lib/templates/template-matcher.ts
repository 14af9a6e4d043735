import type { SmsTemplateRules } from '../sms-gateway.options.js';
import type { Part, VariableKind } from './template-text.js';
import { ALPHANUMERIC, LOOSE, NUMERIC, type TextReading, VISIBLE } from './text-reading.js';

/** The rules, with none left open. */
export type Rules = {
  readonly [Key in keyof SmsTemplateRules]-?: NonNullable<SmsTemplateRules[Key]>;
};

/** How far a text that does not match could be read. */
export interface Furthest {
  /** The position of the first character that no reading could take. */
  readonly at: number;
  /** What the template has there: a literal or a variable, and the place in it. */
  readonly expected: string;
  readonly offset: number;
  /** Why a value must end there. */
  readonly reason: string | undefined;
}

type Step =
  | { readonly literal: string; readonly joins: boolean }
  | { readonly kind: VariableKind; readonly bit: number; readonly isGuarded: boolean }
  | 'punctuation';

const EMAIL = /^[\w.%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}/;
const URL_REST = /^[\w.~/?=&%+#-]*/;

/** Compares a text with a template. Undefined if it matches. */
export type TemplateMatcher = (reading: TextReading) => Furthest | undefined;

/**
 * Compares texts with a template, in time linear in the text: it goes through the template part by part,
 * and keeps the positions of the text that a reading of the parts so far can end at. With each it keeps
 * where the joined values begin that end there. The last start is enough: a value that begins earlier
 * contains every link of one that begins later.
 */
export function createMatcher(parts: readonly Part[], rules: Rules): TemplateMatcher {
  const steps = parts.flatMap((part, index): readonly Step[] => {
    if (typeof part === 'string') return literalsOf(part, rules.ignorePunctuation);
    const isGuarded = [part, parts[index - 1], parts[index + 1]].some(isFree);
    return [{ kind: part.kind, bit: bitOf(part.kind, rules), isGuarded }];
  });
  return (reading) => new Match(rules, reading).run(steps);
}

/** One comparison. */
class Match {
  private starts: Int32Array;
  private next: Int32Array;
  /** Between which positions the readings so far end. */
  private least = 0;
  private most = 0;
  private furthest: Furthest = { at: -1, expected: '', offset: 0, reason: undefined };

  constructor(
    private readonly rules: Rules,
    private readonly reading: TextReading,
  ) {
    [this.starts, this.next] = reading.rows;
  }

  run(steps: readonly Step[]): Furthest | undefined {
    this.starts[0] = 0;
    for (const step of steps) {
      const [from, to] = [this.least, this.most];
      [this.least, this.most] = [Infinity, -1];
      if (step === 'punctuation') this.punctuation(from, to);
      else if ('literal' in step) this.literal(step.literal, step.joins, from, to);
      else if (step.bit > 0) this.characters(step.kind, step.bit, step.isGuarded, from, to);
      else this.whole(step.kind, from, to);
      this.starts.fill(-1, from, to + 1);
      [this.starts, this.next] = [this.next, this.starts];
      if (this.most < 0) return this.furthest;
    }
    const isMatch = this.startAt(this.reading.text.length) >= 0;
    if (this.most > this.furthest.at) this.note(this.most, '');
    this.starts.fill(-1, this.least, this.most + 1);
    return isMatch ? undefined : this.furthest;
  }

  private punctuation(from: number, to: number): void {
    let start = -1;
    for (let at = from; at <= to || start >= 0; at += 1) {
      start = Math.max(start, this.startAt(at));
      if (start >= 0) this.reach(at, start);
      if (!/[ .,]/.test(this.reading.text.charAt(at))) start = -1;
    }
  }

  private literal(literal: string, joins: boolean, from: number, to: number): void {
    const { text } = this.reading;
    for (let at = from; at <= to; at += 1) {
      const start = this.startAt(at);
      if (start < 0) continue;
      let same = 0;
      while (same < literal.length && literal[same] === text[at + same]) same += 1;
      if (same === literal.length) this.reach(at + same, joins ? start : at + same);
      else this.note(at + same, literal, same);
    }
  }

  /** A value of characters of one class, from the last position before it that a reading ends at. */
  private characters(
    kind: VariableKind,
    bit: number,
    isGuarded: boolean,
    from: number,
    to: number,
  ): void {
    const { classes, links, text } = this.reading;
    const { maxValueLength } = this.rules;
    const expected = `{#${kind}#}`;
    let begin = -1;
    for (let at = from; at <= to || (begin >= 0 && at < text.length); at += 1) {
      if (this.startAt(at) >= 0) begin = at;
      if (begin < 0) continue;
      const start = isGuarded ? this.startAt(begin) : at + 1;
      const isOfKind = ((classes[at] ?? 0) & bit) !== 0;
      let reason: string | undefined;
      if (isOfKind && at - begin >= maxValueLength) reason = `at most ${maxValueLength} characters`;
      else if (isGuarded && (links[at + 1] ?? -1) >= start) reason = 'no links or phone numbers';
      if (isOfKind && reason === undefined) this.reach(at + 1, start);
      else {
        this.note(at, expected, 0, reason);
        // Nor can a longer value be one.
        begin = -1;
      }
    }
  }

  /** A value that is recognised as a whole. */
  private whole(kind: VariableKind, from: number, to: number): void {
    for (let at = from; at <= to; at += 1) {
      if (this.startAt(at) < 0) continue;
      this.note(at, `{#${kind}#}`);
      for (const length of this.lengths(kind, at)) this.reach(at + length, at + length);
    }
  }

  /** How long a value can be that begins at a position. */
  private lengths(kind: VariableKind, at: number): readonly number[] {
    const { callbacks, maxValueLength, urls } = this.rules;
    const { text } = this.reading;
    const isHere = (value: string): boolean => text.startsWith(value, at);
    if (kind === 'cbn') return callbacks.filter(isHere).map(({ length }) => length);
    const longest = text.slice(at, at + maxValueLength);
    if (kind === 'email') return (EMAIL.exec(longest) ?? []).map(({ length }) => length);
    return urls.filter(isHere).flatMap(({ length }) => {
      const [rest = ''] = URL_REST.exec(longest.slice(length)) ?? [];
      return Array.from(
        { length: longest.length < length ? 0 : rest.length + 1 },
        (_, more) => length + more,
      );
    });
  }

  private startAt(at: number): number {
    return this.starts[at] ?? -1;
  }

  private reach(at: number, start: number): void {
    if (start > (this.next[at] ?? -1)) this.next[at] = start;
    if (at < this.least) this.least = at;
    if (at > this.most) this.most = at;
  }

  /** Keeps how far a reading got. At the same position, why a value must end says more than what follows it. */
  private note(at: number, expected: string, offset = 0, reason?: string): void {
    const { furthest } = this;
    if (at < furthest.at || (at === furthest.at && furthest.reason !== undefined)) return;
    this.furthest = { at, expected, offset, reason };
  }
}

function isFree(part: Part | undefined): boolean {
  return typeof part === 'object' && (part.kind === 'var' || part.kind === 'alphanumeric');
}

function bitOf(kind: VariableKind, { alphanumeric }: Rules): number {
  if (kind === 'var') return VISIBLE;
  if (kind === 'numeric') return NUMERIC;
  if (kind !== 'alphanumeric') return 0;
  return alphanumeric === 'loose' ? LOOSE : ALPHANUMERIC;
}

/** Values around a literal without letters and digits read as one. */
function literalsOf(literal: string, ignorePunctuation: boolean): readonly Step[] {
  const joins = !/[\p{L}\p{M}\p{N}]/u.test(literal);
  if (!ignorePunctuation) return [{ literal, joins }];
  const words = literal.split(/[ .,]+/).filter(Boolean);
  return [
    'punctuation',
    ...words.flatMap((word): Step[] => [{ literal: word, joins }, 'punctuation']),
  ];
}
