import type { TemplateRules } from '../options/templates-schema.js';
import { normalised } from './text-reading.js';

/** What a variable takes: characters of a class, or values that end at some positions of a text. */
type Takes = RegExp | ((text: string, at: number, rules: TemplateRules) => readonly number[]);

const DIGITS = /[0-9]+/g;
const LOOSE = /[\p{L}\p{M}\p{N} _/.]+/gu;
const EMAIL = /^[\w.%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}/;
/** What follows the prefix of a URL: not the punctuation after it. */
const URL_REST = /^(?:[\w.~/?=&%+#-]*[\w~/=&%+#-])?/;

/** The kinds of variables. */
export const KINDS: ReadonlyMap<string, Takes> = new Map<string, Takes>([
  ['{#var#}', /[^\p{Cc}\p{Zl}\p{Zp}]+/gu],
  ['{#numeric#}', DIGITS],
  ['{#number#}', DIGITS],
  ['{#alphanumeric#}', /[\p{L}\p{M}\p{N}]+/gu],
  ['{#url#}', urlEnds],
  ['{#urlott#}', urlEnds],
  ['{#cbn#}', (text, at, { callbacks }) => endsOf(callbacks, text, at)],
  ['{#email#}', emailEnds],
]);

/** What a piece of a template takes by the rules, if it is a variable. */
export function takenBy(piece: string, { alphanumeric }: TemplateRules): Takes | undefined {
  return alphanumeric === 'loose' && piece === '{#alphanumeric#}' ? LOOSE : KINDS.get(piece);
}

/** Whether it is a variable that takes no links and phone numbers. */
export function isGuarded(piece: string | undefined): boolean {
  return piece === '{#var#}' || piece === '{#alphanumeric#}';
}

/** The variables of a template and what is between them. */
export function piecesOf(template: string): readonly string[] {
  const pieces = normalised(template)
    .split(/(\{#\w+#\})/)
    .filter(Boolean);
  return pieces.map((piece) => (KINDS.has(piece.toLowerCase()) ? piece.toLowerCase() : piece));
}

/** Why a text can be no template; undefined if it can. */
export function problemOf(text: string): string | undefined {
  if (text.trim() === '') return 'has no text';
  const isWrong = piecesOf(text).some((piece) => !KINDS.has(piece) && /\{#|#\}/.test(piece));
  if (!isWrong) return undefined;
  return `has an unknown or incomplete variable; use ${[...KINDS.keys()].join(', ')}`;
}

/** Where those values end that a text has at a position. */
function endsOf(values: readonly string[], text: string, at: number): number[] {
  return values.filter((value) => text.startsWith(value, at)).map(({ length }) => at + length);
}

function urlEnds(text: string, at: number, { maxValueLength, urls }: TemplateRules): number[] {
  return endsOf(urls, text, at).map((end) => {
    const [rest = ''] = URL_REST.exec(text.slice(end, at + maxValueLength)) ?? [];
    return end + rest.length;
  });
}

function emailEnds(text: string, at: number, { maxValueLength }: TemplateRules): number[] {
  return endsOf(EMAIL.exec(text.slice(at, at + maxValueLength)) ?? [], text, at);
}
