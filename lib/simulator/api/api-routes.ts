import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FaultPlan } from '../faults/fault-plan.js';
import { HttpError } from '../http/http-error.js';
import { writeJson, writeWhole } from '../http/write-json.js';
import type { Inbox } from '../inbox/inbox.js';
import type { SimulatorStats } from '../simulator-stats.js';
import type { ResolvedOptions } from '../simulator.options.js';
import { streamEvents } from './event-stream.js';
import { OPENAPI_PATH } from './openapi-path.js';
import { writeOpenApi } from './openapi/openapi-route.js';
import { readFaults, replaceFaults } from './fault-routes.js';
import {
  deleteMessage,
  deleteMessages,
  latestMessage,
  listMessages,
  markRead,
  readMessage,
  waitForMessage,
  waitForOtp,
} from './message-routes.js';

/** What the API works with. */
export interface ApiMeans {
  readonly options: ResolvedOptions;
  readonly inbox: Inbox;
  readonly faults: FaultPlan;
  readonly stats: SimulatorStats;
  /** Ends every wait. */
  readonly closing: AbortSignal;
}

/** One request to the API. */
export interface ApiCall extends ApiMeans {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** The part of the path that stands for `:id`. */
  readonly id: string;
}

type Route = (call: ApiCall) => unknown;

// The order matters: a name is looked for before an id. Each route has its description in
// openapi/api-operations.ts, which does not compile without.
const ROUTES = {
  '/api/messages': { GET: listMessages, DELETE: deleteMessages },
  '/api/messages/latest': { GET: latestMessage },
  '/api/messages/wait': { GET: waitForMessage },
  '/api/messages/otp': { GET: waitForOtp },
  '/api/messages/:id': { GET: readMessage, DELETE: deleteMessage },
  '/api/messages/:id/read': { POST: markRead, PATCH: markRead },
  '/api/events': { GET: streamEvents },
  '/api/faults': { GET: readFaults, PUT: replaceFaults },
  [OPENAPI_PATH]: { GET: writeOpenApi },
  '/metrics': { GET: writeMetrics },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Route>>>>;

/** The paths and methods of the API. */
export type ApiRoutes = typeof ROUTES;

const TABLE: readonly (readonly [path: string, methods: Readonly<Record<string, Route>>])[] =
  Object.entries(ROUTES);

/** Every path of the API with its methods. */
export const API_ROUTES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  TABLE.map(([path, methods]) => [path, Object.keys(methods)]),
);

/**
 * Answers a request to the API. What a route returns is answered as JSON.
 *
 * @throws HttpError where there is no such path, method or message
 */
export async function handleApi(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  means: ApiMeans,
): Promise<void> {
  for (const [path, methods] of TABLE) {
    const id = match(path, url.pathname);
    if (id === undefined) continue;
    const route = Object.hasOwn(methods, request.method ?? '')
      ? methods[request.method ?? '']
      : undefined;
    if (route === undefined) throw wrongMethod(Object.keys(methods));
    const result = await route({ ...means, request, response, query: url.searchParams, id });
    if (result !== undefined) writeJson(response, 200, result);
    return;
  }
  const paths = Object.keys(ROUTES).join(', ');
  throw new HttpError(404, 'not-found', `Nothing is at ${url.pathname}. There are ${paths}.`);
}

function match(path: string, given: string): string | undefined {
  if (!path.includes(':id')) return path === given ? '' : undefined;
  const pattern = new RegExp(`^${path.replace(':id', '([^/]+)')}$`);
  return pattern.exec(given)?.[1];
}

function wrongMethod(methods: readonly string[]): HttpError {
  const allowed = methods.join(', ');
  return new HttpError(405, 'method', `This path takes ${allowed}.`, { Allow: allowed });
}

function writeMetrics({ response, stats }: ApiCall): void {
  const headers = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
  writeWhole(response, 200, stats.toPrometheus(), headers);
}
