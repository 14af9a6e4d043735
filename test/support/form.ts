import { Response } from 'undici';

/** Reads a multipart form with a parser other than the package's own code. A repeated field fails. */
export async function readForm(contentType: string, body: Buffer): Promise<Record<string, string>> {
  const form = await new Response(body, { headers: { 'Content-Type': contentType } }).formData();
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (fields.has(name)) throw new Error(`The field ${name} came twice`);
    if (typeof value !== 'string') throw new Error(`The field ${name} came as a file`);
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}
