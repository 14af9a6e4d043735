// The addresses that the package takes with http as they are.
const SAFE = /^https|\/\/(?:(?:.+\.)?localhost|\[::1\]|127\.\d+\.\d+\.\d+)(?::\d+)?$/;

/** A sample with what only the page knows: the origin, and whether an app must be told to take it. */
export function fillIn(sample: string, origin: string): string {
  return sample
    .replaceAll('{origin}', origin)
    .replace('{insecure}', SAFE.test(origin) ? '' : '\n  allowInsecure: true,');
}
