import * as fc from 'fast-check';
import { SmsGatewayError } from '../../lib/core/errors/index.js';
import { GatewayAnswer } from '../../lib/core/protocol/gateway-answer.js';
import { isHeaderValue } from '../../lib/core/protocol/header.js';
import { readLoginAnswer } from '../../lib/core/protocol/login-answer.js';
import { FAILURE_WORDS } from '../../lib/core/protocol/verdict.js';
import { anyCharacter } from '../support/any-character.js';
import { answer } from './answers.js';

const TOKEN = {
  status: 'success',
  token: 'abc.DEF-123',
  expires_after: '2026-03-01 12:00:00',
  statusCode: '200',
  reason: 'success',
} as const;
const { expires_after: _end, ...WITHOUT_END } = TOKEN;

const RULES = { failureWords: new Set(FAILURE_WORDS), refusedCodes: new Set<string>() };
const read = (given: GatewayAnswer) => readLoginAnswer(given, RULES, () => ['hunter2']);

describe('the answer to a login', () => {
  it.each<[string, GatewayAnswer]>([
    ['as the specification shows it', answer(TOKEN)],
    ['as text/html', answer(TOKEN, 200, { 'content-type': 'text/html' })],
    ['behind a byte order mark', answer(`\ufeff${JSON.stringify(TOKEN)}`)],
    ['with the code as a number', answer({ ...TOKEN, statusCode: 200 })],
    ['with Success in capitals', answer({ ...TOKEN, status: 'SUCCESS' })],
    ['without a reason', answer({ ...TOKEN, reason: undefined })],
    ['with HTTP 201', answer(TOKEN, 201)],
    ["with the user's own number", answer({ ...TOKEN, mobile: '919876543210' })],
    ['with a transactionId', answer({ ...TOKEN, transactionId: '123', invalidMobile: '' })],
  ])('contains the token %s', (_what, given) => {
    expect(read(given)).toEqual({ token: TOKEN.token, expiresAfter: TOKEN.expires_after });
  });

  it('contains the token even if expires_after is missing', () => {
    expect(read(answer(WITHOUT_END))).toEqual({ token: TOKEN.token, expiresAfter: undefined });
  });

  it.each<[string, GatewayAnswer, string]>([
    ['a rejection', answer({ status: 'error', statusCode: '216', reason: 'x' }), 'login-refused'],
    [
      'a rejection with HTTP 400',
      answer({ status: 'error', statusCode: '213' }, 400),
      'login-refused',
    ],
    ['HTTP 401', answer('', 401), 'login-refused'],
    ['HTTP 403', answer(TOKEN, 403), 'login-refused'],
    ['a page', answer('<html>'), 'login-unusable'],
    ['HTTP 404', answer('<html>', 404), 'login-unusable'],
    ['no token', answer({ ...TOKEN, token: undefined }), 'login-unusable'],
    ['an empty token', answer({ ...TOKEN, token: '' }), 'login-unusable'],
    ['fields that disagree', answer({ ...TOKEN, statusCode: '216' }), 'login-unusable'],
    ['success with HTTP 400', answer(TOKEN, 400), 'login-unusable'],
    ['a word that is not a failure', answer({ ...TOKEN, status: 'queued' }), 'login-unusable'],
    ['a rejection with code 500', answer({ status: 'error', statusCode: '500' }), 'login-unusable'],
    [
      'the acceptance of a send',
      answer({ ...TOKEN, token: undefined, transactionId: '123' }),
      'login-unusable',
    ],
    [
      'the acceptance of a send, with an empty token',
      answer({ ...TOKEN, token: '', mobile: '919876543210' }),
      'login-unusable',
    ],
    [
      "a rejection with the user's own number and a token",
      answer({ status: 'error', statusCode: '216', token: 'a', mobile: '919876543210' }),
      'login-refused',
    ],
    [
      'the rejection of a send',
      answer({ status: 'error', statusCode: '203', mobile: '919876543210' }),
      'login-unusable',
    ],
    [
      'a rejection with the empty fields of a send',
      answer({ status: 'error', statusCode: '216', mobile: '', transactionId: '' }),
      'login-refused',
    ],
    ['HTTP 429', answer(TOKEN, 429), 'throttled'],
    ['HTTP 408', answer(TOKEN, 408), 'gateway-failed'],
    ['HTTP 499', answer('', 499), 'gateway-failed'],
    ['HTTP 302', answer(TOKEN, 302), 'redirected'],
    ['HTTP 500', answer(TOKEN, 500), 'gateway-failed'],
    ['HTTP 503', answer('<html>', 503), 'gateway-failed'],
  ])('is an error, always not-sent, for %s', (_what, given, code) => {
    const error = read(given);
    expect(error).toBeInstanceOf(SmsGatewayError);
    expect(error).toMatchObject({ code, outcome: 'not-sent' });
  });

  it.each<[string, GatewayAnswer, string]>([
    [
      'the code and the reason of a rejection',
      answer({ status: 'error', statusCode: 216, reason: 'Blocked' }),
      'refused the login (216: Blocked)',
    ],
    [
      'a reason with a secret and a line break',
      answer({ status: 'error', statusCode: 'E1025', reason: 'hunter2 is\n\u001b[Kblocked' }),
      'refused the login (E1025: •••••• is  [Kblocked)',
    ],
    ['HTTP 401 with a reason', answer({ reason: 'Blocked' }, 401), '(HTTP 401: Blocked)'],
    ['a rejection without a code', answer({ status: 'error', reason: 'Blocked' }), '(Blocked)'],
    ['a rejection without a reason', answer({ status: 'error' }), '(no reason given)'],
    ['HTTP 401', answer('', 401), '(HTTP 401)'],
    ['a page', answer('<html>', 404), 'HTTP 404 and a body that is not a JSON object'],
    ['fields that disagree', answer({ ...TOKEN, statusCode: '216' }), 'do not confirm success'],
    ['a missing token', answer({ ...TOKEN, token: '' }), 'success without a token'],
    [
      'a token with a line break',
      answer({ ...TOKEN, token: 'a\nb' }),
      'not a valid HTTP header value',
    ],
    ['HTTP 503', answer('', 503), 'answered the login with HTTP 503. Nothing was sent.'],
  ])('reports %s', (_what, given, told) => {
    expect(read(given)).toHaveProperty('message', expect.stringContaining(told));
  });

  it('carries the code and the reason of a rejection as fields', () => {
    const body = { status: 'error', statusCode: 216, reason: 'hunter2 is blocked' };
    expect(read(answer(body))).toMatchObject({
      statusCode: '216',
      reason: '•••••• is blocked',
    });
    expect(read(answer(body, 401))).toMatchObject({ statusCode: '216' });
  });

  it('never makes the reader throw anything else, and never yields a token that is not a valid header value', () => {
    const token = fc.oneof(fc.string({ unit: anyCharacter }), fc.jsonValue());
    const body = fc.oneof(
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      token.map((value) => Buffer.from(JSON.stringify({ ...TOKEN, token: value }))),
    );
    fc.assert(
      fc.property(body, fc.integer({ min: 200, max: 599 }), (bytes, status) => {
        const result = read(new GatewayAnswer(status, {}, bytes));
        if (result instanceof SmsGatewayError) return;
        const { token: value } = result;
        expect(isHeaderValue(value)).toBe(true);
        // The platform is the oracle: it throws for what cannot be a header.
        expect(new Headers({ Authorization: value }).get('Authorization')).toBe(value);
      }),
      { numRuns: 1000 },
    );
  });
});
