import { readExpiresAfter } from '../../core/common/expires-after.js';

const MILLISECONDS = /^\d{13}$/;
// Until 2052. Larger numbers of ten digits can be YYMMDDhhmm, which networks also write.
const SECONDS = /^(?:1\d|2[0-5])\d{8}$/;
// A form that was not encoded has a space where a `+` was.
const TIME =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?( ?(?:Z|([+ -])(\d{2}):?(\d{2})))?$/i;

/**
 * Reads a time of a delivery report (an assumption): ms or seconds since 1970, ISO 8601, or a local
 * time in a zone.
 * Undefined if it is not a time, or if its zone is not known.
 */
export function readReportTime(
  text: string | undefined,
  zone: string | undefined,
): number | undefined {
  if (text === undefined) return undefined;
  if (MILLISECONDS.test(text)) return Number(text);
  if (SECONDS.test(text)) return Number(text) * 1000;
  const [, day, time, offset, sign, hours = 0, minutes = 0] = TIME.exec(text) ?? [];
  const clockZone = offset === undefined ? zone : 'UTC';
  if (clockZone === undefined) return undefined;
  const clock = readExpiresAfter(`${day} ${time}`, clockZone);
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return clock === undefined ? undefined : clock - (sign === '-' ? -ahead : ahead);
}
