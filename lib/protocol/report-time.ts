import { readExpiresAfter } from './expires-after.js';

const EPOCH = /^\d{13}$/;
// A form that was not encoded has a space where a `+` was.
const WITH_ZONE =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})? ?(?:(Z)|([+ -])(\d{2}):?(\d{2}))$/i;
const WITHOUT_ZONE = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?$/;

/**
 * Reads a time of a delivery report (an assumption): ms since 1970, ISO 8601, or a local time in a zone.
 * Undefined if it is not a time, or if its zone is not known.
 */
export function readReportTime(
  text: string | undefined,
  zone: string | undefined,
): number | undefined {
  if (text === undefined) return undefined;
  if (EPOCH.test(text)) return Number(text);
  const [, day, time, , utc, sign, hours, minutes] = WITH_ZONE.exec(text) ?? [];
  if (day !== undefined) {
    const clock = readExpiresAfter(`${day} ${time}`, 'UTC');
    const offset = utc ? 0 : (Number(hours) * 60 + Number(minutes)) * 60_000;
    return clock === undefined ? undefined : clock - (sign === '-' ? -offset : offset);
  }
  const [, date, wallClock] = WITHOUT_ZONE.exec(text) ?? [];
  return zone === undefined ? undefined : readExpiresAfter(`${date} ${wallClock}`, zone);
}
