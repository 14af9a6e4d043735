import type { SmsTemplateRules } from '../sms-gateway.options.js';
import type { TextReading } from './text-reading.js';

/** The rules, with none left open. */
export type Rules = {
  readonly [Key in keyof SmsTemplateRules]-?: NonNullable<SmsTemplateRules[Key]>;
};

/** What a kind takes: characters of one class, or values recognised as a whole (where one can end). */
type Takes = RegExp | ((reading: TextReading, at: number, rules: Rules) => readonly number[]);

const DIGITS = /[0-9]+/g;
const LOOSE = /[\p{L}\p{M}\p{N} _/.]+/gu;
const IN_URL = /[\w.~/?=&%+#-]+/g;
const EMAIL = /^[\w.%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}/;

const KINDS = {
  var: /[^\p{Cc}\p{Zl}\p{Zp}]+/gu,
  numeric: DIGITS,
  number: DIGITS,
  alphanumeric: /[\p{L}\p{M}\p{N}]+/gu,
  url: urlEnds,
  urlott: urlEnds,
  cbn: ({ text }, at, { callbacks }) =>
    callbacks.filter((each) => text.startsWith(each, at)).map(({ length }) => at + length),
  email: ({ text }, at, { maxValueLength }) =>
    (EMAIL.exec(text.slice(at, at + maxValueLength)) ?? []).map(({ length }) => at + length),
} satisfies Record<string, Takes>;

export type VariableKind = keyof typeof KINDS;

/** The names of the kinds. */
export const KIND_NAMES: readonly string[] = Object.keys(KINDS);

/** Whether it is the name of a kind. */
export function isKind(name: string): name is VariableKind {
  return Object.hasOwn(KINDS, name);
}

/** What a kind takes by the rules. */
export function takenBy(kind: VariableKind, { alphanumeric }: Rules): Takes {
  return kind === 'alphanumeric' && alphanumeric === 'loose' ? LOOSE : KINDS[kind];
}

/** A URL can end after an allowed prefix, and after each character that follows it. */
function urlEnds(reading: TextReading, at: number, { maxValueLength, urls }: Rules): number[] {
  return urls
    .filter((prefix) => reading.text.startsWith(prefix, at))
    .flatMap(({ length }) => {
      const least = at + length;
      const most = Math.min(at + maxValueLength, reading.runs(IN_URL)[least] || least);
      return Array.from({ length: Math.max(0, most - least + 1) }, (_, more) => least + more);
    });
}
