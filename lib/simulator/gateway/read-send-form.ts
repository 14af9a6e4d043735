import type { IncomingMessage } from 'node:http';
import { HttpError } from '../http/http-error.js';
import { readJsonForm } from './read-json-form.js';
import { readMultipart } from './read-multipart.js';
import { FieldCollector, makeForm, type SendForm } from './send-form.js';

/**
 * Reads the fields of a send: multipart as the document has it; form-encoded, JSON and a query as
 * clients in the wild send them, each with a note.
 *
 * @throws HttpError 400 or 415, saying what was expected
 */
export async function readSendForm(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
): Promise<SendForm> {
  const form = request.method === 'GET' ? readQuery(url) : await readForm(request, body);
  if (request.method === 'GET' || url.search === '') return form;
  return addQuery(form, url);
}

async function readForm(request: IncomingMessage, body: Buffer): Promise<SendForm> {
  const contentType = request.headers['content-type'] ?? '';
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new HttpError(415, 'encoding', `Send the body as it is, without ${encoding}.`);
  }
  switch (contentType.split(';')[0]?.trim().toLowerCase()) {
    case 'multipart/form-data':
      return makeForm('multipart', await readMultipart(contentType, body));
    case 'application/x-www-form-urlencoded':
      return note(
        makeForm('urlencoded', collect(new URLSearchParams(body.toString('utf8')))),
        'The fields came form-encoded; the document has multipart/form-data.',
      );
    case 'application/json':
      return note(
        readJsonForm(body),
        'The fields came as JSON; the document has multipart/form-data.',
      );
    default:
      throw new HttpError(
        415,
        'content-type',
        'The body must be multipart/form-data, as the document has it (form-encoded and JSON are ' +
          `taken too). It came ${contentType === '' ? 'without Content-Type' : `as ${contentType}`}.`,
      );
  }
}

function readQuery(url: URL): SendForm {
  const form = note(
    makeForm('query', collect(url.searchParams)),
    'The fields came in the query of a GET; the document has POST and multipart/form-data.',
  );
  return form.fields.has('password')
    ? note(form, 'The password came in a URL, where logs and proxies keep it.')
    : form;
}

function addQuery(form: SendForm, url: URL): SendForm {
  const collector = new FieldCollector();
  for (const [name, value] of [...form.fields, ...url.searchParams]) collector.add(name, value);
  return {
    ...form,
    fields: collector.fields,
    entries: form.fields.has('sms') ? form.entries : makeForm(form.encoding, collector).entries,
    notes: [
      ...form.notes,
      ...collector.notes,
      'The path has a query; the document has all fields in the body.',
    ],
  };
}

function collect(params: URLSearchParams): FieldCollector {
  const collector = new FieldCollector();
  for (const [name, value] of params) collector.add(name, value);
  return collector;
}

function note(form: SendForm, text: string): SendForm {
  return { ...form, notes: [...form.notes, text] };
}
