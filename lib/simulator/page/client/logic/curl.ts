import type { InboxMessage } from '../../../inbox/inbox-message.js';

const MASKED = /<masked>/;
// What the simulator never masks: there such words are the sender's own.
const OPEN_FIELD = /^(?:msg|mobile|userid)$/i;
// What curl writes by itself, or what belongs to one connection alone.
const OWN_HEADER =
  /^(?:host|connection|content-length|content-type|content-encoding|accept|accept-encoding|accept-language|user-agent|transfer-encoding|expect|keep-alive|cookie|sec-.*|x-forwarded-.*)$/;

/** The parts of a send that a curl is made of. */
export type Repeatable = Pick<
  InboxMessage,
  'method' | 'path' | 'encoding' | 'fields' | 'headers' | 'text'
>;

/** A curl that makes a send once more; secrets have placeholders. */
export function curlFor(message: Repeatable, origin: string): string {
  const lines = [`curl ${quote(origin + message.path)}`, ...headerLines(message)];
  const fields = Object.entries(message.fields).map(
    ([name, value]) => [name, fill(name, value)] as const,
  );
  switch (message.encoding) {
    case 'json':
      lines.push(`-H 'Content-Type: application/json'`, `-d ${quote(jsonOf(fields))}`);
      break;
    case 'query':
      if (message.method === 'POST') lines.push('-X POST');
      lines.push('-G', ...fields.map(([name, value]) => encodedLine(name, value)));
      break;
    case 'urlencoded':
      lines.push(...fields.map(([name, value]) => encodedLine(name, value)));
      break;
    default:
      lines.push(...fields.map(([name, value]) => `--form-string ${quote(`${name}=${value}`)}`));
  }
  return joinLines(lines);
}

/** A command with one argument to a line. */
export function joinLines(lines: readonly string[]): string {
  return lines.join(' \\\n  ');
}

/** A text as one word of a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function headerLines({ headers }: Repeatable): string[] {
  return Object.entries(headers)
    .filter(([name]) => !OWN_HEADER.test(name))
    .map(([name, value]) => `-H ${quote(`${name}: ${fill(name, value)}`)}`);
}

function encodedLine(name: string, value: string): string {
  return `--data-urlencode ${quote(`${name}=${value}`)}`;
}

function fill(name: string, value: string): string {
  if (OPEN_FIELD.test(name)) return value;
  const wanted = name === 'authorization' ? 'token' : name;
  return value.replace(MASKED, `YOUR_${wanted.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`);
}

function jsonOf(fields: readonly (readonly [string, string])[]): string {
  return JSON.stringify(
    Object.fromEntries(fields.map(([name, value]) => [name, name === 'sms' ? list(value) : value])),
  );
}

function list(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
