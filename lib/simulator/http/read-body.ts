import type { IncomingMessage } from 'node:http';
import { ClientGoneError, HttpError } from './http-error.js';

// What is read and thrown away beyond the limit, so that a client that is still writing gets to
// read its answer instead of a reset.
const PATIENCE = 16;

/**
 * Reads a whole request body.
 *
 * @throws HttpError 413 where it is larger than `limit` bytes
 * @throws ClientGoneError where the client goes away first
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const tooLarge = () =>
      reject(
        new HttpError(413, 'too-large', `The body is larger than ${limit} bytes.`, {
          Connection: 'close',
        }),
      );
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else chunks.length = 0;
      if (size > limit * PATIENCE) {
        request.pause();
        tooLarge();
      }
    });
    request.on('end', () => (size > limit ? tooLarge() : resolve(Buffer.concat(chunks))));
    request.on('error', () => reject(new ClientGoneError()));
    request.on('close', () => reject(new ClientGoneError()));
  });
}
