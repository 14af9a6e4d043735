import { z } from 'zod';
import { HttpError } from '../http/http-error.js';
import { awaitMessage, awaitOtp, findMessage, type WaitFor } from '../inbox/await-message.js';
import { DELIVERY_STATUSES, type InboxMessage } from '../inbox/inbox-message.js';
import { normaliseNumber } from '../numbers.js';
import { isEmptySearch, parseSearch } from '../search.js';
import { GatewaySimulatorError } from '../simulator-error.js';
import {
  PAGE,
  WAIT,
  allowOnly,
  checkSearch,
  givenText,
  messageId,
  readJson,
  wholeNumber,
  type ApiCall,
} from './read-request.js';

/** The body of `PUT /api/messages/:id/delivery`. */
export const deliverySchema = z.strictObject({
  status: z.enum(DELIVERY_STATUSES),
  code: z.string().optional().describe('Default: the usual code of the status.'),
  to: z.string().optional().describe('Default: every recipient.'),
});

/** The answer of `GET /api/messages`. */
export interface MessageList {
  /** Newest first. */
  readonly messages: readonly InboxMessage[];
  /** How many match the search, on all pages together. */
  readonly total: number;
  /** How many of those are unread. */
  readonly unread: number;
  /** The `before` of the next page; null on the last page. */
  readonly next: string | null;
  /** The user ids of the configured accounts and of all kept messages. */
  readonly accounts: readonly string[];
}

// A larger answer would block the process while it is written, and a very large one cannot be a string.
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** `GET /api/messages?search=&limit=&before=`: accepted and refused sends, newest first. */
export function listMessages({ inbox, query, options }: ApiCall): MessageList {
  allowOnly(query, ['search', 'limit', 'before']);
  const limit = wholeNumber(query, 'limit', PAGE);
  const before = messageId(query, 'before');
  const all = inbox.list();
  const found = all.filter(parseSearch(checkSearch(query.get('search') ?? ''))).toReversed();
  const rest = before === undefined ? found : found.filter(({ id }) => id < before);
  let bytes = 0;
  const large = rest.findIndex(({ id }) => (bytes += inbox.bytesOf(id)) > MAX_PAGE_BYTES);
  // At least one, so that every page gets further.
  const messages = rest.slice(0, large === -1 ? limit : Math.min(limit, Math.max(1, large)));
  const accounts = [
    ...options.accounts.map(({ userId }) => userId),
    ...all.map(({ account }) => account),
  ];
  return {
    messages,
    total: found.length,
    unread: found.filter(({ read }) => !read).length,
    next: rest.length > messages.length ? (messages.at(-1)?.id ?? null) : null,
    accounts: [...new Set(accounts)].filter((account) => account !== ''),
  };
}

/** `GET /api/messages/:id` */
export function readMessage({ inbox, id }: ApiCall): InboxMessage {
  return inbox.get(id) ?? notFound(id);
}

/** `GET /api/messages/latest?to=&search=`: the newest accepted message. */
export function latestMessage({ inbox, query }: ApiCall): InboxMessage {
  allowOnly(query, ['to', 'search']);
  const search = checkSearch(givenText(query, 'search'));
  const found = findMessage(inbox, { to: givenText(query, 'to'), search });
  if (found === undefined) throw new HttpError(404, 'no-message', 'No such message yet.');
  return found;
}

/** `GET /api/messages/wait?to=&search=&after=&timeout=`: answers as soon as there is an accepted message. */
export function waitForMessage(call: ApiCall): Promise<InboxMessage> {
  return wait(call, (query, ending) => awaitMessage(call.inbox, query, ending));
}

/** `GET /api/messages/otp?to=&search=&after=&timeout=`: answers as soon as there is a one-time password. */
export function waitForOtp(call: ApiCall): Promise<{ otp: string }> {
  return wait(call, async (query, ending) => ({ otp: await awaitOtp(call.inbox, query, ending) }));
}

/** `DELETE /api/messages?search=`: deletes what matches the search, or everything. */
export function deleteMessages({ inbox, query }: ApiCall): { deleted: number } {
  allowOnly(query, ['search']);
  const search = checkSearch(givenText(query, 'search'));
  if (search !== undefined && isEmptySearch(search)) {
    const message = 'search has no terms. Leave it out to delete everything.';
    throw new HttpError(400, 'query', message);
  }
  const found = inbox.list().filter(parseSearch(search ?? ''));
  if (search === undefined) inbox.clear();
  else for (const { id } of found) inbox.remove(id);
  return { deleted: found.length };
}

/** `DELETE /api/messages/:id` */
export function deleteMessage({ inbox, id }: ApiCall): { deleted: number } {
  return inbox.remove(id) ? { deleted: 1 } : notFound(id);
}

/** `POST /api/messages/:id/read`; the body `{ "read": false }` marks it unread. */
export async function markRead({ inbox, id, request, options }: ApiCall): Promise<InboxMessage> {
  const { read = true } = await readJson(request, options.maxBodyBytes, {});
  if (typeof read !== 'boolean') throw new HttpError(400, 'body', 'read must be true or false.');
  return inbox.update(id, { read }) ?? notFound(id);
}

/** `POST /api/messages/read`: marks everything read, or what the `search` of the body finds. */
export async function markAllRead({ inbox, request, options }: ApiCall): Promise<{
  updated: number;
}> {
  const { search = '', ...others } = await readJson(request, options.maxBodyBytes, {});
  if (typeof search !== 'string' || Object.keys(others).length > 0) {
    throw new HttpError(400, 'body', 'The body may only have search, a string.');
  }
  const matches = parseSearch(checkSearch(search));
  const found = inbox.list().filter((message) => !message.read && matches(message));
  for (const { id } of found) inbox.update(id, { read: true });
  return { updated: found.length };
}

/** `PUT /api/messages/:id/delivery`: sets what became of an accepted message. */
export async function changeDelivery(call: ApiCall): Promise<InboxMessage> {
  const { inbox, id, request, options, deliveries } = call;
  const given = deliverySchema.safeParse(await readJson(request, options.maxBodyBytes));
  if (!given.success) {
    const message = `status must be one of ${DELIVERY_STATUSES.join(', ')}; code and to are optional strings.`;
    throw new HttpError(400, 'body', message);
  }
  const { status, code, to } = given.data;
  const message = inbox.get(id) ?? notFound(id);
  const number = to === undefined ? undefined : normaliseNumber(to);
  if (number === undefined ? message.deliveries.length === 0 : !message.to.includes(number)) {
    throw new HttpError(400, 'body', 'The message was refused, or has no such recipient.');
  }
  const changed = deliveries.change(id, {
    status,
    code,
    to: number === undefined ? undefined : [number],
  });
  return changed ?? notFound(id);
}

async function wait<T>(
  { query, response, closing }: ApiCall,
  forMessage: (query: WaitFor, ending: AbortSignal) => Promise<T>,
): Promise<T> {
  allowOnly(query, ['to', 'search', 'after', 'timeout']);
  const timeout = wholeNumber(query, 'timeout', WAIT);
  const wanted = {
    to: givenText(query, 'to'),
    search: checkSearch(givenText(query, 'search')),
    after: messageId(query, 'after'),
    timeout,
  };
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    return await forMessage(wanted, AbortSignal.any([gone.signal, closing]));
  } catch (error) {
    if (!(error instanceof GatewaySimulatorError)) throw error;
    throw new HttpError(error.code === 'closed' ? 503 : 404, error.code, error.message);
  }
}

function notFound(id: string): never {
  throw new HttpError(404, 'no-message', `There is no message ${id}.`);
}
