import { z } from 'zod';
import { DEFAULT_WAIT } from '../../lib/core/common/timers.js';
import { oneOf, trueOrFalse } from '../../lib/core/options/schemas.js';
import { HttpError } from '../http/http-error.js';
import { awaitMessage, awaitOtp, findMessage, type WaitFor } from '../inbox/await-message.js';
import { DELIVERY_STATUSES, type InboxMessage } from '../inbox/inbox-message.js';
import { inboxMessageSchema, messageId } from '../inbox/inbox-message-schema.js';
import { normaliseNumber } from '../common/numbers.js';
import { isEmptySearch } from '../inbox/search.js';
import { GatewaySimulatorError } from '../common/simulator-error.js';
import { searchTerms } from '../inbox/search-terms.js';
import {
  check,
  moment,
  readJson,
  readQuery,
  numberParameter,
  type ApiCall,
} from './read-request.js';

const search = searchTerms
  .optional()
  .describe(
    'Terms that must all match; a leading minus negates one: to:98765, from:ACME, text:code, ' +
      'account:acme, fault:429, segments:>1, id:… with ids and commas, ' +
      'after:2026-03-17 (from then on), ' +
      'before:2026-03-17T14:30 (in the zone of the option timeZone, or with Z or an offset), ' +
      'is:unread, is:read, is:accepted, ' +
      'is:refused, is:otp, is:duplicate, is:rejected, is:fault, is:scheduled, a word or "a phrase" ' +
      'anywhere. Only sends match (is:send), unless is:login or is:other asks for others.',
  );
const to = z
  .string()
  .optional()
  .describe('One of the recipients; a leading plus sign (%2B) and separators are ignored.');

/** The query parameters of each operation. */
export const listQuery = {
  search,
  limit: numberParameter(1, 1_000, 50).describe('How many.'),
  before: messageId
    .optional()
    .describe('The next of the previous page: only older ones are listed.'),
  others: oneOf(['true', 'false'])
    .default('false')
    .describe(
      'Whether logins and other requests are listed as well. They are not counted in total.',
    ),
};
export const latestQuery = { to, search };
export const waitQuery = {
  to,
  search,
  after: messageId.optional().describe('The id of a message: only later ones count.'),
  since: moment()
    .optional()
    .describe(
      "Only messages that came then or later count, by the simulator's clock: ISO 8601 with a zone, " +
        'or milliseconds since 1970.',
    ),
  timeout: numberParameter(0, 300_000, DEFAULT_WAIT).describe('Milliseconds to wait.'),
};
export const deleteQuery = { search };
export const exportQuery = {
  format: oneOf(['json', 'csv']).default('json').describe('The format.'),
  search,
};

/** The body of `PUT /api/messages/:id/delivery`. */
export const deliverySchema = z.strictObject({
  status: oneOf(DELIVERY_STATUSES),
  code: z.string().optional().describe('Default: the usual code of the status.'),
  cause: z.string().optional().describe('Why it failed or expired, in words.'),
  to: z.string().optional().describe('Default: every recipient.'),
});

/** The body of `POST /api/messages/read`. */
export const readAllSchema = z.strictObject({
  search: searchTerms.default(''),
  read: trueOrFalse().default(true),
});

/** The body of `POST /api/messages/:id/read`. */
export const readFlagSchema = z.object({
  read: trueOrFalse().default(true),
});

const count = z.number().int().min(0);

/** The answer of `GET /api/messages`. */
export const messageListSchema = z.strictObject({
  messages: z.array(inboxMessageSchema).describe('Newest first.'),
  total: count.describe('How many match the search, on all pages together.'),
  unread: count.describe('How many of those are unread.'),
  others: count.describe('How many logins and other requests others=true listed besides.'),
  next: z.string().nullable().describe('The before of the next page; null on the last page.'),
  accounts: z.array(z.string()).describe('User ids: configured, and of all kept sends.'),
});

/** The answer of `GET /api/messages`. */
export type MessageList = z.output<typeof messageListSchema>;

// A larger answer would block the process while it is written, and a very large one cannot be a string.
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** `GET /api/messages?search=&limit=&before=&others=`: what the search finds, newest first. */
export function listMessages({ inbox, query, options }: ApiCall): MessageList {
  const { search: terms = '', limit, before, others: withOthers } = readQuery(query, listQuery);
  const all = inbox.list();
  const matches = inbox.matcher(terms);
  const matchingMessages = all.filter(matches);
  const isOther = (message: InboxMessage) => withOthers === 'true' && message.kind !== 'send';
  const listed = all.filter((message) => matches(message) || isOther(message)).toReversed();
  const remainingMessages = before === undefined ? listed : listed.filter(({ id }) => id < before);
  let bytes = 0;
  const large = remainingMessages.findIndex(
    ({ id }) => (bytes += inbox.bytesOf(id)) > MAX_PAGE_BYTES,
  );
  // At least one, so that every page gets further.
  const messages = remainingMessages.slice(
    0,
    large === -1 ? limit : Math.min(limit, Math.max(1, large)),
  );
  const accounts = [
    ...options.accounts.map(({ userId }) => userId),
    ...all.flatMap(({ kind, account }) => (kind === 'send' ? [account] : [])),
  ];
  return {
    messages,
    total: matchingMessages.length,
    unread: matchingMessages.filter(({ read }) => !read).length,
    others: listed.length - matchingMessages.length,
    next: remainingMessages.length > messages.length ? (messages.at(-1)?.id ?? null) : null,
    accounts: [...new Set(accounts)].filter((account) => account !== ''),
  };
}

