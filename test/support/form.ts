import busboy from 'busboy';

/** Reads a multipart form with a parser that the package does not use. A repeated field is an error. */
export function readForm(contentType: string, body: Buffer): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const parser = busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: { fieldSize: Infinity, fields: Infinity },
    });
    parser.on('field', (name, value) => {
      if (fields.has(name)) reject(new Error(`The field ${name} came twice`));
      fields.set(name, value);
    });
    parser.on('file', (name) => reject(new Error(`The field ${name} came as a file`)));
    parser.on('error', reject);
    parser.on('close', () => resolve(Object.fromEntries(fields)));
    parser.end(body);
  });
}
