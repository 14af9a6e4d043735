const clocks = new Map<string, Intl.DateTimeFormat>();

/** A moment as the gateway writes it: `YYYY-MM-DD HH:MM:SS` in a zone, which it does not name. */
export function wallClock(moment: number, timeZone: string): string {
  let clock = clocks.get(timeZone);
  if (!clock) {
    // Swedish times are written in this very way.
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(timeZone, clock);
  }
  return clock.format(moment);
}

/** A zone whose clocks show a time many hours away from the given one's. */
export function wrongZoneFor(timeZone: string): string {
  return wallClock(0, timeZone) > wallClock(0, 'UTC') ? 'America/Los_Angeles' : 'Asia/Tokyo';
}
