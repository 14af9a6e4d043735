import type { z } from 'zod';
import type { OUTER_ROUTES } from '../../outer-routes.js';
import { sendFields } from './gateway-schemas.js';
import type { Answer, Operation } from './operation.js';

type OuterRoutes = typeof OUTER_ROUTES;

const FAULTY = 'By a fault alone, see /api/faults.';
const faulty = (): Answer => ({
  description: FAULTY,
  content: { 'text/html': 'Text', 'application/json': 'Refusal' },
});
const unreadable = (what: string): Answer => ({
  description: `${what} An assumption: the document shows no failures.`,
  content: { 'application/json': 'Refusal' },
});
const anyOther = (what: string): Answer => ({
  description: `Any other status: ${what}.`,
  content: { 'application/json': 'Refusal' },
});
const byFault = { 429: faulty(), 500: faulty(), 502: faulty(), 503: faulty() };
const refusedSend = anyOther('the httpStatus of the option expiredToken or of the fault refuse');

const SEND_ASSUMPTIONS = [
  'Form-encoded and JSON bodies are taken, and a GET or a POST with a query, each with a note.',
  'The order of the checks: credentials, missing fields, duplicatecheck, sender, numbers.',
  'Refusals: HTTP 200 with status error and a statusCode; 122 no valid number, 147 duplicatecheck, ' +
    '203 sender, 213 a field is missing, 216 credentials, 409 a duplicate.',
  'An expired token is answered as the option expiredToken says.',
  'A duplicate asks for duplicatecheck, and has the same recipients, text and sender as a message ' +
    'that is still kept.',
  'The name of the header that carries the key.',
  'A final slash of the path does not matter.',
];

const sendAnswer = {
  description: 'A yes or a no. By a fault also half of the JSON, or a page of HTML.',
  content: { 'application/json': 'SendAnswer', 'text/html': 'Text' },
} as const satisfies Answer;

/** The gateway's own paths, and health. */
export const OUTER_OPERATIONS: {
  readonly [Path in keyof OuterRoutes]: Readonly<Record<OuterRoutes[Path][number], Operation>>;
} = {
  '/me/': {
    POST: {
      id: 'login',
      summary: 'Generate a token',
      description: 'Section 4.1 of the document.',
      assumptions: [
        'Refused credentials: HTTP 200 with status error and statusCode 216.',
        'The lifetime of a token, and the zone of expires_after.',
        'The final slash of the path does not matter.',
      ],
      answers: {
        200: {
          description: 'A token or a no. By a fault also half of the JSON, or a page of HTML.',
          content: { 'application/json': 'TokenAnswer', 'text/html': 'Text' },
        },
        413: {
          description: 'The body is larger than maxBodyBytes.',
          content: { 'application/json': 'Error' },
        },
        ...byFault,
        default: anyOther('the httpStatus of the fault refuse'),
      },
      security: ['login'],
    },
  },
  '/SMSApi/send': {
    POST: {
      id: 'send',
      summary: 'Send a message',
      description: 'Section 4.2 of the document. One way to authenticate, exactly.',
      assumptions: SEND_ASSUMPTIONS,
      body: {
        required: true,
        content: {
          'multipart/form-data': 'SendForm',
          'application/x-www-form-urlencoded': 'SendForm',
          'application/json': 'SendJson',
        },
      },
      answers: {
        200: sendAnswer,
        400: unreadable('The body cannot be read.'),
        413: unreadable('The body is larger than maxBodyBytes.'),
        415: unreadable('The body is of a type that is not taken.'),
        ...byFault,
        default: refusedSend,
      },
      security: ['token', 'apiKey', 'field'],
    },
    GET: {
      id: 'sendByQuery',
      summary: 'Send a message, all fields in the query',
      description: 'Not in the document. A password in a URL is kept by logs and proxies.',
      assumptions: SEND_ASSUMPTIONS,
      query: sendFields as Record<string, z.ZodType>,
      answers: { 200: sendAnswer, ...byFault, default: refusedSend },
      security: ['token', 'apiKey', 'field'],
    },
  },
  '/health': {
    GET: {
      id: 'health',
      summary: 'Whether it runs',
      answers: { 200: { description: 'It does.', content: { 'application/json': 'Health' } } },
      security: ['none'],
    },
    HEAD: {
      id: 'healthHead',
      summary: 'Whether it runs, without a body',
      answers: { 200: { description: 'It does.' } },
      security: ['none'],
    },
  },
};
