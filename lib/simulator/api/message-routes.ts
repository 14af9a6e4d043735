import { HttpError } from '../http/http-error.js';
import { awaitMessage, awaitOtp, findMessage, type WaitFor } from '../inbox/await-message.js';
import type { InboxMessage } from '../inbox/inbox-message.js';
import { isEmptySearch, parseSearch } from '../search.js';
import { GatewaySimulatorError } from '../simulator-error.js';
import type { ApiCall } from './api-call.js';
import {
  PAGE,
  WAIT,
  allowOnly,
  givenText,
  messageId,
  readJson,
  wholeNumber,
} from './read-request.js';

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
}

/** `GET /api/messages?search=&limit=&before=`: accepted and refused sends, newest first. */
export function listMessages({ inbox, query }: ApiCall): MessageList {
  allowOnly(query, ['search', 'limit', 'before']);
  const limit = wholeNumber(query, 'limit', PAGE);
  const before = messageId(query, 'before');
  const matches = parseSearch(query.get('search') ?? '');
  const found = inbox.list().filter(matches).toReversed();
  const rest = before === undefined ? found : found.filter(({ id }) => id < before);
  const messages = rest.slice(0, limit);
  return {
    messages,
    total: found.length,
    unread: found.filter(({ read }) => !read).length,
    next: rest.length > limit ? (messages.at(-1)?.id ?? null) : null,
  };
}

/** `GET /api/messages/:id` */
export function readMessage({ inbox, id }: ApiCall): InboxMessage {
  return inbox.get(id) ?? notFound(id);
}

/** `GET /api/messages/latest?to=`: the newest accepted message. */
export function latestMessage({ inbox, query }: ApiCall): InboxMessage {
  allowOnly(query, ['to']);
  const found = findMessage(inbox, { to: givenText(query, 'to') });
  if (found === undefined) throw new HttpError(404, 'no-message', 'No such message yet.');
  return found;
}

/** `GET /api/messages/wait?to=&after=&timeout=`: answers as soon as there is an accepted message. */
export function waitForMessage(call: ApiCall): Promise<InboxMessage> {
  return wait(call, (query, ending) => awaitMessage(call.inbox, query, ending));
}

/** `GET /api/messages/otp?to=&after=&timeout=`: answers as soon as there is a one-time password. */
export function waitForOtp(call: ApiCall): Promise<{ otp: string }> {
  return wait(call, async (query, ending) => ({ otp: await awaitOtp(call.inbox, query, ending) }));
}

/** `DELETE /api/messages?search=`: deletes what matches the search, or everything. */
export function deleteMessages({ inbox, query }: ApiCall): { deleted: number } {
  allowOnly(query, ['search']);
  const search = givenText(query, 'search');
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

async function wait<T>(
  { query, response, closing }: ApiCall,
  forMessage: (query: WaitFor, ending: AbortSignal) => Promise<T>,
): Promise<T> {
  allowOnly(query, ['to', 'after', 'timeout']);
  const timeout = wholeNumber(query, 'timeout', WAIT);
  const wanted = { to: givenText(query, 'to'), after: messageId(query, 'after'), timeout };
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
