import { HttpError } from '../http/http-error.js';

/**
 * Reads a body that must be a JSON object.
 *
 * @param fallback what an empty body stands for; without it an empty body is an error
 * @throws HttpError 400
 */
export function readJson(
  body: Buffer,
  fallback?: Record<string, unknown>,
): Record<string, unknown> {
  if (body.length === 0 && fallback !== undefined) return fallback;
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    throw new HttpError(400, 'body', 'The body must be JSON.');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new HttpError(400, 'body', 'The body must be a JSON object.');
  }
  return { ...json };
}
