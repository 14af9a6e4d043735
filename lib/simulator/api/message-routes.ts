import { readBody } from '../http/read-body.js';
import { HttpError } from '../http/http-error.js';
import { awaitMessage, awaitOtp, findMessage, type WaitFor } from '../inbox/await-message.js';
import type { InboxMessage } from '../inbox/inbox-message.js';
import { isEmptySearch, parseSearch } from '../search.js';
import { GatewaySimulatorError } from '../simulator-error.js';
import type { ApiCall } from './api-routes.js';
import { PAGE, WAIT } from './limits.js';
import { givenText, messageId, takeOnly, wholeNumber } from './query.js';
import { readJson } from './read-json.js';

/** What `GET /api/messages` answers. */
export interface MessageList {
  /** Newest first. */
  readonly messages: readonly InboxMessage[];
  /** How many fit the search, on every page together. */
  readonly total: number;
  /** How many of those are unread. */
  readonly unread: number;
  /** What to give as `before` for the next page; null on the last one. */
  readonly next: string | null;
}

/** `GET /api/messages?search=&limit=&before=`: accepted and refused ones, newest first. */
export function listMessages({ inbox, query }: ApiCall): MessageList {
  takeOnly(query, ['search', 'limit', 'before']);
  const limit = wholeNumber(query, 'limit', PAGE);
  const before = messageId(query, 'before');
  const found = inbox
    .list()
    .filter(parseSearch(query.get('search') ?? ''))
    .toReversed();
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
  return inbox.get(id) ?? missing(id);
}

/** `GET /api/messages/latest?to=`: the newest accepted message. */
export function latestMessage({ inbox, query }: ApiCall): InboxMessage {
  takeOnly(query, ['to']);
  const found = findMessage(inbox, { to: givenText(query, 'to') });
  if (found === undefined) throw new HttpError(404, 'no-message', 'No such message has come yet.');
  return found;
}

/** `GET /api/messages/wait?to=&after=&timeout=`: answers as soon as an accepted message is there. */
export function waitForMessage(call: ApiCall): Promise<InboxMessage> {
  return wait(call, (query, ending) => awaitMessage(call.inbox, query, ending));
}

/** `GET /api/messages/otp?to=&after=&timeout=`: the one-time password, as soon as it is there. */
export function waitForOtp(call: ApiCall): Promise<{ otp: string }> {
  return wait(call, async (query, ending) => ({ otp: await awaitOtp(call.inbox, query, ending) }));
}

/** `DELETE /api/messages?search=`: everything, or what fits the search. */
export function deleteMessages({ inbox, query }: ApiCall): { deleted: number } {
  takeOnly(query, ['search']);
  const search = givenText(query, 'search');
  if (search !== undefined && isEmptySearch(search)) {
    const message = 'search holds no term. Leave it out to delete everything.';
    throw new HttpError(400, 'query', message);
  }
  const found = inbox.list().filter(parseSearch(search ?? ''));
  if (search === undefined) inbox.clear();
  else for (const { id } of found) inbox.remove(id);
  return { deleted: found.length };
}

/** `DELETE /api/messages/:id` */
export function deleteMessage({ inbox, id }: ApiCall): { deleted: number } {
  return inbox.remove(id) ? { deleted: 1 } : missing(id);
}

/** `POST /api/messages/:id/read`, with `{ "read": false }` to take it back. */
export async function markRead({ inbox, id, request, options }: ApiCall): Promise<InboxMessage> {
  const body = readJson(await readBody(request, options.maxBodyBytes), {});
  const read = body['read'] ?? true;
  if (typeof read !== 'boolean') {
    throw new HttpError(400, 'body', 'read must be true or false.');
  }
  return inbox.update(id, { read }) ?? missing(id);
}

async function wait<T>(
  { query, response, closing }: ApiCall,
  forIt: (query: WaitFor, ending: AbortSignal) => Promise<T>,
): Promise<T> {
  takeOnly(query, ['to', 'after', 'timeout']);
  const timeout = wholeNumber(query, 'timeout', WAIT);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const wanted = { to: givenText(query, 'to'), after: messageId(query, 'after'), timeout };
    return await forIt(wanted, AbortSignal.any([gone.signal, closing]));
  } catch (error) {
    if (error instanceof GatewaySimulatorError) {
      throw new HttpError(error.code === 'closed' ? 503 : 404, error.code, error.message);
    }
    throw error;
  }
}

function missing(id: string): never {
  throw new HttpError(404, 'no-message', `No message ${id} is kept.`);
}
