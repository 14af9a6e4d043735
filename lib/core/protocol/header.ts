import { shownKey } from '../common/mask.js';

// RFC 9110, but without spaces at either end: the other side would strip them.
const VALUE = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;
// The bytes that a header can carry.
const BYTES = /^[\t\x20-\x7e\x80-\xff]*$/;
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

// Headers about the connection itself, which only the transport may set.
const OF_CONNECTION = ['expect', 'keep-alive', 'transfer-encoding', 'upgrade'];
const SET_BY_REQUEST: ReadonlySet<string> = new Set(
  OF_CONNECTION.concat('connection', 'content-length', 'content-type', 'host', 'te', 'trailer'),
);

/** Whether a string is a valid value of an HTTP header, with no space at either end. */
export function isHeaderValue(text: string): boolean {
  return VALUE.test(text);
}

/** Whether a string is a valid name of an HTTP header. */
export function isHeaderName(text: string): boolean {
  return NAME.test(text);
}

/** Whether the request itself sets this header, so that it cannot carry credentials. */
export function isSetByRequest(name: string): boolean {
  return SET_BY_REQUEST.has(name.toLowerCase());
}

/**
 * Why a request's headers cannot be sent, naming the header but not its value; undefined if they can.
 *
 * If undici 7 refuses an argument, that client of its pool waits for a drain that never comes. After as
 * many refusals as there are connections, every send would time out. So everything that it refuses
 * must be found first, for a user's dispatcher as well.
 */
export function headersProblem(
  headers: Readonly<Record<string, string>>,
  bodyLength: number,
): string | undefined {
  for (const name of Object.keys(headers)) {
    const problem = problemOf(name, headers[name]!, bodyLength);
    if (problem) return `the header '${shownKey(name)}' ${problem}`;
  }
  return undefined;
}

function problemOf(name: string, value: string, bodyLength: number): string | undefined {
  if (!isHeaderName(name)) return 'has a name that HTTP does not allow';
  if (!BYTES.test(value)) return 'has a value with characters that HTTP does not allow';
  const header = name.toLowerCase();
  if (OF_CONNECTION.includes(header)) return 'is one that the package sets or does not support';
  const isConnection = header === 'connection';
  if (isConnection && !value.split(',').every((listedName) => isHeaderName(listedName.trim()))) {
    return 'does not have a valid value';
  }
  if (header !== 'content-length' || value === String(bodyLength)) return undefined;
  return 'does not match the body';
}
