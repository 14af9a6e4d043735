import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { HttpError, allowMethods } from '../http/http-error.js';
import { writeJson } from '../http/write-json.js';
import type { SimulatorContext } from '../simulator-context.js';
import { streamEvents } from './stream-events.js';
import { exportMessages } from './export-messages.js';
import { changeBalance } from './balance-route.js';
import { addFault, readFaults, removeFault, replaceFaults } from './fault-routes.js';
import {
  changeDelivery,
  deleteMessage,
  deleteMessages,
  deleteQuery,
  exportQuery,
  latestMessage,
  latestQuery,
  listMessages,
  listQuery,
  markAllRead,
  markRead,
  readMessage,
  sendReports,
  waitForMessage,
  waitForOtp,
  waitQuery,
} from './message-routes.js';
import { makeOpenApi, type Operation } from './openapi/openapi-document.js';
import type { ApiCall } from './read-request.js';

/** An operation of the API, and what answers it. A result is sent as JSON. */
interface Route extends Operation {
  readonly handle: (call: ApiCall) => unknown;
}

/** Where the OpenAPI description is. */
export const OPENAPI_PATH = '/api/openapi.json';

const waiting = { query: waitQuery, errors: [400, 404] } as const;

/** The API: every path with its methods. Names come before ids, because the first match counts. */
export const API_ROUTES: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  '/api/messages': {
    GET: {
      handle: listMessages,
      id: 'listMessages',
      summary: 'Sends, accepted and refused, newest first',
      query: listQuery,
      answer: 'MessageList',
      errors: [400],
    },
    DELETE: {
      handle: deleteMessages,
      id: 'deleteMessages',
      summary: 'Delete everything, or what matches a search',
      query: deleteQuery,
      answer: 'Deleted',
      errors: [400],
    },
  },
  '/api/messages/latest': {
    GET: {
      handle: latestMessage,
      id: 'latestMessage',
      summary: 'The newest accepted message',
      query: latestQuery,
      answer: 'Message',
      errors: [400, 404],
    },
  },
  '/api/messages/wait': {
    GET: {
      ...waiting,
      handle: waitForMessage,
      id: 'waitForMessage',
      summary: 'Wait for an accepted message',
      answer: 'Message',
    },
  },
  '/api/messages/otp': {
    GET: {
      ...waiting,
      handle: waitForOtp,
      id: 'waitForOtp',
      summary: 'Wait for a one-time password',
      answer: 'Otp',
    },
  },
  '/api/messages/export': {
    GET: {
      handle: exportMessages,
      id: 'exportMessages',
      summary: 'What a search finds, as a download',
      query: exportQuery,
      answer: 'Messages',
      text: 'text/csv',
      errors: [400],
    },
  },
  '/api/messages/read': {
    POST: {
      handle: markAllRead,
      id: 'markAllRead',
      summary: 'Mark everything read or unread, or what matches a search',
      body: 'ReadAll',
      answer: 'Updated',
      errors: [400, 413],
    },
  },
  '/api/messages/:id': {
    GET: {
      handle: readMessage,
      id: 'readMessage',
      summary: 'One message, refused send, login or other request',
      answer: 'Message',
      errors: [404],
    },
    DELETE: {
      handle: deleteMessage,
      id: 'deleteMessage',
      summary: 'Delete one message',
      answer: 'Deleted',
      errors: [404],
    },
  },
  '/api/messages/:id/delivery': {
    PUT: {
      handle: changeDelivery,
      id: 'changeDelivery',
      summary: 'Set the delivery of an accepted message, and send its delivery reports',
      body: 'DeliveryChange',
      answer: 'Message',
      errors: [400, 404, 413],
    },
  },
  '/api/messages/:id/report': {
    POST: {
      handle: sendReports,
      id: 'sendReports',
      summary: 'Send the delivery reports of a message again',
      answer: 'Message',
      errors: [400, 404],
    },
  },
  '/api/messages/:id/read': {
    POST: {
      handle: markRead,
      id: 'markRead',
      summary: 'Mark a message read, or unread',
      body: 'ReadFlag',
      answer: 'Message',
      errors: [400, 404, 413],
    },
  },
  '/api/balance': {
    PUT: {
      handle: changeBalance,
      id: 'changeBalance',
      summary: 'Set how many segments an account can still send',
      body: 'BalanceChange',
      answer: 'Balance',
      errors: [400, 413],
    },
  },
  '/api/events': {
    GET: {
      handle: streamEvents,
      id: 'streamEvents',
      summary: 'Changes, as server-sent events',
      headers: { 'Last-Event-ID': z.string().optional().describe('Replays what came after it.') },
      text: 'text/event-stream',
    },
  },
  '/api/faults': {
    GET: {
      handle: readFaults,
      id: 'readFaults',
      summary: 'The planned faults, how often each was used, and all that exist',
      answer: 'FaultReport',
    },
    POST: {
      handle: addFault,
      id: 'addFault',
      summary: 'Add a fault: with probability one at random, otherwise for the next requests',
      body: 'NewFault',
      status: 201,
      answer: 'AddedFault',
      errors: [400, 413],
    },
    PUT: {
      handle: replaceFaults,
      id: 'replaceFaults',
      summary: 'Replace the planned faults; an empty object turns all off',
      body: 'FaultPlan',
      answer: 'FaultReport',
      errors: [400, 413],
    },
  },
  '/api/faults/:id': {
    DELETE: {
      handle: removeFault,
      id: 'removeFault',
      summary: 'Remove a fault',
      answer: 'Deleted',
      errors: [404],
    },
  },
  [OPENAPI_PATH]: {
    GET: {
      handle: ({ options }) => makeOpenApi(options, API_ROUTES),
      id: 'openApi',
      summary: 'This description',
      answer: 'OpenApi',
    },
  },
};

/**
 * Answers a request to the API.
 *
 * @throws HttpError if there is no such path, method or message
 */
export async function handleApi(
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, searchParams: query }: URL,
  context: SimulatorContext,
): Promise<void> {
  for (const [path, methods] of Object.entries(API_ROUTES)) {
    const match = new RegExp(`^${path.replace(':id', '([^/]+)')}$`).exec(pathname);
    if (match === null) continue;
    allowMethods(request, Object.keys(methods));
    const call = { ...context, request, response, query, id: match[1] ?? '' };
    const result = await methods[request.method ?? '']?.handle(call);
    if (result !== undefined) writeJson(response, 200, result);
    return;
  }
  const paths = Object.keys(API_ROUTES).join(', ');
  throw new HttpError(404, 'not-found', `${pathname} does not exist. The API has ${paths}.`);
}
