import type { FaultReport } from '../../../api/fault-routes.js';
import type { MessageList } from '../../../api/message-routes.js';
import type { InboxMessage } from '../../../inbox/inbox-message.js';

export type { FaultReport, InboxMessage, MessageList };

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
}): Promise<MessageList> {
  const parameters = new URLSearchParams({ search: query.search, limit: String(query.limit) });
  if (query.before !== undefined) parameters.set('before', query.before);
  return ask('GET', `/api/messages?${parameters}`);
}

export function fetchMessage(id: string): Promise<InboxMessage> {
  return ask('GET', messagePath(id));
}

export function markRead(id: string, read: boolean): Promise<InboxMessage> {
  return ask('POST', `${messagePath(id)}/read`, { read });
}

export function deleteMessage(id: string): Promise<unknown> {
  return ask('DELETE', messagePath(id));
}

/** Deletes what matches a search, or everything if it is empty. */
export function deleteMessages(search: string): Promise<unknown> {
  return ask('DELETE', `/api/messages?${new URLSearchParams({ search })}`);
}

/** Sends a request to the simulator and returns the JSON of its answer. */
export async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError(0, 'The simulator does not answer. Is it still running?');
  });
  if (response.ok) return (await response.json()) as T;
  const answer = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
  throw new ApiError(response.status, answer.error?.message ?? `HTTP ${response.status}`);
}

function messagePath(id: string): string {
  return `/api/messages/${encodeURIComponent(id)}`;
}
