import type { Answer, Received } from '../support/scripted-gateway.js';
import { NUMBER, OTHER, PASSWORD, TEXT, USER } from './canaries.js';

/** What a gateway answers to a request, and the code of the error of a send that gets this answer. */
export type Row = [what: string, answer: (request: Received) => Answer, code: string];

/** Everything that a request said, and what the gateway knows of its login, in several forms. */
function echoOf({ headers, rawHeaders, fields, body }: Received): string {
  const authorization = headers['authorization'] ?? '';
  const basic = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString('utf8');
  const login = authorization ? [USER, PASSWORD, `${USER}:${PASSWORD}`] : [];
  const forms = [...rawHeaders, ...Object.values(fields), basic, ...login].map((value) => [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64'),
  ]);
  return `${forms.flat().join(' | ')} ${body.toString('utf8')}`;
}

/** An answer that repeats all of it in every field, except those that are given. */
function echo(request: Received, more: object): object {
  const said = echoOf(request);
  return {
    reason: `bad: ${said.slice(0, 1500)}`,
    msgId: said,
    mobile: NUMBER,
    msg: TEXT,
    request: { headers: request.headers, fields: request.fields, raw: request.rawHeaders },
    [TEXT]: [NUMBER, { deep: said }],
    number: Number(NUMBER),
    ...more,
  };
}

const status = (code: number): Row[1] => {
  return (request) => ({ status: code, body: echoOf(request) });
};
const refusal = (statusCode: string): Row[1] => {
  return (request) => ({ body: echo(request, { status: 'error', statusCode }) });
};

export const ROWS: Row[] = [
  ['a rejection', refusal('203'), 'rejected'],
  [
    'a rejection whose statusCode repeats everything',
    (request) => ({ body: { status: 'error', statusCode: echoOf(request) } }),
    'rejected',
  ],
  [
    'a rejection of every recipient',
    (request) => ({
      body: echo(request, {
        status: 'success',
        statusCode: 200,
        transactionId: TEXT,
        mobile: '',
        invalidMobile: `${NUMBER},${OTHER}`,
      }),
    }),
    'recipients-rejected',
  ],
  ['refused credentials', refusal('216'), 'credentials-refused'],
  ['HTTP 401', status(401), 'credentials-refused'],
  ['an unclear answer', status(200), 'answer-unclear'],
  [
    'success without an id',
    (request) => ({ body: echo(request, { status: 'success', statusCode: '200' }) }),
    'answer-unclear',
  ],
  ['HTTP 500', status(500), 'gateway-failed'],
  [
    'a redirect',
    () => ({ status: 302, headers: { Location: `https://x/?t=${encodeURIComponent(TEXT)}` } }),
    'redirected',
  ],
  [
    'HTTP 429',
    (request) => ({
      status: 429,
      headers: { 'Retry-After': encodeURIComponent(PASSWORD) },
      body: echoOf(request),
    }),
    'throttled',
  ],
  [
    'an unknown encoding',
    () => ({ headers: { 'Content-Encoding': encodeURIComponent(PASSWORD) }, body: 'x' }),
    'answer-unreadable',
  ],
  ['an answer that is too large', () => ({ body: TEXT.repeat(2000) }), 'answer-too-large'],
];

/** An acceptance that repeats everything, too. */
export const acceptance: Row[1] = (request) => ({
  body: echo(request, {
    status: 'success',
    statusCode: '200',
    // No id has these.
    transactionId: echoOf(request).replace(/[\0\ufffd]/g, ' '),
    invalidMobile: OTHER,
  }),
});
