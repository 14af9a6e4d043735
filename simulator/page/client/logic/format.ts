import { parseJson } from '../../../../lib/core/protocol/read-json.js';

const NUMBER = new Intl.NumberFormat('en');
// The addresses that the package accepts with http.
const SAFE = /^https|\/\/(?:(?:.+\.)?localhost|\[::1\]|127\.\d+\.\d+\.\d+)(?::\d+)?$/;

/** A number as the page writes it: `12,345`. */
export function shown(number: number): string {
  return NUMBER.format(number);
}

/** A number with its noun: `1 message`, `12,345 messages`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${shown(count)} ${count === 1 ? noun : plural}`;
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
