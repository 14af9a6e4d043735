import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod/v3';
import { HttpError, allowMethods } from '../http/http-error.js';
import { writeJson } from '../http/write-json.js';
import type { SimulatorContext } from '../simulator-context.js';
import { streamEvents } from './stream-events.js';
import { exportMessages } from './export-messages.js';
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
  waitForMessage,
  waitForOtp,
  waitQuery,
} from './message-routes.js';
import { makeOpenApi } from './openapi/openapi-document.js';
import { json, type Answer, type Operation } from './openapi/operation.js';
import type { ApiCall } from './read-request.js';

/** An operation of the API, and what answers it. A result is sent as JSON. */
interface Route extends Operation {
  readonly handle: (call: ApiCall) => unknown;
}

/** Where the OpenAPI description is. */
export const OPENAPI_PATH = '/api/openapi.json';

const problem = (what: string) => json(`${what} The message says what to do.`, 'Error');
const badQuery = problem('A query parameter is invalid, unknown or repeated.');
const tooLarge = problem('The body is too large.');
const message = json('The message.', 'Message');
const oneMessage = { 200: message, 404: problem('There is no such message.') };

const waiting = (
  handle: Route['handle'],
  operationId: string,
  summary: string,
  description: string,
  found: Answer,
): Route => ({
  handle,
  id: operationId,
  summary,
  description,
  query: waitQuery,
  answers: { 200: found, 400: badQuery, 404: problem('No message came in time.') },
});
const marking = (operationId: string): Route => ({
  handle: markRead,
  id: operationId,
  summary: 'Mark a message read or unread',
  description: 'Without a body it is marked read.',
  body: { required: false, content: { 'application/json': 'ReadFlag' } },
  answers: { ...oneMessage, 400: problem('The body is invalid.'), 413: tooLarge },
});

/** The API: every path with its methods. Names come before ids, because the first match counts. */
export const API_ROUTES: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  '/api/messages': {
    GET: {
      handle: listMessages,
      id: 'listMessages',
      summary: 'Sends, accepted and refused, newest first',
      query: listQuery,
      answers: { 200: json('One page.', 'MessageList'), 400: badQuery },
    },
    DELETE: {
      handle: deleteMessages,
      id: 'deleteMessages',
      summary: 'Delete everything, or what matches a search',
      query: deleteQuery,
      answers: {
        200: json('How many were deleted.', 'Deleted'),
        400: problem('The search is invalid, or a query parameter is unknown or repeated.'),
      },
    },
  },
  '/api/messages/latest': {
    GET: {
      handle: latestMessage,
      id: 'latestMessage',
      summary: 'The newest accepted message',
      query: latestQuery,
      answers: { 200: message, 400: badQuery, 404: problem('No message has come yet.') },
    },
  },
  '/api/messages/wait': {
    GET: waiting(
      waitForMessage,
      'waitForMessage',
      'Wait for an accepted message',
      'Answers at once with the newest one that is there, otherwise with the next one. With after, ' +
        'answers with the first later one. With since, older ones do not count.',
      message,
    ),
  },
  '/api/messages/otp': {
    GET: waiting(
      waitForOtp,
      'waitForOtp',
      'Wait for a one-time password',
      'Like wait, but only for messages with a one-time password.',
      json('The one-time password.', 'Otp'),
    ),
  },
  '/api/messages/export': {
    GET: {
      handle: exportMessages,
      id: 'exportMessages',
      summary: 'What a search finds, as a download',
      query: exportQuery,
      answers: {
        200: {
          description: 'Newest first.',
          content: { 'application/json': 'Messages', 'text/csv': 'Text' },
        },
        400: badQuery,
      },
    },
  },
  '/api/messages/read': {
    POST: {
      handle: markAllRead,
      id: 'markAllRead',
      summary: 'Mark everything read or unread, or what matches a search',
      body: { required: false, content: { 'application/json': 'ReadAll' } },
      answers: {
        200: json('How many changed.', 'Updated'),
        400: problem('The body or its search is invalid.'),
        413: tooLarge,
      },
    },
  },
  '/api/messages/:id': {
    GET: {
      handle: readMessage,
      id: 'readMessage',
      summary: 'One message, refused send, login or other request',
      answers: oneMessage,
    },
    DELETE: {
      handle: deleteMessage,
      id: 'deleteMessage',
      summary: 'Delete one message',
      answers: { ...oneMessage, 200: json('It was deleted.', 'Deleted') },
    },
  },
  '/api/messages/:id/delivery': {
    PUT: {
      handle: changeDelivery,
      id: 'changeDelivery',
      summary: 'Set the delivery of an accepted message',
      description: 'Posts a delivery report for each number, if reportUrl is set.',
      body: { required: true, content: { 'application/json': 'DeliveryChange' } },
      answers: {
        ...oneMessage,
        400: problem('The body is invalid, or there is no such recipient.'),
        413: tooLarge,
      },
    },
  },
  '/api/messages/:id/read': { POST: marking('markRead'), PATCH: marking('changeRead') },
  '/api/events': {
    GET: {
      handle: streamEvents,
      id: 'streamEvents',
      summary: 'Changes, as server-sent events',
      description:
        'x-events lists the events with the schemas of their data. Each has an id except faults. ' +
        'After reset everything must be read again.',
      headers: {
        'Last-Event-ID': z.string().optional().describe('Replays what happened since that event.'),
      },
      answers: {
        200: { description: 'An endless stream.', content: { 'text/event-stream': 'Text' } },
      },
    },
  },
  '/api/faults': {
    GET: {
      handle: readFaults,
      id: 'readFaults',
      summary: 'The planned faults, how often each has struck, and all that exist',
      answers: { 200: json('The faults.', 'FaultReport') },
    },
    POST: {
      handle: addFault,
      id: 'addFault',
      summary: 'Add a fault',
      description: 'With probability it strikes at random, otherwise the next count requests.',
      body: { required: true, content: { 'application/json': 'NewFault' } },
      answers: {
        201: json('The fault, with its id.', 'AddedFault'),
        400: problem('The fault is invalid.'),
        413: tooLarge,
      },
    },
    PUT: {
      handle: replaceFaults,
      id: 'replaceFaults',
      summary: 'Replace the planned faults',
      description: 'An empty object turns all faults off and resets the dice.',
      body: { required: true, content: { 'application/json': 'FaultPlan' } },
      answers: {
        200: json('The faults after the change.', 'FaultReport'),
        400: problem('The plan is invalid and was not changed.'),
        413: tooLarge,
      },
    },
  },
  '/api/faults/:id': {
    DELETE: {
      handle: removeFault,
      id: 'removeFault',
      summary: 'Remove a fault',
      answers: {
        200: json('It was removed.', 'Deleted'),
        404: problem('It was used up or removed.'),
      },
    },
  },
  [OPENAPI_PATH]: {
    GET: {
      handle: ({ options }) => makeOpenApi(options, API_ROUTES),
      id: 'openApi',
      summary: 'This description',
      answers: { 200: json('OpenAPI 3.1.', 'OpenApi') },
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
