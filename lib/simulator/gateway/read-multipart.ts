import busboy from 'busboy';
import { HttpError } from '../http/http-error.js';
import { FieldCollector } from './send-form.js';

const MOST_FIELDS = 1_000;

/**
 * Reads a multipart body, the document's own form.
 *
 * @throws HttpError 400 where it is malformed
 */
export function readMultipart(contentType: string, body: Buffer): Promise<FieldCollector> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(malformed(error));
    try {
      const collector = new FieldCollector();
      const parser = busboy({
        headers: { 'content-type': contentType },
        limits: { fieldSize: body.length, fieldNameSize: 1_000, parts: MOST_FIELDS },
      });
      parser.on('field', (name, value) => {
        // Undefined too, whatever the types say.
        if (name) collector.add(name, value);
        else collector.notes.push('A part without a name was left out.');
      });
      parser.on('file', (name, file) => {
        const what = name ? `The field ${name}` : 'A part without a name';
        collector.notes.push(`${what} came as a file and was left out.`);
        file.resume();
      });
      parser.on('partsLimit', () => fail(new Error(`more than ${MOST_FIELDS} fields`)));
      parser.on('error', fail);
      parser.on('close', () => resolve(collector));
      parser.end(body);
    } catch (error) {
      fail(error);
    }
  });
}

function malformed(error: unknown): HttpError {
  const why = error instanceof Error ? error.message : String(error);
  return new HttpError(400, 'malformed', `The multipart body cannot be read: ${why}.`);
}
