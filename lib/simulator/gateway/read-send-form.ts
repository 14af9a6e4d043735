import type { IncomingMessage } from 'node:http';
import { TextDecoder } from 'node:util';
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
  if (request.method === 'GET') return readQuery(url, 'the query of a GET');
  // What libraries make of parameters without a body: no body, and no type of one.
  if (body.length === 0 && url.search !== '') return readQuery(url, 'the query of a POST');
  const form = await readForm(request, body);
  return url.search === '' ? form : addQuery(form, url);
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
      if (/^\s*[{[]/.test(body.toString('latin1', 0, 20))) throw hiddenJson();
      return note(
        makeForm('urlencoded', collect(readPairs(contentType, body))),
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

// As a field name it would be kept whole, with what secrets it has.
function hiddenJson(): HttpError {
  return new HttpError(
    415,
    'content-type',
    'The body is JSON, and its Content-Type says form-encoded: send application/json.',
  );
}

function readQuery(url: URL, where: string): SendForm {
  const form = note(
    makeForm('query', collect(url.searchParams)),
    `The fields came in ${where}; the document has POST and multipart/form-data.`,
  );
  return noteOpenPassword(form, url);
}

function noteOpenPassword(form: SendForm, { searchParams }: URL): SendForm {
  return searchParams.has('password')
    ? note(form, 'The password came in a URL, where logs and proxies keep it.')
    : form;
}

function addQuery(form: SendForm, url: URL): SendForm {
  const collector = new FieldCollector();
  for (const [name, value] of [...form.fields, ...url.searchParams]) collector.add(name, value);
  const both = {
    ...form,
    fields: collector.fields,
    entries: form.fields.has('sms') ? form.entries : makeForm(form.encoding, collector).entries,
    notes: [
      ...form.notes,
      ...collector.notes,
      'The path has a query; the document has all fields in the body.',
    ],
  };
  return noteOpenPassword(both, url);
}

// As URLSearchParams reads them, in the charset that the client names; UTF-8 where it names none.
function* readPairs(contentType: string, body: Buffer): Generator<[string, string]> {
  const decoder = decoderOf(/;\s*charset="?([\w-]+)/i.exec(contentType)?.[1]);
  const read = (part: string) => {
    const bytes = part
      .replaceAll('+', ' ')
      .replace(/%([\da-f]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    return decoder.decode(Buffer.from(bytes, 'latin1'));
  };
  for (const pair of body.toString('latin1').split('&')) {
    const [name = '', ...value] = pair.split('=');
    if (pair !== '') yield [read(name), read(value.join('='))];
  }
}

function decoderOf(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset, { ignoreBOM: true });
  } catch {
    return new TextDecoder('utf-8', { ignoreBOM: true });
  }
}

function collect(params: Iterable<[string, string]>): FieldCollector {
  const collector = new FieldCollector();
  for (const [name, value] of params) collector.add(name, value);
  return collector;
}

function note(form: SendForm, text: string): SendForm {
  return { ...form, notes: [...form.notes, text] };
}
