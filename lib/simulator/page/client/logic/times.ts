const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const WHOLE = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
});

/** A moment in as few characters as tell it: the clock for today, else the day. */
export function shortTime(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  return date.toDateString() === now.toDateString() ? CLOCK.format(date) : DAY.format(date);
}

/** Day and clock. */
export function wholeTime(iso: string): string {
  return WHOLE.format(new Date(iso));
}

/** The clock with milliseconds. */
export function exactTime(iso: string): string {
  const date = new Date(iso);
  return `${CLOCK.format(date)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** How long after another moment something came. */
export function delay(from: string, to: string): string {
  const milliseconds = Date.parse(to) - Date.parse(from);
  return milliseconds < 10_000 ? `+${milliseconds} ms` : `+${(milliseconds / 1000).toFixed(1)} s`;
}
