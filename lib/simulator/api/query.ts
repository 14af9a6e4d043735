import { HttpError } from '../http/http-error.js';
import { MESSAGE_ID } from '../inbox/inbox-message.schema.js';
import type { Limits } from './limits.js';

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
  const given = query.get(name);
  if (given === null || given === '') return fallback;
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
  const given = query.get(name);
  if (given === null || given === '') return undefined;
  if (!MESSAGE_ID.test(given)) {
    throw new HttpError(400, 'query', `${name} must be the id of a message: 16 digits.`);
  }
  return given;
}

/**
 * Takes no parameter but these: another one would be a condition that always holds.
 *
 * @throws HttpError 400 naming those that are known
 */
export function takeOnly(query: URLSearchParams, known: readonly string[]): void {
  if ([...query.keys()].every((name) => known.includes(name))) return;
  throw new HttpError(400, 'query', `The query may have ${known.join(', ')} and nothing else.`);
}
