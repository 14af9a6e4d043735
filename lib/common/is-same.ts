import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares what was given with a secret text, if there is one, in a time that does not depend on them. */
export function isSame(given: unknown, secret: string | undefined): boolean {
  if (typeof given !== 'string' || secret === undefined) return false;
  return timingSafeEqual(hash(given), hash(secret));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
