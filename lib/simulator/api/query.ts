import { HttpError } from '../http/http-error.js';
import { MESSAGE_ID } from '../inbox/inbox-message.schema.js';
import type { Limits } from './limits.js';

/** A parameter of the query; undefined where it is not there or empty. */
export function givenText(query: URLSearchParams, name: string): string | undefined {
  const given = query.get(name);
  return given === null || given === '' ? undefined : given;
}

/**
 * A whole number of the query.
 *
 * @throws HttpError 400 where it is none, or outside of its bounds
 */
export function wholeNumber(
  query: URLSearchParams,
  name: string,
  { min, max, fallback }: Limits,
): number {
  const given = givenText(query, name);
  if (given === undefined) return fallback;
  const value = Number(given);
  if (!/^\d+$/.test(given) || value < min || value > max) {
    throw new HttpError(400, 'query', `${name} must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

/**
 * The id of a message in the query.
 *
 * @throws HttpError 400 where it is none
 */
export function messageId(query: URLSearchParams, name: string): string | undefined {
  const given = givenText(query, name);
  if (given !== undefined && !MESSAGE_ID.test(given)) {
    throw new HttpError(400, 'query', `${name} must be the id of a message: 16 digits.`);
  }
  return given;
}

/**
 * Takes no parameter but these, each once: another one would be a condition that always holds.
 *
 * @throws HttpError 400 naming those that are known
 */
export function takeOnly(query: URLSearchParams, known: readonly string[]): void {
  const names = [...query.keys()];
  const twice = new Set(names).size < names.length;
  if (!twice && names.every((name) => known.includes(name))) return;
  throw new HttpError(400, 'query', `Known in the query, once each: ${known.join(', ')}.`);
}
