import { DateTime } from 'luxon';

/** A moment as the gateway writes it: `YYYY-MM-DD HH:MM:SS` in a zone, which it does not name. */
export function wallClock(moment: number, timeZone: string): string {
  return DateTime.fromMillis(moment, { zone: timeZone }).toFormat('yyyy-MM-dd HH:mm:ss');
}

/** A zone whose clocks show a time many hours away from the given one's. */
export function wrongZoneFor(timeZone: string): string {
  const offset = DateTime.fromMillis(0, { zone: timeZone }).offset;
  return offset > 0 ? 'America/Los_Angeles' : 'Asia/Tokyo';
}
