// zod 3, which zod 4 contains and promises to keep: it loads in a fifth of the time.
import { z } from 'zod/v3';
import { isCountryCode } from '../message/country-code.js';
import { shownKey } from '../common/mask.js';
import { hasMethods } from '../common/members.js';
import { isTimeZone } from '../common/time-zone.js';
import { LONGEST_TIMER } from '../common/longest-timer.js';

// Every text follows an option's name, and never shows its value, which may be a secret.

/** What is wrong with a value that is missing or has the wrong type. */
export function wrongKind(value: unknown, give: string): string {
  return `${value === undefined ? 'is missing' : 'has the wrong type'}. Provide ${give}`;
}

/** The error for an option that is missing or has the wrong type. */
export function kind(give: string): { errorMap: z.ZodErrorMap } {
  return { errorMap: (_issue, { data }) => ({ message: wrongKind(data, give) }) };
}

/**
 * A schema for each key of an options type. An object that `satisfies` it has all of its keys and no
 * others, and accepts nothing that the type does not.
 */
export type SchemasOf<Options> = {
  readonly [Key in keyof Required<Options>]: z.ZodType<unknown, z.ZodTypeDef, Options[Key]>;
};

/** A string of at least one character. */
export function text(give: string) {
  return z
    .string(kind(give))
    .min(1, `is empty. Provide ${give}`)
    .refine(
      (value) => value.isWellFormed(),
      'contains half of a surrogate pair. Provide whole characters',
    );
}

/** A whole number in a range. */
export function wholeNumber(least: number, most: number, unit = '') {
  const give = `a whole number from ${least} to ${most}${unit}`;
  return z
    .custom<number>(Number.isInteger, (value: unknown) => ({ message: wrongKind(value, give) }))
    .refine((value) => value >= least, `is too small. Provide ${give}`)
    .refine((value) => value <= most, `is too large. Provide ${give}`);
}

/** A time in milliseconds. */
export function milliseconds(least = 1) {
  return wholeNumber(least, LONGEST_TIMER, ' (milliseconds)');
}

/** One of several words. */
export function oneOf<const T extends readonly [string, ...string[]]>(words: T) {
  const give = words.map((word) => `'${word}'`).join(' or ');
  return z.enum(words, {
    errorMap: (_issue, { data }) => ({
      message: typeof data === 'string' ? `is not valid. Provide ${give}` : wrongKind(data, give),
    }),
  });
}

/** An IANA time zone. */
export function timeZone() {
  const give = "an IANA time zone, for example 'Asia/Kolkata'";
  const unknown = `is not a time zone that this Node.js knows. Provide ${give}`;
  return z.string(kind(give)).refine(isTimeZone, unknown);
}

/** An ISO 3166 code. */
export function countryCode() {
  const unknown = "is not a country code. Provide an ISO 3166 code in capitals, for example 'IN'";
  return z
    .string(kind("an ISO 3166 country code, for example 'IN'"))
    .refine(isCountryCode, unknown);
}

/** True or false. */
export function trueOrFalse() {
  return z.boolean(kind('true or false'));
}

/** An object of the user's, known by its methods: two copies of a package have different classes. */
export function having<T>(methods: readonly string[], problem: string) {
  return z.custom<T>((value) => hasMethods(value, ...methods), problem);
}

/** What is wrong with an option, in sentences that name it and never show its value. */
export function describeIssue(issue: z.ZodIssue, prefix: readonly string[]): string[] {
  const path = [...prefix, ...issue.path]
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${shownKey(key)}`))
    .join('')
    .replace(/^\./, '');
  if (issue.code !== 'unrecognized_keys')
    return [`${path || 'The options object'} ${issue.message}.`];
  return issue.keys.map(
    (key) =>
      `${path && `${path}.`}${shownKey(key)} is not a known option. Check its spelling, or remove it.`,
  );
}
