/**
 * Reads a `Retry-After` header: seconds, or a date.
 *
 * @param now the moment it came, in ms since 1970
 * @returns ms to wait, at least 0; undefined where the header is missing or unreadable
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = readHttpDate(text);
  return date === undefined ? undefined : Math.max(0, date - now);
}

/** Reads an HTTP date, which is always in GMT. Anything else is undefined: it would be read in the host's zone. */
export function readHttpDate(text: string | undefined): number | undefined {
  if (text === undefined || !text.trim().endsWith('GMT')) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
