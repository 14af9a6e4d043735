import type { InboxMessage } from '../../../inbox/inbox-message.js';
import { parseJson } from '../../../../lib/core/protocol/read-json.js';
import type { OpenKey } from '../../page.js';
import { quote } from '../../sample-send.js';

// The simulator never masks these, so such a text in them is the sender's own.
const OPEN_FIELD = /^(?:msg|mobile|userid)$/i;
// Headers that curl sets itself, or that belong to one connection only.
const OWN_HEADER =
  /^(?:host|connection|content-length|content-type|content-encoding|accept|accept-encoding|accept-language|user-agent|transfer-encoding|expect|keep-alive|cookie|sec-.*|x-forwarded-.*)$/;

/** The properties of a send that a curl command needs. */
export type Repeatable = Pick<
  InboxMessage,
  'method' | 'path' | 'encoding' | 'fields' | 'headers' | 'account' | 'auth'
>;

/** A curl command that repeats a send, with placeholders for secrets, except for the demo key. */
export function curlFor(
  { method, path, encoding, auth, account, ...given }: Repeatable,
  origin: string,
  open?: OpenKey | null,
): string {
  const key = auth === 'apiKey' && account === open?.userId ? open : undefined;
  const fields = Object.entries(given.fields).map(([name, value]) => [name, fill(name, value)]);
  const withFlag = (flag: string) => fields.map((pair) => `${flag} ${quote(pair.join('='))}`);
  const lines = [
    `curl ${quote(origin + path)}`,
    ...Object.entries(given.headers)
      .filter(([name]) => !OWN_HEADER.test(name))
      .map(([name, value]) =>
        name === key?.apiKeyHeader ? [name, key.apiKey] : [name, fill(name, value)],
      )
      .map((pair) => `-H ${quote(pair.join(': '))}`),
  ];
  switch (encoding) {
    case 'json': {
      const body = Object.fromEntries(
        fields.map(([name, value]) => [
          name,
          name === 'sms' ? (parseJson(value ?? '') ?? value) : value,
        ]),
      );
      lines.push(`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body))}`);
      break;
    }
    case 'query':
      if (method === 'POST') lines.push('-X POST');
      lines.push('-G', ...withFlag('--data-urlencode'));
      break;
    case 'urlencoded':
      lines.push(...withFlag('--data-urlencode'));
      break;
    default:
      lines.push(...withFlag('--form-string'));
  }
  return lines.join(' \\\n  ');
}

function fill(name: string, value: string): string {
  if (OPEN_FIELD.test(name)) return value;
  const secretName = name === 'authorization' ? 'token' : name;
  return value.replace('<masked>', `YOUR_${secretName.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`);
}
