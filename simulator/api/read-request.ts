import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { isObject } from '../../lib/core/common/value-checks.js';
import { problemsIn, wholeNumber } from '../../lib/core/options/schemas.js';
import { parseJson } from '../../lib/core/protocol/read-json.js';
import { HttpError } from '../http/http-error.js';
import { readBody } from '../http/read-body.js';
import type { SimulatorContext } from '../simulator-context.js';

/** One request to the API. */
export interface ApiCall extends SimulatorContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** The part of the path that `:id` stands for; empty if there is none. */
  readonly id: string;
}

/** A time in the query, in milliseconds since 1970. Seconds would be a time long ago, so they are none. */
export function moment() {
  const problem =
    'is not valid. Provide a time in ISO 8601 with a zone, such as 2026-03-17T14:30:00Z (write + as %2B), or milliseconds since 1970';
  return z.string().transform((text, context) => {
    const isIso = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
    const time = isIso ? Date.parse(text) : /^\d{12,15}$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isNaN(time)) context.addIssue({ code: 'custom', message: problem });
    return time;
  });
}

/** A whole number in the query. */
export function numberParameter(min: number, max: number, fallback: number) {
  return z.preprocess(asNumber, wholeNumber(min, max).default(fallback));
}

function asNumber(text: unknown): unknown {
  return typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text;
}

/**
 * Reads the query. A mistyped parameter is an error, because as a condition it would match everything.
 * An empty one counts as missing.
 *
 * @throws HttpError 400 saying what is wrong
 */
export function readQuery<Shape extends z.ZodRawShape>(
  query: URLSearchParams,
  shape: Shape,
): z.output<z.ZodObject<Shape>> {
  const names = [...query.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new HttpError(400, 'query', `${repeated} is given twice.`);
  const queryEntries = [...query].filter(([name, value]) => value !== '' || !(name in shape));
  return check(z.strictObject(shape), Object.fromEntries(queryEntries), 'query');
}

/**
 * Reads a body that must be a JSON object.
 *
 * @param fallback the meaning of an empty body; without it an empty body is an error
 * @throws HttpError 400 or 413
 */
export async function readJson(
  { request, options }: ApiCall,
  fallback?: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const body = await readBody(request, options.maxBodyBytes);
  if (body.length === 0 && fallback !== undefined) return fallback;
  const json = parseJson(body.toString('utf8'));
  if (isObject(json)) return json;
  throw new HttpError(400, 'body', 'The body must be a JSON object.');
}

/**
 * Checks the query or a body.
 *
 * @throws HttpError 400 saying what is wrong
 */
export function check<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  input: unknown,
  what: 'query' | 'body',
): z.output<z.ZodObject<Shape>> {
  const { data, error } = schema.safeParse(input);
  if (error === undefined) return data;
  const noun = what === 'query' ? 'query parameter' : 'field';
  throw new HttpError(400, what, problemsIn(error, { knownShape: schema.shape, noun }).join(' '));
}
