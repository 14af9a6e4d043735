import type { IncomingMessage } from 'node:http';
import { ClientGoneError, HttpError } from './http-error.js';

// Up to this many times the limit is read and discarded, so that a client that is still writing
// gets an answer instead of a reset.
const PATIENCE = 16;

/**
 * Reads a whole request body.
 *
 * @throws HttpError 413 if it is larger than `limit` bytes
 * @throws ClientGoneError if the client disconnects first
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = () => {
      const message = `The body is larger than ${limit} bytes.`;
      reject(new HttpError(413, 'too-large', message, { Connection: 'close' }));
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      if (size > limit * PATIENCE) {
        request.pause();
        refuse();
      }
    });
    request.on('end', () => (size > limit ? refuse() : resolve(Buffer.concat(chunks))));
    request.on('error', () => reject(new ClientGoneError()));
    request.on('close', () => reject(new ClientGoneError()));
  });
}
