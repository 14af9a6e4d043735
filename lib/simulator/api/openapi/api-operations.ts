import { z } from 'zod';
import { MESSAGE_ID } from '../../inbox/inbox-message.schema.js';
import type { ApiRoutes } from '../api-routes.js';
import { PAGE, WAIT, type Limits } from '../limits.js';
import type { ComponentName } from './components.js';
import type { Answer, Operation } from './operation.js';

const json = (description: string, name: ComponentName): Answer => ({
  description,
  content: { 'application/json': name },
});
const wrong = (what: string) => json(`${what} The message says what to give.`, 'Error');
const whole = ({ min, max, fallback }: Limits) => z.int().min(min).max(max).default(fallback);

const search = z
  .string()
  .optional()
  .describe(
    'Terms that must all fit, a minus in front turns one round: to:98765, from:ACME, text:code, ' +
      'status:accepted, segments:>1, is:unread, is:read, is:otp, is:duplicate, is:rejected, ' +
      'a word or "a phrase" anywhere.',
  );
const to = z
  .string()
  .optional()
  .describe('One of the recipients; a leading plus sign (%2B) and separators do not matter.');
const after = z
  .string()
  .regex(MESSAGE_ID)
  .optional()
  .describe('The id of a message: only later ones count.');
const timeout = whole(WAIT).describe('Milliseconds to wait.');

const nothingKept = wrong('No such message is kept.');
const tooLate = wrong('The time is over and none came.');
const waiting = (found: Answer): Operation['answers'] => ({
  200: found,
  400: wrong('after or timeout is wrong, or something else is asked.'),
  404: tooLate,
});
const marking = (id: string): Operation => ({
  id,
  summary: 'Mark a message read or unread',
  description: 'Without a body it becomes read.',
  body: { required: false, content: { 'application/json': 'ReadFlag' } },
  answers: {
    200: json('The message as it is now.', 'Message'),
    400: wrong('The body is wrong.'),
    404: nothingKept,
    413: wrong('The body is too large.'),
  },
});

/** The inbox API, the faults, and what is counted. */
export const API_OPERATIONS: {
  readonly [Path in keyof ApiRoutes]: Readonly<Record<keyof ApiRoutes[Path], Operation>>;
} = {
  '/api/messages': {
    GET: {
      id: 'listMessages',
      summary: 'Messages and refused sends, newest first',
      query: {
        search,
        limit: whole(PAGE).describe('How many.'),
        before: z
          .string()
          .regex(MESSAGE_ID)
          .optional()
          .describe('The next of the page before: only older ones are listed.'),
      },
      answers: {
        200: json('One page.', 'MessageList'),
        400: wrong('limit or before is wrong, or something else is asked.'),
      },
    },
    DELETE: {
      id: 'deleteMessages',
      summary: 'Delete everything, or what a search finds',
      query: { search },
      answers: {
        200: json('How many were deleted.', 'Deleted'),
        400: wrong('The search holds no term, or something else is asked.'),
      },
    },
  },
  '/api/messages/latest': {
    GET: {
      id: 'latestMessage',
      summary: 'The newest accepted message',
      query: { to },
      answers: {
        200: json('The message.', 'Message'),
        400: wrong('Something else than to is asked.'),
        404: wrong('None has come yet.'),
      },
    },
  },
  '/api/messages/wait': {
    GET: {
      id: 'waitForMessage',
      summary: 'Wait for an accepted message',
      description:
        'Answers at once with the newest that is there, else with the first to come; with after ' +
        'with the first later one.',
      query: { to, after, timeout },
      answers: waiting(json('The message.', 'Message')),
    },
  },
  '/api/messages/otp': {
    GET: {
      id: 'waitForOtp',
      summary: 'Wait for a one-time password',
      description: 'As wait, of messages with a one-time password in them.',
      query: { to, after, timeout },
      answers: waiting(json('The one-time password.', 'Otp')),
    },
  },
  '/api/messages/:id': {
    GET: {
      id: 'readMessage',
      summary: 'One message or refused send',
      answers: { 200: json('The message.', 'Message'), 404: nothingKept },
    },
    DELETE: {
      id: 'deleteMessage',
      summary: 'Delete one message',
      answers: { 200: json('It is deleted.', 'Deleted'), 404: nothingKept },
    },
  },
  '/api/messages/:id/read': {
    POST: marking('markRead'),
    PATCH: marking('changeRead'),
  },
  '/api/events': {
    GET: {
      id: 'streamEvents',
      summary: 'What changes, as server-sent events',
      description:
        'The events are listed under x-events with the schemas of their data. An id comes with ' +
        'each but faults; a reset means that everything must be read again.',
      headers: {
        'Last-Event-ID': z.string().optional().describe('Brings what came since that event.'),
      },
      answers: {
        200: {
          description: 'A stream that does not end.',
          content: { 'text/event-stream': 'Text' },
        },
      },
    },
  },
  '/api/faults': {
    GET: {
      id: 'readFaults',
      summary: 'What is planned, what has struck, what is known',
      answers: { 200: json('The faults.', 'FaultReport') },
    },
    PUT: {
      id: 'replaceFaults',
      summary: 'Plan exactly these faults',
      description: 'An empty object plans nothing any more, and puts the dice back to their start.',
      body: { required: true, content: { 'application/json': 'FaultPlan' } },
      answers: {
        200: json('The faults as they are now.', 'FaultReport'),
        400: wrong('Something is wrong, and the plan stays as it was.'),
        413: wrong('The body is too large.'),
      },
    },
  },
  '/api/openapi.json': {
    GET: {
      id: 'openApi',
      summary: 'This description',
      answers: { 200: json('OpenAPI 3.1.', 'OpenApi') },
    },
  },
  '/metrics': {
    GET: {
      id: 'metrics',
      summary: 'Counts of messages, logins and faults, as Prometheus reads them',
      answers: { 200: { description: 'The counts.', content: { 'text/plain': 'Text' } } },
    },
  },
};
