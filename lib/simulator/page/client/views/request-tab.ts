import { html, type View } from '../html.js';
import type { InboxMessage } from '../types.js';
import { Notes } from './notes.js';
import { Pairs } from './pairs.js';

const ENCODINGS: Readonly<Record<InboxMessage['encoding'], string>> = {
  multipart: 'multipart form',
  urlencoded: 'form-encoded',
  json: 'JSON',
  query: 'query of the URL',
  unreadable: 'unreadable',
};

const AUTH = { token: 'by token', password: 'by password', apiKey: 'by API key' } as const;

/** What came, with the secrets masked. */
export function RequestTab({ message }: { message: InboxMessage }): View {
  const { method, path, encoding, auth, notes, fields, headers } = message;
  return html`<p class="request-line">
      <b class="method">${method}</b> <code>${path}</code>
      <span class="hint">
        ${ENCODINGS[encoding]}, ${auth === null ? 'not authenticated' : AUTH[auth]}
      </span>
    </p>
    <${Notes} notes=${notes} />
    <${Pairs} title="Fields" of=${fields} />
    <${Pairs} title="Headers" of=${headers} />`;
}