/** `GET /api/messages/:id` */
export function readMessage({ inbox, id }: ApiCall): InboxMessage {
  return inbox.get(id) ?? notFound(id);
}

/** `GET /api/messages/latest?to=&search=`: the newest accepted message. */
export function latestMessage({ inbox, query }: ApiCall): InboxMessage {
  const message = findMessage(inbox, readQuery(query, latestQuery));
  if (message === undefined) throw new HttpError(404, 'no-message', 'No such message yet.');
  return message;
}

/** `GET /api/messages/wait?to=&search=&after=&since=&timeout=`: answers as soon as there is an accepted message. */
export function waitForMessage(call: ApiCall): Promise<InboxMessage> {
  return wait(call, (query, ending) => awaitMessage(call.inbox, query, ending));
}

/** `GET /api/messages/otp?to=&search=&after=&since=&timeout=`: answers as soon as there is a one-time password. */
export function waitForOtp(call: ApiCall): Promise<{ otp: string }> {
  return wait(call, async (query, ending) => ({ otp: await awaitOtp(call.inbox, query, ending) }));
}

/** `DELETE /api/messages?search=`: deletes what matches the search, or everything. */
export function deleteMessages({ inbox, query }: ApiCall): { deleted: number } {
  const { search: terms } = readQuery(query, deleteQuery);
  if (terms !== undefined && isEmptySearch(terms)) {
    const message = 'search has no terms. Omit it to delete everything.';
    throw new HttpError(400, 'query', message);
  }
  const matchingMessages = inbox.list().filter(inbox.matcher(terms ?? ''));
  if (terms === undefined) inbox.clear();
  else for (const { id } of matchingMessages) inbox.remove(id);
  return { deleted: matchingMessages.length };
}

/** `DELETE /api/messages/:id` */
export function deleteMessage({ inbox, id }: ApiCall): { deleted: number } {
  return inbox.remove(id) ? { deleted: 1 } : notFound(id);
}

/** `POST /api/messages/:id/read`; the body `{ "read": false }` marks it unread. */
export async function markRead(call: ApiCall): Promise<InboxMessage> {
  const { inbox, id } = call;
  const { read } = check(readFlagSchema, await readJson(call, {}), 'body');
  const message = inbox.get(id) ?? notFound(id);
  return message.kind === 'send' ? (inbox.update(id, { read }) ?? message) : message;
}

/** `POST /api/messages/read`: marks everything read or unread, or what the `search` of the body finds. */
export async function markAllRead(call: ApiCall): Promise<{ updated: number }> {
  const { inbox } = call;
  const { search: terms, read } = check(readAllSchema, await readJson(call, {}), 'body');
  const matches = inbox.matcher(terms);
  const changes = (message: InboxMessage) => message.kind === 'send' && message.read !== read;
  const changedMessages = inbox.list().filter((message) => changes(message) && matches(message));
  for (const { id } of changedMessages) inbox.update(id, { read });
  return { updated: changedMessages.length };
}

/** `PUT /api/messages/:id/delivery`: sets what happened to an accepted message. */
export async function changeDelivery(call: ApiCall): Promise<InboxMessage> {
  const { inbox, id, deliveries } = call;
  const { to: recipient, ...change } = check(deliverySchema, await readJson(call), 'body');
  const message = inbox.get(id) ?? notFound(id);
  const number = recipient === undefined ? undefined : normaliseNumber(recipient);
  const hasNumber = number === undefined || message.to.includes(number);
  if (message.deliveries.length === 0 || !hasNumber) {
    const why = 'The message was refused, is a test message, or has no such recipient.';
    throw new HttpError(400, 'body', why);
  }
  const numbers = number === undefined ? undefined : [number];
  return deliveries.change(id, { ...change, to: numbers }) ?? notFound(id);
}

/** `POST /api/messages/:id/report`: sends its delivery reports again. */
export function sendReports({ inbox, id, deliveries }: ApiCall): InboxMessage {
  const message = inbox.get(id) ?? notFound(id);
  if (deliveries.sendAgain(message)) return message;
  const why = 'It has no delivery reports: nothing was decided, or no reportUrl or webhook is set.';
  throw new HttpError(400, 'report', why);
}

async function wait<T>(
  { query, response, closing }: ApiCall,
  forMessage: (query: WaitFor, ending: AbortSignal) => Promise<T>,
): Promise<T> {
  const { since, ...wanted } = readQuery(query, waitQuery);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const time = since === undefined ? undefined : new Date(since);
    return await forMessage({ ...wanted, since: time }, AbortSignal.any([gone.signal, closing]));
  } catch (error) {
    if (!(error instanceof GatewaySimulatorError)) throw error;
    throw new HttpError(error.code === 'closed' ? 503 : 404, error.code, error.message);
  }
}

function notFound(id: string): never {
  throw new HttpError(404, 'no-message', `There is no message ${id}.`);
}
