import { DateTime } from 'luxon';

// No hour 24, which ISO has for the end of a day and the document's `HH` has not.
const SHAPE = /^\d{4}-\d{2}-\d{2} (?!24)\d{2}:\d{2}:\d{2}$/;

/**
 * Reads `expires_after` (document, section 2.1: `YYYY-MM-DD HH:MM:SS`, without a zone), strictly:
 * `2026-02-30` is not a date.
 *
 * A time that the clocks show twice, when summer time ends, is read as the earlier of the two: a
 * token given up an hour early costs one login, one used an hour late a refused send.
 *
 * @param zone the IANA zone that the gateway writes it in, never the host's
 * @returns ms since 1970, or undefined where the text is not a time
 */
export function readExpiresAfter(text: unknown, zone: string): number | undefined {
  if (typeof text !== 'string' || !SHAPE.test(text)) return undefined;
  const time = DateTime.fromISO(text.replace(' ', 'T'), { zone });
  if (!time.isValid) return undefined;
  return Math.min(...time.getPossibleOffsets().map((possible) => possible.toMillis()));
}
