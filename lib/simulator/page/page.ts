import type { Inbox } from '../inbox/inbox.js';
import type { InboxMessage } from '../inbox/inbox-message.js';

/** One file of the page. */
export interface PageAsset {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const SHOWN = 100;
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** The page's file at a path, where there is one. */
export function findPageAsset(path: string, { inbox }: { inbox: Inbox }): PageAsset | undefined {
  return path === '/'
    ? { headers: HEADERS, body: renderPage(inbox.list().slice(-SHOWN)) }
    : undefined;
}

function renderPage(messages: readonly InboxMessage[]): string {
  const rows = messages
    .toReversed()
    .map(
      ({ at, status, to, rejected, senderId, text }) =>
        `<tr>${[at, status, [...to, ...rejected].join(', '), senderId, text].map(cell).join('')}</tr>`,
    );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>SMS gateway simulator</title></head>
<body>
<h1>SMS gateway simulator</h1>
<p>${messages.length === 0 ? 'No message has come yet.' : 'The last messages, newest first.'}
As JSON: <a href="/api/messages">/api/messages</a>.</p>
<table>
<thead><tr><th>Time</th><th>Status</th><th>To</th><th>From</th><th>Text</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</body>
</html>
`;
}

function cell(text: string): string {
  return `<td>${text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)}</td>`;
}
