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

/**
 * The bytes of a request that no parser has read. Undefined if the request is not a stream, was read, or has no
 * body.
 */
export async function readStream(request: unknown): Promise<Buffer | undefined> {
  if (!(request instanceof Readable) || request.readableDidRead || !request.readable)
    return undefined;
  const chunks: Buffer[] = [];
  let left = MOST;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    // Not with the stream's iterator, which would close the connection before the answer is sent.
    const events = on(request, 'data', { signal: patience.signal, close: ['end'] });
    for await (const [chunk] of events) {
      const bytes = Buffer.from(chunk);
      left -= bytes.length;
      if (left < 0) throw new PayloadTooLargeException('The body has more than 100 kB.');
      chunks.push(bytes);
    }
  } catch (error) {
    if (error instanceof PayloadTooLargeException) throw error;
    if (patience.signal.aborted)
      throw new RequestTimeoutException('The body took more than 10 s to arrive.');
    throw new BadRequestException('The body ended early.');
  } finally {
    clearTimeout(timer);
  }
  return chunks.length > 0 ? Buffer.concat(chunks) : undefined;
}
