/**
 * Reads an HTTP date, which ends in GMT. Returns undefined for anything else, because `Date.parse` would
 * read it in the host's time zone.
 */
export function readHttpDate(header: string | undefined): number | undefined {
  const text = header?.trim() ?? '';
  if (!text.endsWith('GMT')) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
