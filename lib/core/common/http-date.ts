/** `Sun Nov  6 08:49:37 1994`, as C's `asctime` writes it. In HTTP it is in GMT, although it does not say so. */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]?\d \d\d:\d\d:\d\d \d{4}$/;

/**
 * Reads an HTTP date: one that ends in GMT, or one in the `asctime` format. Returns undefined for anything else,
 * because `Date.parse` would read it in the host's time zone.
 */
export function readHttpDate(header: string | undefined): number | undefined {
  const text = header?.trim() ?? '';
  const isAsctime = ASCTIME.test(text);
  if (!isAsctime && !text.endsWith('GMT')) return undefined;
  const time = Date.parse(isAsctime ? `${text} GMT` : text);
  return Number.isNaN(time) ? undefined : time;
}
