import { SmsGatewayError } from '../errors/index.js';

/** A value that cannot be sent. */
export interface Invalid {
  /** What is invalid and what to provide. Never shows the value, or only masked. */
  readonly issue: string;
}

/** What kind of value this is, for errors that may not show the value: "an array", "a number". */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'missing';
  if (value === '') return 'empty';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Whether a value is an object and not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a plain object, which a `Map`, a `FormData` or an array is not. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // The prototype of a plain object has the prototype null, in every realm.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * What errors may show of an error of the app: its name, for example `TypeError`, because its text may contain a
 * secret. An error of this package from before a send contains none, so its text is shown.
 */
export function nameOfError(error: unknown): string {
  if (error instanceof SmsGatewayError && error.outcome === 'not-sent')
    return error.message.replace(/\.$/, '');
  const name = error instanceof Error ? error.name : typeof error;
  return /^[A-Za-z]{1,40}$/.test(name) ? name : 'an error';
}

/** Whether a text has control characters (C0, DEL, C1), for example line breaks and tabs. */
export function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** Why a user id or a password cannot be right; undefined if it can. The text begins with "has". */
export function credentialProblem(text: string): string | undefined {
  // They come from reading a whole file: a line break at its end, a byte order mark at its start.
  return hasControlCharacters(text) || text.startsWith('\ufeff')
    ? 'has a line break, a byte order mark or another control character; check how it was copied or read'
    : undefined;
}
