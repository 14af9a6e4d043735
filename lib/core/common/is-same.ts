import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a value is the secret, if there is one. The time that it takes does not depend on how similar they are. */
export function isSame(candidate: unknown, secret: string | undefined): boolean {
  if (typeof candidate !== 'string' || secret === undefined) return false;
  return timingSafeEqual(hash(candidate), hash(secret));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
