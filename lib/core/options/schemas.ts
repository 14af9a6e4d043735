import { types } from 'node:util';
import { z } from 'zod';
import { shownKey } from '../common/mask.js';
import { hasMethods } from '../common/members.js';
import { isTimeZone } from '../common/time-zone.js';
import { LONGEST_TIMER } from '../common/timers.js';

// Every text follows an option's name, and never shows its value, which may be a secret.

/** What is wrong with a value that is missing or not valid. */
export function wrongKind(value: unknown, give: string): string {
  return `${value === undefined ? 'is missing' : 'is not valid'}. Provide ${give}`;
}

/** The error for a value that is missing or not valid, whichever check of its schema fails. */
export function kind(give: string): { error: z.core.$ZodErrorMap } {
  return { error: ({ input }) => wrongKind(input, give) };
}

/**
 * A schema for each key of an options type. An object that `satisfies` it has all of its keys and no
 * others, and accepts nothing that the type does not. With the type that the reader of the options takes, it does not
 * compile if that lacks a key.
 */
export type SchemasOf<Options, Rules = Readonly<Record<keyof Options, unknown>>> = {
  readonly [Key in keyof Required<Options>]: z.ZodType<
    Key extends keyof Rules ? Rules[Key] : 'nothing reads it',
    Options[Key]
  >;
};

/** A string of at least one character. */
export function text(give: string) {
  return z
    .string(kind(give))
    .refine((value) => value !== '', `is empty. Provide ${give}`)
    .refine(
      (value) => value.isWellFormed(),
      'contains half of a surrogate pair. Provide whole characters',
    );
}

/** A string that passes a test. */
export function matching(test: (value: string) => boolean, give: string) {
  return z.string(kind(give)).refine(test, `is not valid. Provide ${give}`);
}

/** A whole number in a range. */
export function wholeNumber(least: number, most: number, unit = '') {
  const give = `a whole number from ${least} to ${most}${unit}`;
  // A fraction is not compared with the range as well.
  const whole = { ...size(Number.isInteger, give), abort: true };
  return z.int(whole).min(least).max(most);
}

/** A number in a range. */
export function number(least: number, most: number, unit = '') {
  const give = `a number from ${least} to ${most}${unit}`;
  return z.number(size(Number.isFinite, give)).min(least).max(most);
}

/** A number above 0. */
export function positive(most: number, unit = '') {
  const give = `a number above 0 and at most ${most}${unit}`;
  return z.number(size(Number.isFinite, give)).gt(0).max(most);
}

// A value of the wrong kind, for example a fraction, is neither too small nor too large.
function size(isKind: (value: unknown) => boolean, give: string): { error: z.core.$ZodErrorMap } {
  return {
    error: ({ code, input }) =>
      isKind(input)
        ? `is too ${code === 'too_small' ? 'small' : 'large'}. Provide ${give}`
        : wrongKind(input, give),
  };
}

/** A time in milliseconds. */
export function milliseconds(least = 1) {
  return wholeNumber(least, LONGEST_TIMER, ' (milliseconds)');
}

/** One of several words. */
export function oneOf<const T extends readonly string[]>(words: T) {
  return z.enum(words, kind(words.map((word) => `'${word}'`).join(' or ')));
}

/** An IANA time zone. */
export function timeZone() {
  return matching(
    isTimeZone,
    "an IANA time zone that this Node.js knows, for example 'Asia/Kolkata'",
  );
}

/** A key of AES-256, or one from which others are derived. */
export const encryptionKey = z
  .string(kind("64 hex digits, as 'openssl rand -hex 32' prints them"))
  .regex(/^[0-9a-f]{64}$/i);

/** At least one of something. Not `min`: it also measures values that are not arrays. */
export function someOf<T extends z.ZodType>(itemSchema: T, give: string, empty: string) {
  return z
    .array(itemSchema, kind(give))
    .refine((values) => values.length > 0, `is empty. ${empty}`);
}

/** An object with these keys only. */
export function object<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  params: ReturnType<typeof kind>,
) {
  const schema = z.strictObject(shape, params);
  return z.preprocess(asObject<z.input<typeof schema>>, schema);
}

/** What is given; null for a Map, Set, Date or promise, which zod would take for an object without keys. */
export function asObject<T>(input: T): T | null {
  const isOther = types.isMap(input) || types.isSet(input) || types.isDate(input);
  return isOther || hasMethods(input, 'then') ? null : input;
}

/** An option that restricts. It may be left out, but not be undefined: a missing setting would lift the restriction. */
export function restriction<T extends z.ZodType>(schema: T) {
  const message =
    'is undefined, perhaps because a setting is missing. Provide a value, or leave the key out';
  const present = z.preprocess((input: z.input<T>, context) => {
    if (input === undefined) context.addIssue({ code: 'custom', message });
    return input;
  }, schema);
  return present.exactOptional();
}

/** True or false. */
export function trueOrFalse() {
  return z.boolean(kind('true or false'));
}

/** A value that passes a test. */
export function passing<T>(test: (value: unknown) => boolean, give: string) {
  return z.custom<T>(test, kind(give));
}

/** A time as a `Date`. */
export function date() {
  return passing<Date>((value) => types.isDate(value) && !Number.isNaN(Number(value)), 'a Date');
}

/** A function that the user gave. */
export function callback<T>(give: string) {
  return passing<T>((value) => typeof value === 'function', give);
}

/** An object that the user gave, known by its methods: two copies of a package have different classes. */
export function having<T>(methods: readonly string[], problem: string) {
  return z.custom<T>((value) => hasMethods(value, ...methods), problem);
}

/** How errors name what was checked. */
interface Names {
  /** Where it is in the options. */
  readonly prefix?: readonly string[];
  /** What the user calls all of it. */
  readonly whole?: string;
  /** What the user calls any of its keys. */
  readonly noun?: string;
  /** Has all keys that are known, to list them. */
  readonly knownShape?: object;
  /** What the user calls a key, for example a flag of the command line. */
  readonly nameOf?: (key: string) => string;
}

/** What is wrong with an object, in sentences that name each key and never show its value. */
export function problemsIn(
  error: z.ZodError | undefined,
  {
    prefix = [],
    whole = 'The options object',
    noun = 'option',
    knownShape,
    nameOf = (key) => key,
  }: Names = {},
): string[] {
  const problems = (error?.issues ?? []).flatMap((issue) => {
    const [first = '', ...rest] = [...prefix, ...issue.path];
    const path = rest.reduce<string>(
      (to, key) => (typeof key === 'number' ? `${to}[${key}]` : `${to}.${shownKey(String(key))}`),
      nameOf(shownKey(String(first))),
    );
    if (issue.code !== 'unrecognized_keys') return [`${path || whole} ${issue.message}.`];
    const keys = issue.keys.map((key) => `${path && `${path}.`}${shownKey(key)}`);
    const [are, them] = keys[1]
      ? [`are not known ${noun}s`, 'them']
      : [`is not a known ${noun}`, 'it'];
    const advice =
      path || !knownShape
        ? `Check the spelling, or remove ${them}`
        : `Known: ${Object.keys(knownShape).join(', ')}`;
    return [`${keys.join(', ')} ${are}. ${advice}.`];
  });
  return [...new Set(problems)];
}
