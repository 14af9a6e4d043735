import { shownKey } from '../message/mask.js';
import { isHeaderName } from '../protocol/header.js';

// The bytes that a header can carry.
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

// Headers about the connection itself, which only the transport may set.
const OWN: ReadonlySet<string> = new Set(['expect', 'keep-alive', 'transfer-encoding', 'upgrade']);

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
  for (const name in headers) {
    const problem = problemOf(name, headers[name]!, bodyLength);
    if (problem) return `the header '${shownKey(name)}' ${problem}`;
  }
  return undefined;
}

function problemOf(name: string, value: string, bodyLength: number): string | undefined {
  if (!isHeaderName(name)) return 'has a name that HTTP does not allow';
  if (!VALUE.test(value)) return 'has a value with characters that HTTP does not allow';
  const header = name.toLowerCase();
  if (OWN.has(header)) return 'is one that the package sets or does not support';
  const isConnection = header === 'connection';
  if (isConnection && !value.split(',').every((token) => isHeaderName(token.trim()))) {
    return 'does not have a valid value';
  }
  if (header !== 'content-length' || value === String(bodyLength)) return undefined;
  return 'does not match the body';
}
