import { writeWhole } from '../http/write-json.js';
import type { InboxMessage } from '../inbox/inbox-message.js';
import { exportQuery } from './message-routes.js';
import { readQuery, type ApiCall } from './read-request.js';

const COLUMNS: Readonly<Record<string, (message: InboxMessage) => string>> = {
  at: ({ at }) => at,
  id: ({ id }) => id,
  status: ({ status }) => status,
  account: ({ account }) => account,
  sender: ({ senderId }) => senderId,
  to: ({ to }) => to.join(' '),
  rejected: ({ rejected }) => rejected.join(' '),
  text: ({ text }) => text,
  segments: ({ segments }) => String(segments.count),
  encoding: ({ segments }) => segments.encoding,
  otp: ({ otp }) => otp ?? '',
  code: ({ refusal }) => refusal?.statusCode ?? '',
  reason: ({ refusal }) => refusal?.reason ?? '',
  fault: ({ fault }) => fault ?? '',
  transaction: ({ transactionId }) => transactionId ?? '',
  deliveries: ({ deliveries }) => deliveries.map(({ status }) => status).join(' '),
  kind: ({ kind }) => kind,
  request: ({ method, path }) => `${method} ${path}`,
};

/** `GET /api/messages/export?format=json|csv&search=`: what the search finds, as a download. */
export function exportMessages({ inbox, query, response }: ApiCall): void {
  const { format, search = '' } = readQuery(query, exportQuery);
  const matches = inbox.matcher(search);
  const matchingMessages = inbox.list().filter(matches).toReversed();
  const type = format === 'json' ? 'application/json' : 'text/csv';
  writeWhole(
    response,
    200,
    format === 'json' ? formatJson(matchingMessages) : formatCsv(matchingMessages),
    {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="sms-inbox.${format}"`,
    },
  );
}

function formatJson(messages: readonly InboxMessage[]): string {
  if (messages.length === 0) return '[]\n';
  return `[\n${messages.map((message) => JSON.stringify(message)).join(',\n')}\n]\n`;
}

function formatCsv(messages: readonly InboxMessage[]): string {
  const columns = Object.values(COLUMNS);
  const lines = messages.map((message) => columns.map((column) => quote(column(message))).join());
  // With a byte order mark, without which Excel does not read UTF-8.
  return `\uFEFF${[Object.keys(COLUMNS).join(), ...lines, ''].join('\r\n')}`;
}

// In a spreadsheet, a cell that starts with one of these characters is a formula, which could send the
// other cells to someone. The apostrophe makes it text.
function quote(value: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}
