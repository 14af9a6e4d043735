import { readHttpDate } from '../common/http-date.js';

/** The longest `Retry-After` that is obeyed, in ms. A gateway may name any time. */
export const LONGEST_OBEYED = 3_600_000;

/** About 30 years. Without a limit, a long row of digits would become Infinity. */
const LONGEST_SECONDS = 999_999_999;

/**
 * Reads a `Retry-After` header: seconds, or a date.
 *
 * @param now when the header was written, by the gateway's clock, in ms since 1970
 * @returns ms to wait, at least 0; undefined if the header is missing or unreadable
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), LONGEST_SECONDS) * 1000;
  const date = readHttpDate(text);
  return date === undefined ? undefined : Math.max(0, date - now);
}
