import { parseJson } from '../../../../protocol/read-json.js';

export const NUMBER = new Intl.NumberFormat('en');
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const FULL = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
});
// The addresses that the package accepts with http.
const SAFE = /^https|\/\/(?:(?:.+\.)?localhost|\[::1\]|127\.\d+\.\d+\.\d+)(?::\d+)?$/;

/** A number with its noun: `1 message`, `12,345 messages`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${NUMBER.format(count)} ${count === 1 ? noun : plural}`;
}

/** A short form of a time: the clock for today, the day otherwise. */
export function shortTime(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  return (date.toDateString() === now.toDateString() ? CLOCK : DAY).format(date);
}

/** Day and clock. */
export function fullTime(iso: string): string {
  return FULL.format(new Date(iso));
}

/** The clock with milliseconds. */
export function exactTime(iso: string): string {
  const date = new Date(iso);
  return `${CLOCK.format(date)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** The time between two moments. */
export function delay(from: string, to: string): string {
  const milliseconds = Date.parse(to) - Date.parse(from);
  return milliseconds < 10_000 ? `+${milliseconds} ms` : `+${(milliseconds / 1000).toFixed(1)} s`;
}

/** JSON with line breaks, or the text itself if that would change its meaning. */
export function prettyJson(text: string): string {
  const value = parseJson(text);
  return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
}

/** Fills in what only the page knows: the origin, and whether an app needs permission to use it. */
export function fillIn(sample: string, origin: string): string {
  return sample
    .replaceAll('{origin}', origin)
    .replace('{insecure}', SAFE.test(origin) ? '' : '\n  allowInsecure: true,');
}
