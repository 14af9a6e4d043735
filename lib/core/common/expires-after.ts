import { offsetAt } from './time-zone.js';

// Hours end at 23: ISO 8601 has an hour 24 for the end of a day, `HH` does not.
const SHAPE = /^(\d{4})-(\d{2})-(\d{2}) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/;

const DAY = 86_400_000;

/**
 * Reads `expires_after` (section 2.1 of the gateway specification: `YYYY-MM-DD HH:MM:SS`, without a
 * zone), strictly: `2026-02-30` is not a date.
 *
 * A time that clocks show twice, when summer time ends, is read as the earlier of the two: a token
 * that is dropped an hour early costs one login, one that is used an hour too long a refused send. A
 * time that clocks skip is read as one within an hour of the change.
 *
 * @param zone the IANA zone in which the gateway writes it, never the host's
 * @returns ms since 1970, or undefined if the text is not a time
 */
export function readExpiresAfter(text: unknown, zone: string): number | undefined {
  const match = typeof text === 'string' ? SHAPE.exec(text) : null;
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour, minute, second] = match.slice(1).map(Number);
  const clock = Date.UTC(year, month - 1, day, hour, minute, second);
  // Date.UTC reads 02-30 as 03-02, and the year 0026 as 1926.
  if (new Date(clock).toISOString().slice(0, 10) !== match[0].slice(0, 10)) return undefined;
  // With the offsets before and after any change of the clocks nearby.
  const times = [clock - DAY, clock + DAY].map((near) => clock - offsetAt(near, zone));
  const matchingTimes = times.filter((time) => time + offsetAt(time, zone) === clock);
  return Math.min(...(matchingTimes.length > 0 ? matchingTimes : times));
}
