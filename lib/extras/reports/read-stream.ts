import { on } from 'node:events';
import { Readable } from 'node:stream';
import {
  BadRequestException,
  PayloadTooLargeException,
  RequestTimeoutException,
} from '@nestjs/common';

/** The limit of Express's own parsers, in bytes. */
const MOST = 100 * 1024;
/** How long a body may take, in ms. */
const PATIENCE = 10_000;

/** The bytes of a request that nobody has read. Undefined if it is no stream, was read, or has none. */
export async function readStream(request: unknown): Promise<Buffer | undefined> {
  if (!(request instanceof Readable) || request.readableDidRead || !request.readable)
    return undefined;
  const chunks: Buffer[] = [];
  let left = MOST;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    // Not with the iterator of the stream, which would close the connection before there is an answer.
    const events = on(request, 'data', { signal: patience.signal, close: ['end'] });
    for await (const [chunk] of events) {
      const bytes = Buffer.from(chunk);
      left -= bytes.length;
      if (left < 0) throw new PayloadTooLargeException('The body has more than 100 kB.');
      chunks.push(bytes);
    }
  } catch (error) {
    if (error instanceof PayloadTooLargeException) throw error;
    if (patience.signal.aborted) throw new RequestTimeoutException('The body took over 10 s.');
    throw new BadRequestException('The body ended early.');
  } finally {
    clearTimeout(timer);
  }
  return chunks.length > 0 ? Buffer.concat(chunks) : undefined;
}
