import type { IncomingMessage } from 'node:http';
import { TextDecoder } from 'node:util';
import { isObject } from '../../lib/core/common/value-checks.js';
import { readJson } from '../../lib/core/protocol/read-json.js';
import { HttpError } from '../http/http-error.js';
import { makeForm, type SendEntry, type SendForm } from './fields.js';

/**
 * Reads the fields of a send: multipart as in the specification, and form-encoded, JSON and query
 * as real clients send them, each with a note.
 *
 * @throws HttpError 400 or 415 saying what to send
 */
export async function readSendForm(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
): Promise<SendForm> {
  try {
    return await readForm(request, url, body);
  } catch (error) {
    // A body that makes a parser fail is still a bad request, and must be kept like any other.
    throw error instanceof HttpError
      ? error
      : new HttpError(400, 'malformed', 'The body cannot be read. Is it too deeply nested?');
  }
}

async function readForm(request: IncomingMessage, url: URL, body: Buffer): Promise<SendForm> {
  if (request.method === 'GET') return readQuery(url, 'GET');
  // Some libraries send parameters without a body this way.
  if (body.length === 0 && url.search !== '') return readQuery(url, 'POST');
  const form = await readBodyForm(request, body);
  return url.search === '' ? form : addQuery(form, url);
}

async function readBodyForm({ headers }: IncomingMessage, body: Buffer): Promise<SendForm> {
  const contentType = headers['content-type'] ?? '';
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new HttpError(415, 'encoding', `Send the body without the encoding ${encoding}.`);
  }
  switch (contentType.split(';')[0]?.trim().toLowerCase()) {
    case 'multipart/form-data':
      return readMultipart(contentType, body);
    case 'application/x-www-form-urlencoded':
      // Read as a form it would be one long field name, which keeps its secrets unmasked.
      if (/^\s*[{[]/.test(body.toString('latin1', 0, 20))) {
        const message = 'The body is JSON but its Content-Type is a form: send application/json.';
        throw new HttpError(415, 'content-type', message);
      }
      return makeForm(
        'urlencoded',
        readPairs(contentType, body),
        'The fields came form-encoded; the specification uses multipart/form-data.',
      );
    case 'application/json':
      return readJsonForm(body);
    default:
      throw new HttpError(
        415,
        'content-type',
        'The body must be multipart/form-data as in the specification (form-encoded and JSON also ' +
          `work). It came ${contentType === '' ? 'without Content-Type' : `as ${contentType}`}.`,
      );
  }
}

/** Reads fields as UTF-8, whatever charset a part names. Files are ignored, with a note. */
async function readMultipart(contentType: string, body: Buffer): Promise<SendForm> {
  // Not loaded until it is needed, because it takes longer to load than the rest of the simulator.
  const { Response } = await import('undici');
  const headers = { 'Content-Type': contentType };
  const form = await new Response(body, { headers }).formData().catch(() => {
    throw new HttpError(
      400,
      'malformed',
      'The multipart body cannot be read. It needs the boundary of its Content-Type, a name in the ' +
        'Content-Disposition of each part, and a final boundary.',
    );
  });
  const fields: [string, string][] = [];
  const notes: string[] = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.push([name, value]);
    else notes.push(`The field ${name} came as a file and was ignored.`);
  }
  return { ...makeForm('multipart', fields, ...notes), hasFile: notes.length > 0 };
}

/**
 * Reads a JSON body as real clients send it: fields at the top level, with either `mobile` and
 * `msg` among them or an array `sms: [{ mobile: [...], msg }]`.
 *
 * @throws HttpError 400 if it is malformed
 */
function readJsonForm(body: Buffer): SendForm {
  // Some clients write ids as numbers, or start with a byte order mark.
  const json = readJson(body);
  if (json === undefined) throw malformed('it is not JSON');
  if (!isObject(json)) throw malformed('it is not an object');
  const sentMembers = Object.entries(json).filter(([, value]) => value !== null);
  const form = makeForm(
    'json',
    sentMembers.map(([name, value]) => [name, asText(value)]),
    'The fields came as JSON; the specification uses multipart/form-data.',
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

function readQuery({ searchParams }: URL, method: string): SendForm {
  return makeForm(
    'query',
    searchParams,
    `The fields came in the query of a ${method}; the specification uses POST and multipart/form-data.`,
    ...noteOpenPassword(searchParams),
  );
}

/** Warns of a password in a query. */
export function noteOpenPassword(query: URLSearchParams): string[] {
  const note = 'The password came in a URL, which logs and proxies keep.';
  return query.has('password') ? [note] : [];
}

function addQuery(form: SendForm, { searchParams }: URL): SendForm {
  const both = makeForm(
    form.encoding,
    [...form.fields, ...searchParams],
    'The URL has a query; the specification has all fields in the body.',
    ...noteOpenPassword(searchParams),
  );
  const entries = form.fields.has('sms') ? form.entries : both.entries;
  return { ...form, ...both, entries, notes: [...form.notes, ...both.notes] };
}

// As URLSearchParams does, but in the charset that the client names; UTF-8 by default.
function* readPairs(contentType: string, body: Buffer): Generator<[string, string]> {
  const decoder = makeDecoder(/;\s*charset="?([\w-]+)/i.exec(contentType)?.[1]);
  const read = (text: string) => {
    const bytes = text
      .replaceAll('+', ' ')
      .replace(/%([\da-f]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    return decoder.decode(Buffer.from(bytes, 'latin1'));
  };
  for (const pair of body.toString('latin1').split('&')) {
    const [name = '', ...value] = pair.split('=');
    if (pair !== '') yield [read(name), read(value.join('='))];
  }
}

function makeDecoder(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset, { ignoreBOM: true });
  } catch {
    return new TextDecoder('utf-8', { ignoreBOM: true });
  }
}
