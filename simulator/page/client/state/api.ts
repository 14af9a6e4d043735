import type { FaultReport } from '../../../api/fault-routes.js';
import type { MessageList } from '../../../api/message-routes.js';
import type { InboxMessage } from '../../../inbox/inbox-message.js';

export type { FaultReport, InboxMessage, MessageList };

/** The address of the simulator without a final slash. Behind a proxy it can have a path. */
export const BASE = location.origin + location.pathname.replace(/\/[^/]*$/, '');

/** A request that failed. */
export class ApiError extends Error {
  constructor(
    /** HTTP status; 0 if there was no answer. */
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** One page of the list, newest first. */
export function fetchPage(query: {
  search: string;
  limit: number;
  before?: string | undefined;
  /** Whether logins and other requests are listed, too. */
  others?: boolean;
}): Promise<MessageList> {
  const parameters = new URLSearchParams({ search: query.search, limit: String(query.limit) });
  if (query.others) parameters.set('others', 'true');
  if (query.before !== undefined) parameters.set('before', query.before);
  return ask('GET', `/api/messages?${parameters}`);
}

export function fetchMessage(id: string): Promise<InboxMessage> {
  return ask('GET', messagePath(id));
}

export function markRead(id: string, read: boolean): Promise<InboxMessage> {
  return ask('POST', `${messagePath(id)}/read`, { read });
}

/** Where a file with everything that matches a search can be downloaded. */
export function exportAddress(format: 'json' | 'csv', search: string): string {
  const query = new URLSearchParams({ format, ...(search !== '' && { search }) });
  return `${BASE}/api/messages/export?${query}`;
}

/** Sends a request to the simulator and returns the JSON of its answer. */
export async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(BASE + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError(0, 'The simulator does not answer. Is it still running?');
  });
  if (response.ok) return (await response.json()) as T;
  const answer = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
  throw new ApiError(response.status, answer.error?.message ?? `HTTP ${response.status}`);
}

/** The path of a message in the API. */
export function messagePath(id: string): string {
  return `/api/messages/${encodeURIComponent(id)}`;
}
