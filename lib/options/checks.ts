// zod 3, which zod 4 contains and promises to keep: it loads in a fifth of the time.
import { z } from 'zod/v3';
import { isCountryCode } from '../message/country-code.js';
import { isTimeZone } from '../protocol/expires-after.js';
import { LONGEST_TIMER } from '../transport/send-scope.js';

// Every text follows an option's name, and never shows its value, which may be a secret.

/** The error for an option that is missing or has the wrong type. */
export function kind(give: string): { errorMap: z.ZodErrorMap } {
  return { errorMap: (_issue, { data }) => ({ message: wrongKind(data, give) }) };
}

/** What is wrong with a value that is missing or has the wrong type. */
export function wrongKind(value: unknown, give: string): string {
  return `${value === undefined ? 'is missing' : 'has the wrong type'}. Give ${give}`;
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
    .min(1, `is empty. Give ${give}`)
    .refine(
      (value) => value.isWellFormed(),
      'contains half of a surrogate pair. Give whole characters',
    );
}

/** A whole number in a range. */
export function wholeNumber(least: number, most: number, unit = '') {
  const give = `a whole number from ${least} to ${most}${unit}`;
  return z
    .custom<number>(Number.isInteger, (value: unknown) => ({ message: wrongKind(value, give) }))
    .refine((value) => value >= least, `is too small. Give ${give}`)
    .refine((value) => value <= most, `is too large. Give ${give}`);
}

/** A time in milliseconds. */
export function milliseconds(least = 1) {
  return wholeNumber(least, LONGEST_TIMER, ' (milliseconds)');
}

/** One of several words. */
export function oneOf<const T extends readonly [string, ...string[]]>(words: T) {
  return z.enum(words, kind(words.map((word) => `'${word}'`).join(' or ')));
}

/** An IANA time zone. */
export function timeZone() {
  const give = "an IANA time zone, such as 'Asia/Kolkata'";
  return z
    .string(kind(give))
    .refine(isTimeZone, `is not a time zone that this Node.js knows. Give ${give}`);
}

/** An ISO 3166 code. */
export function countryCode() {
  return z
    .string(kind("an ISO 3166 country code, such as 'IN'"))
    .refine(
      isCountryCode,
      "is not a country code. Give an ISO 3166 code in capitals, such as 'IN'",
    );
}

export function trueOrFalse() {
  return z.boolean(kind('true or false'));
}

/** A member of a value of any class: two copies of a package have different classes. */
export function memberOf(value: unknown, name: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null)
    return undefined;
  return Reflect.get(value, name);
}

export function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  return names.every((name) => typeof memberOf(value, name) === 'function');
}
