import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError, allowMethods } from '../http/http-error.js';
import { writeJson, writeWhole } from '../http/write-json.js';
import { API_ROUTES, OPENAPI_PATH, type ByRoute } from '../routes.js';
import type { SimulatorContext } from '../simulator-context.js';
import type { ApiCall } from './api-call.js';
import { streamEvents } from './event-stream.js';
import { exportMessages } from './export-messages.js';
import { addFault, readFaults, removeFault, replaceFaults } from './fault-routes.js';
import {
  changeDelivery,
  deleteMessage,
  deleteMessages,
  latestMessage,
  listMessages,
  markAllRead,
  markRead,
  readMessage,
  waitForMessage,
  waitForOtp,
} from './message-routes.js';
import { makeOpenApi } from './openapi/openapi-document.js';

type ApiHandler = (call: ApiCall) => unknown;

const HANDLERS: ByRoute<typeof API_ROUTES, ApiHandler> = {
  '/api/messages': { GET: listMessages, DELETE: deleteMessages },
  '/api/messages/latest': { GET: latestMessage },
  '/api/messages/wait': { GET: waitForMessage },
  '/api/messages/otp': { GET: waitForOtp },
  '/api/messages/export': { GET: exportMessages },
  '/api/messages/read': { POST: markAllRead },
  '/api/messages/:id': { GET: readMessage, DELETE: deleteMessage },
  '/api/messages/:id/read': { POST: markRead, PATCH: markRead },
  '/api/messages/:id/delivery': { PUT: changeDelivery },
  '/api/events': { GET: streamEvents },
  '/api/faults': { GET: readFaults, POST: addFault, PUT: replaceFaults },
  '/api/faults/:id': { DELETE: removeFault },
  [OPENAPI_PATH]: { GET: ({ options }) => makeOpenApi(options) },
  '/metrics': { GET: writeMetrics },
};

/**
 * Answers a request to the API. A handler's result is sent as JSON.
 *
 * @throws HttpError if there is no such path, method or message
 */
export async function handleApi(
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, searchParams: query }: URL,
  context: SimulatorContext,
): Promise<void> {
  for (const [path, handlers] of Object.entries<Readonly<Record<string, ApiHandler>>>(HANDLERS)) {
    const match = new RegExp(`^${path.replace(':id', '([^/]+)')}$`).exec(pathname);
    if (match === null) continue;
    allowMethods(request, Object.keys(handlers));
    const call = { ...context, request, response, query, id: match[1] ?? '' };
    const result = await handlers[request.method ?? '']?.(call);
    if (result !== undefined) writeJson(response, 200, result);
    return;
  }
  const paths = Object.keys(API_ROUTES).join(', ');
  throw new HttpError(404, 'not-found', `${pathname} does not exist. The API has ${paths}.`);
}

function writeMetrics({ response, stats }: ApiCall): void {
  const headers = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
  writeWhole(response, 200, stats.toPrometheus(), headers);
}
