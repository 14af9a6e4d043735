import type { FaultReport, InboxMessage, MessagePage } from '../types.js';

/** A request that the simulator did not grant. */
export class ApiError extends Error {
  constructor(
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
}): Promise<MessagePage> {
  const parameters = new URLSearchParams({ search: query.search, limit: String(query.limit) });
  if (query.before !== undefined) parameters.set('before', query.before);
  return ask<MessagePage>('GET', `/api/messages?${parameters}`);
}

export function fetchMessage(id: string): Promise<InboxMessage> {
  return ask<InboxMessage>('GET', messagePath(id));
}

export function markRead(id: string, read: boolean): Promise<InboxMessage> {
  return ask<InboxMessage>('POST', `${messagePath(id)}/read`, { read });
}

export function deleteMessage(id: string): Promise<unknown> {
  return ask('DELETE', messagePath(id));
}

/** Deletes what fits a search; everything where it is empty. */
export function deleteMessages(search: string): Promise<unknown> {
  return ask('DELETE', `/api/messages?${new URLSearchParams({ search })}`);
}

export function fetchFaults(): Promise<FaultReport> {
  return ask<FaultReport>('GET', '/api/faults');
}

/** Plans exactly these faults. */
export function putFaults(plan: object): Promise<FaultReport> {
  return ask<FaultReport>('PUT', '/api/faults', plan);
}

/** Some JSON of the simulator. */
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
