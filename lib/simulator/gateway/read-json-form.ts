import { HttpError } from '../http/http-error.js';
import { FieldCollector, makeForm, type SendEntry, type SendForm } from './send-form.js';

/**
 * Reads the JSON body of the wild: fields at the top, and either `mobile` and `msg` beside them or
 * a list `sms: [{ mobile: [...], msg }]`.
 *
 * @throws HttpError 400 where it is malformed
 */
export function readJsonForm(body: Buffer): SendForm {
  const json = parse(body);
  const collector = new FieldCollector();
  for (const [name, value] of Object.entries(json)) {
    if (value !== null && value !== undefined) collector.add(name, asText(value));
  }
  const sms = json['sms'] ?? [];
  if (!Array.isArray(sms)) throw malformed('sms must be a list of { mobile: [...], msg }');
  const form = makeForm('json', collector);
  return sms.length === 0 ? form : { ...form, entries: sms.map(readEntry) };
}

function readEntry(entry: unknown): SendEntry {
  if (!isObject(entry))
    throw malformed('each item of sms must be an object { mobile: [...], msg }');
  return { mobile: asText(entry['mobile'] ?? ''), msg: asText(entry['msg'] ?? '') };
}

function parse(body: Buffer): Record<string, unknown> {
  let json: unknown;
  try {
    // Some clients put a byte order mark before it.
    json = JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    throw malformed('it is no JSON');
  }
  if (!isObject(json)) throw malformed('it is no object');
  return json;
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => !isObject(item))) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function malformed(why: string): HttpError {
  return new HttpError(400, 'malformed', `The JSON body cannot be read: ${why}.`);
}
