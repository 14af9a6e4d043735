import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject } from '../../message/value-checks.js';
import { parseJson } from '../../protocol/read-json.js';
import { HttpError } from '../http/http-error.js';
import { readBody } from '../http/read-body.js';
import { DEFAULT_WAIT } from '../inbox/await-message.js';
import { MESSAGE_ID } from '../inbox/inbox-message.js';
import { searchProblem } from '../search.js';
import type { SimulatorContext } from '../simulator-context.js';

/** One request to the API. */
export interface ApiCall extends SimulatorContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** The part of the path that `:id` stands for; empty if there is none. */
  readonly id: string;
}

/** The bounds of a whole number in a query, and its default. */
export interface Limits {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

/** How many messages a page of the list holds. */
export const PAGE: Limits = { min: 1, max: 1_000, fallback: 50 };

/** How many milliseconds a request waits for a message. */
export const WAIT: Limits = { min: 0, max: 300_000, fallback: DEFAULT_WAIT };

/** A query parameter; undefined if it is missing or empty. */
export function givenText(query: URLSearchParams, name: string): string | undefined {
  return query.get(name) || undefined;
}

/**
 * A whole number from the query.
 *
 * @throws HttpError 400 if it is not a whole number within its bounds
 */
export function wholeNumber(
  query: URLSearchParams,
  name: string,
  { min, max, fallback }: Limits,
): number {
  const given = givenText(query, name);
  if (given === undefined) return fallback;
  const value = /^\d+$/.test(given) ? Number(given) : NaN;
  if (value >= min && value <= max) return value;
  throw new HttpError(400, 'query', `${name} must be a whole number from ${min} to ${max}.`);
}

/**
 * A search from the query or a body.
 *
 * @throws HttpError 400 naming what is known if it has an invalid term
 */
export function checkSearch<T extends string | undefined>(search: T): T {
  const problem = searchProblem(search ?? '');
  if (problem === undefined) return search;
  throw new HttpError(400, 'query', `${problem}.`);
}

/**
 * A message id from the query.
 *
 * @throws HttpError 400 if it is not an id
 */
export function messageId(query: URLSearchParams, name: string): string | undefined {
  const given = givenText(query, name);
  if (given === undefined || MESSAGE_ID.test(given)) return given;
  throw new HttpError(400, 'query', `${name} must be the id of a message: 16 digits.`);
}

/**
 * Allows these query parameters only, each once. A mistyped condition would match everything.
 *
 * @throws HttpError 400 naming the allowed parameters
 */
export function allowOnly(query: URLSearchParams, allowed: readonly string[]): void {
  const names = [...query.keys()];
  const twice = new Set(names).size < names.length;
  if (!twice && names.every((name) => allowed.includes(name))) return;
  throw new HttpError(
    400,
    'query',
    `Unknown or repeated query parameter. Allowed once each: ${allowed.join(', ')}.`,
  );
}

/**
 * Reads a body that must be a JSON object.
 *
 * @param fallback the meaning of an empty body; without it an empty body is an error
 * @throws HttpError 400 or 413
 */
export async function readJson(
  request: IncomingMessage,
  limit: number,
  fallback?: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const body = await readBody(request, limit);
  if (body.length === 0 && fallback !== undefined) return fallback;
  const json = parseJson(body.toString('utf8'));
  if (isObject(json)) return json;
  throw new HttpError(400, 'body', 'The body must be a JSON object.');
}
