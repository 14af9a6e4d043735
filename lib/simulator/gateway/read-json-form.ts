import { HttpError } from '../http/http-error.js';
import { isObject, parseJson } from '../json.js';
import { makeForm, type SendEntry, type SendForm } from './fields.js';

/**
 * Reads a JSON body as seen in the wild: fields at the top level, with either `mobile` and `msg`
 * among them or an array `sms: [{ mobile: [...], msg }]`.
 *
 * @throws HttpError 400 if it is malformed
 */
export function readJsonForm(body: Buffer): SendForm {
  // Some clients start with a byte order mark.
  const json = parseJson(body.toString('utf8').replace(/^\uFEFF/, ''));
  if (json === undefined) throw malformed('it is not JSON');
  if (!isObject(json)) throw malformed('it is not an object');
  const given = Object.entries(json).filter(([, value]) => value !== null);
  const form = makeForm(
    'json',
    given.map(([name, value]) => [name, asText(value)]),
    'The fields came as JSON; the document uses multipart/form-data.',
  );
  const sms = json['sms'] ?? [];
  if (!Array.isArray(sms)) throw malformed('sms must be an array of { mobile: [...], msg }');
  return sms.length === 0 ? form : { ...form, entries: sms.map(readEntry) };
}

function readEntry(entry: unknown): SendEntry {
  if (!isObject(entry)) throw malformed('each item of sms must be { mobile: [...], msg }');
  return { mobile: asText(entry['mobile'] ?? ''), msg: asText(entry['msg'] ?? '') };
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => !isObject(item))) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function malformed(why: string): HttpError {
  return new HttpError(400, 'malformed', `The JSON body cannot be read: ${why}.`);
}
