import { accountFields, reportFields, sendFields } from './gateway-schemas.js';
import { json, type Answer, type Operation, type Operations } from './operation.js';

type Refused = 'Refusal' | 'SendRefusal';

const faults = (refused: Refused) => {
  const faulty: Answer = {
    description: 'Only as a fault, see /api/faults.',
    content: { 'text/html': 'Text', 'application/json': refused },
  };
  return { 429: faulty, 500: faulty, 502: faulty, 503: faulty };
};
const unreadable = (what: string, refused: Refused) =>
  json(`${what} An assumption: the specification shows no failures.`, refused);
const other = (what: string, refused: Refused) => json(`Any other status: ${what}.`, refused);
const forbidden = json(
  'The request is from a page of another site, or this is the httpStatus of an option or fault.',
  'Forbidden',
);
const description = 'Success or a refusal. As a fault also half of the JSON, or an HTML page.';

const sending = {
  assumptions: [
    'Form-encoded and JSON bodies, a GET and a POST with a query also work, each with a note.',
    'One valid way to authenticate is enough; empty and other ones are noted.',
    'The order of the checks: credentials, missing fields, duplicatecheck, sender, numbers.',
    'Refusals are HTTP 200 with status error and a statusCode: 122 no valid number, ' +
      '147 duplicatecheck, 203 sender, 213 a field is missing, 216 credentials, 402 no balance, ' +
      '409 a duplicate.',
    'The option expiredToken sets the answer to an expired token.',
    'A duplicate asks for duplicatecheck and has the recipients, text and sender of a kept message.',
    'The name of the header with the key.',
    'Of several texts in JSON, those with a valid number are accepted.',
    'scheduleTime is a wall clock like expires_after, or names its zone.',
    'A final slash of the path is optional.',
  ],
  answers: {
    200: { description, content: { 'application/json': 'SendAnswer', 'text/html': 'Text' } },
    403: forbidden,
    ...faults('SendRefusal'),
    default: other('httpStatus of the option expiredToken or of the fault refuse', 'SendRefusal'),
  },
  security: ['token', 'apiKey', 'field'],
} as const satisfies Partial<Operation>;

/** A `GET` and a `POST` that ask for the same, not in the specification. */
const asking = <Id extends string>(
  id: Id,
  { query, form, answer, ...about }: Pick<Operation, 'summary' | 'assumptions' | 'security'> & {
    query: NonNullable<Operation['query']>;
    form: 'ReportForm' | 'AccountForm';
    answer: 'ReportAnswer' | 'BalanceAnswer';
  },
) => {
  const answers = {
    200: json('The answer, or a refusal.', answer),
    403: forbidden,
    default: other('httpStatus of the option expiredToken', 'Refusal'),
  };
  const common = { ...about, description: 'Not in the specification.', answers };
  return {
    GET: { ...common, id: `${id}ByQuery`, query },
    POST: {
      ...common,
      id,
      body: {
        required: true,
        content: {
          'multipart/form-data': form,
          'application/x-www-form-urlencoded': form,
          'application/json': form,
        },
      },
      answers: {
        ...answers,
        400: unreadable('The body cannot be read.', 'Refusal'),
        413: unreadable('The body is larger than maxBodyBytes.', 'Refusal'),
        415: unreadable('The type of the body is not supported.', 'Refusal'),
      },
    },
  } as const;
};
const reports = {
  query: reportFields,
  form: 'ReportForm',
  answer: 'ReportAnswer',
  summary: 'The delivery reports of a send',
  assumptions: [
    'The path, the fields, the answer and its words, as real gateways have them.',
    'A key is not accepted here; a token and a password are.',
    'Refusals are HTTP 200 with status error and statusCode 216 or 213.',
  ],
  security: ['token', 'field'],
} as const;

/** The gateway's own paths. They come after the base path. */
export const GATEWAY_OPERATIONS = {
  '/me/': {
    POST: {
      id: 'login',
      summary: 'Generate a token',
      description: 'Section 4.1 of the specification.',
      assumptions: [
        'Refused credentials: HTTP 200 with status error and statusCode 216.',
        'The lifetime of a token, and the zone of expires_after.',
        'The final slash of the path is optional.',
      ],
      answers: {
        200: { description, content: { 'application/json': 'TokenAnswer', 'text/html': 'Text' } },
        403: forbidden,
        413: json('The body is larger than maxBodyBytes.', 'Error'),
        ...faults('Refusal'),
        default: other('httpStatus of the fault refuse', 'Refusal'),
      },
      security: ['login'],
    },
  },
  '/SMSApi/send': {
    POST: {
      ...sending,
      id: 'send',
      summary: 'Send a message',
      description: 'Section 4.2 of the specification.',
      body: {
        required: true,
        content: {
          'multipart/form-data': 'SendForm',
          'application/x-www-form-urlencoded': 'SendForm',
          'application/json': 'SendJson',
        },
      },
      answers: {
        ...sending.answers,
        400: unreadable('The body cannot be read.', 'SendRefusal'),
        413: unreadable('The body is larger than maxBodyBytes.', 'SendRefusal'),
        415: unreadable('The type of the body is not supported.', 'SendRefusal'),
      },
    },
    GET: {
      ...sending,
      id: 'sendByQuery',
      summary: 'Send a message with all fields in the query',
      description: 'Not in the specification. Logs and proxies keep a password that is in a URL.',
      query: sendFields,
    },
  },
  '/SMSApi/report/status': asking('reportStatus', reports),
  '/SMSApi/reports/status': asking('reportsStatus', reports),
  '/SMSApi/account/readstatus': asking('readStatus', {
    query: accountFields,
    form: 'AccountForm',
    answer: 'BalanceAnswer',
    summary: 'What the account has left',
    assumptions: [
      'The path and the answer, as real gateways have them.',
      'Each segment to each number uses one of the option balance; without it the balance never changes.',
    ],
    security: ['token', 'apiKey', 'field'],
  }),
} as const satisfies Readonly<Record<string, Operations>>;

/** `/health`, which needs no password either. */
export const HEALTH_OPERATIONS = {
  GET: {
    id: 'health',
    summary: 'Health check',
    answers: { 200: json('It is running.', 'Health') },
    security: ['none'],
  },
  HEAD: {
    id: 'healthHead',
    summary: 'Health check without a body',
    answers: { 200: { description: 'It is running.' } },
    security: ['none'],
  },
} as const satisfies Operations;
