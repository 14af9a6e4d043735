import * as fc from 'fast-check';
import {
  SmsAuthenticationError,
  SmsGatewayError,
  SmsRejectedError,
  SmsResponseError,
  SmsTransportError,
} from '../../lib/errors/index.js';
import type { SmsReceipt } from '../../lib/message/sms-message.js';
import type { GatewayAnswer } from '../../lib/protocol/gateway-answer.js';
import { readSendAnswer } from '../../lib/protocol/send-answer.js';
import { answer, NO, SENT, YES } from './answers.js';

const { transactionId: _id, ...WITHOUT_ID } = YES;
const read = (given: GatewayAnswer) => readSendAnswer(given, SENT);

/** The receipt, or the error of ours. Any other one fails the test. */
function outcomeOf(given: GatewayAnswer): SmsReceipt | SmsGatewayError {
  try {
    return read(given);
  } catch (error) {
    if (error instanceof SmsGatewayError) return error;
    throw error;
  }
}

function errorOf(given: GatewayAnswer): SmsGatewayError {
  const outcome = outcomeOf(given);
  if (outcome instanceof SmsGatewayError) return outcome;
  throw new Error('It was read as a yes');
}

describe('a yes', () => {
  it.each<[string, GatewayAnswer]>([
    ['as the document shows it', answer(YES)],
    ['as text/html', answer(YES, 200, { 'content-type': 'text/html' })],
    ['behind a byte order mark', answer(`\ufeff${JSON.stringify(YES)}`)],
    ['with white space around', answer(`\r\n ${JSON.stringify(YES)} \n`)],
    ['with the code as a number', answer({ ...YES, statusCode: 200 })],
    ['with Success in capitals', answer({ ...YES, status: 'SUCCESS', reason: 'Success' })],
    ['with spaces', answer({ ...YES, status: ' Success ', statusCode: ' 200 ' })],
    ['without a reason', answer({ status: 'success', statusCode: 200, transactionId: '1' })],
    ['with another reason', answer({ ...YES, reason: 'queued' })],
    ['with fields that the document does not name', answer({ ...YES, requestTime: 'now' })],
    ['with null for what may be empty', answer({ ...YES, invalidMobile: null, msgId: null })],
    ['with HTTP 201', answer(YES, 201)],
    ['with HTTP 202', answer(YES, 202)],
    ['with the word invalid in other fields', answer({ ...YES, mobile: 'invalid', note: 'error' })],
    ['with another mobile', answer({ ...YES, mobile: '447700900123' })],
  ])('is read %s', (_what, given) => {
    expect(read(given)).toMatchObject({
      transactionId: expect.stringMatching(/^\d+$/),
      accepted: SENT.recipients,
      rejected: [],
    });
  });

  it('gives everything that the gateway said', () => {
    const body = { ...YES, msgId: 'm-1', requestTime: '12:00', nested: { a: [1, true, null] } };
    expect(read(answer(body))).toEqual({
      transactionId: '1234567890123456789',
      messageId: 'm-1',
      accepted: SENT.recipients,
      rejected: [],
      segments: SENT.segments,
      raw: body,
    });
  });

  it('has no messageId where the gateway gave none yet', () => {
    expect(read(answer(YES))).not.toHaveProperty('messageId');
  });

  it.each([
    ['a text', '"1234567890123456789"', '1234567890123456789'],
    ['a number', '1234567890123456789', '1234567890123456789'],
    ['a very long number', `9${'0'.repeat(39)}7`, `9${'0'.repeat(39)}7`],
    ['a small number', '42', '42'],
    ['the largest exact number', '9007199254740991', '9007199254740991'],
    ['the first inexact number', '9007199254740993', '9007199254740993'],
    ['leading zeros', '"000123"', '000123'],
  ])('keeps every digit of a transactionId that is %s', (_what, json, id) => {
    const body = `{"status":"success","statusCode":200,"transactionId":${json}}`;
    expect(read(answer(body)).transactionId).toBe(id);
  });

  it.each([
    '"balance":0.12345678901234567890',
    '"balance":-1.2345678901234567890',
    '"balance":1e0000000000000000005',
    '"balance":1E+0000000000000000005',
    '"balance":1234567890123456.5',
    '"at":"12:00:00.1234567890123456789"',
    '"said":"\\"1234567890123456789\\" \\\\"',
    '"nested":[{"id":9999999999999999999}]',
  ])('keeps every digit of a transactionId beside %s', (beside) => {
    const body = `{"status":"success","statusCode":200,${beside},"transactionId":1234567890123456789}`;
    expect(read(answer(body)).transactionId).toBe('1234567890123456789');
    const other = `{"status":"success","statusCode":200,"transactionId":1234567890123456789,${beside}}`;
    expect(read(answer(other)).transactionId).toBe('1234567890123456789');
  });

  it.each<[string, unknown, string[], string[]]>([
    ['empty', '', ['919876543210', '919876543211'], []],
    ['missing', undefined, ['919876543210', '919876543211'], []],
    ['one number', '919876543211', ['919876543210'], ['919876543211']],
    ['with a plus', '+919876543211', ['919876543210'], ['919876543211']],
    ['a JSON number', 919_876_543_211, ['919876543210'], ['919876543211']],
    ['all, with commas', '919876543210,919876543211', [], ['919876543210', '919876543211']],
    ['all, with more', ' 919876543210 ;, 919876543211,', [], ['919876543210', '919876543211']],
    ['a list', ['919876543211'], ['919876543210'], ['919876543211']],
    ['an object', { 0: '919876543211' }, ['919876543210'], ['919876543211']],
    ['a list as text', '["919876543211"]', ['919876543210'], ['919876543211']],
    ['with quotes', `'919876543211' , "1"`, ['919876543210'], ['919876543211', '1']],
    ['without its prefix', '09876543211', ['919876543210'], ['919876543211']],
    ['in groups', '98765 43211', ['919876543210'], ['919876543211']],
    ['all, with spaces', '9876543210  9876543211', [], ['919876543210', '919876543211']],
    ['two to a line', '919876543210\r\n\r\n919876543211', [], ['919876543210', '919876543211']],
    ['beside its code', '919876543211:203', ['919876543210'], ['919876543211']],
    ['beside a code in brackets', '919876543211 (216)', ['919876543210'], ['919876543211']],
    [
      'beside a reason',
      '919876543211 - DND, code 203',
      ['919876543210'],
      ['919876543211', 'code 203'],
    ],
    ['all, with slashes', '919876543210/919876543211', [], ['919876543210', '919876543211']],
    ['all, in groups', '91 98765 43210 91 98765 43211', [], ['919876543210', '919876543211']],
    ['a key', { '919876543211': 'DND' }, ['919876543210'], ['919876543211']],
    ['lists in lists', [[['919876543211']]], ['919876543210'], ['919876543211']],
    ['one with another prefix', '449876543211', [...SENT.recipients], ['449876543211']],
    ['too short an end of one', '6543211', ['919876543210', '919876543211'], ['6543211']],
    ['a number we did not send', '1', ['919876543210', '919876543211'], ['1']],
  ])(
    'lists as rejected what invalidMobile names: %s',
    (_what, invalidMobile, accepted, rejected) => {
      expect(read(answer({ ...YES, invalidMobile }))).toMatchObject({ accepted, rejected });
    },
  );
});

it('knows a rejected number to which the gateway added the prefix', () => {
  const recipients = ['9876543210', '9876543211'];
  expect(
    readSendAnswer(answer({ ...YES, invalidMobile: '00919876543210' }), { ...SENT, recipients }),
  ).toMatchObject({ accepted: ['9876543211'], rejected: ['9876543210'] });
});

it('gives every number of a large send that is rejected without its prefix', () => {
  const recipients = Array.from({ length: 30_000 }, (_, index) => `91${9_000_000_000 + index}`);
  const invalidMobile = recipients.map((recipient) => recipient.slice(2));
  const receipt = readSendAnswer(answer({ ...YES, invalidMobile }), { ...SENT, recipients });
  expect(receipt.accepted).toEqual([]);
  expect(receipt.rejected).toEqual(recipients);
});

// What took the square of it would not end within the runner's limit.
it.each([
  ['spaces', `1${' '.repeat(1_000_000)}1`],
  ['zeros', '0 '.repeat(500_000)],
  ['digits', '9'.repeat(1_000_000)],
  ['pieces', '98765,'.repeat(150_000)],
])('reads a megabyte of %s', (_what, invalidMobile) => {
  expect(read(answer({ ...YES, invalidMobile })).accepted).toEqual(SENT.recipients);
});

it('reads a list of any depth', () => {
  const deep = `${'['.repeat(5000)}"919876543211"${']'.repeat(5000)}`;
  const body = `{"status":"success","statusCode":"200","transactionId":"1","invalidMobile":${deep}}`;
  expect(read(answer(body))).toMatchObject({ rejected: ['919876543211'] });
});

it('takes a rejected number for none of ours where it could be two', () => {
  const recipients = ['919876543210', '449876543210'];
  expect(
    readSendAnswer(answer({ ...YES, invalidMobile: '9876543210' }), { ...SENT, recipients }),
  ).toMatchObject({ accepted: recipients, rejected: ['9876543210'] });
});

describe('a no', () => {
  it.each<[string, GatewayAnswer]>([
    ['with HTTP 200', answer(NO)],
    ['with HTTP 400', answer(NO, 400)],
    ['with HTTP 422', answer(NO, 422)],
    ['as text/html', answer(NO, 200, { 'content-type': 'text/html' })],
    ['behind a byte order mark', answer(`\ufeff${JSON.stringify(NO)}`)],
    ['with a number for its code', answer({ ...NO, statusCode: 203 })],
    ['with another word', answer({ ...NO, status: 'Failed' })],
    ['that names a transaction', answer({ ...NO, transactionId: '1' })],
    ['whose reason says success', answer({ ...NO, reason: 'success' })],
  ])('is a rejection, %s', (_what, given) => {
    const error = errorOf(given);
    expect(error).toBeInstanceOf(SmsRejectedError);
    expect(error).toMatchObject({ code: 'rejected', outcome: 'not-sent', statusCode: '203' });
    expect(error.retryable).toBe(false);
  });

  it('tells the reason and every field', () => {
    expect(errorOf(answer({ ...NO, hint: 'register it' }))).toMatchObject({
      statusCode: '203',
      reason: 'Sender id is invalid',
      raw: { ...NO, hint: 'register it' },
    });
  });

  it('tells codes of more digits apart, in every place', () => {
    for (const statusCode of ['1701', 1025, 'E1025']) {
      expect(errorOf(answer({ ...NO, statusCode }))).toMatchObject({
        statusCode: String(statusCode),
        raw: { ...NO, statusCode },
        message: expect.stringContaining(`${statusCode}: `),
      });
    }
    const refusing = { ...SENT, refusedCodes: new Set(['1025']) };
    expect(() => readSendAnswer(answer({ ...NO, statusCode: '1025' }), refusing)).toThrow(
      'statusCode 1025',
    );
  });

  it('is one though it has no code', () => {
    expect(errorOf(answer({ status: 'error' }))).toMatchObject({
      code: 'rejected',
      statusCode: '',
    });
  });

  it.each<[string, GatewayAnswer]>([
    ['HTTP 401', answer('', 401)],
    ['HTTP 403 with a page', answer('<html>', 403)],
    ['HTTP 403 that says success', answer(YES, 403)],
    ['code 216', answer({ ...NO, statusCode: '216' })],
    ['code 401', answer({ ...NO, statusCode: 401 })],
    ['code 403 with spaces', answer({ ...NO, statusCode: ' 403 ' })],
  ])('that refuses the credentials is told apart: %s', (_what, given) => {
    const error = errorOf(given);
    expect(error).toBeInstanceOf(SmsAuthenticationError);
    expect(error).toMatchObject({ code: 'credentials-refused', outcome: 'not-sent' });
  });
});

describe('an answer that proves neither', () => {
  it.each<[string, GatewayAnswer]>([
    ['nothing', answer('')],
    ['a page', answer('<html>It works</html>')],
    ['the word success', answer('success')],
    ['a text as JSON', answer('"success"')],
    ['a list', answer([YES])],
    ['null', answer('null')],
    ['a number', answer('200')],
    ['an empty object', answer({})],
    ['a cut yes', answer(JSON.stringify(YES).slice(0, -1))],
    ['two in one', answer(JSON.stringify(YES) + JSON.stringify(YES))],
    ['UTF-16', answer(Buffer.from(JSON.stringify(YES), 'utf16le'))],
    ['success without a transactionId', answer(WITHOUT_ID)],
    ['success with an empty one', answer({ ...YES, transactionId: '' })],
    ['success with a blank one', answer({ ...YES, transactionId: ' ' })],
    ['success with one that is null', answer({ ...YES, transactionId: null })],
    ['success with one that is an object', answer({ ...YES, transactionId: {} })],
    ['success with another code', answer({ ...YES, statusCode: '500' })],
    ['success without a code', answer({ ...YES, statusCode: undefined })],
    ['an error with code 200', answer({ ...NO, statusCode: '200' })],
    ['a code alone', answer({ statusCode: '203', reason: 'error' })],
    ['a status that is no text', answer({ ...NO, status: false })],
    ['an empty status', answer({ ...NO, status: '' })],
    ['a code that is a list', answer({ ...NO, statusCode: ['203'] })],
    ['success with HTTP 400', answer(YES, 400)],
    ['a page with HTTP 404', answer('<html>', 404)],
    ['another server’s 404', answer({ statusCode: 404, message: 'Cannot POST' }, 404)],
  ])('is unknown: %s', (_what, given) => {
    const error = errorOf(given);
    expect(error).toBeInstanceOf(SmsResponseError);
    expect(error).toMatchObject({
      code: 'answer-unclear',
      outcome: 'unknown',
      retryable: false,
      httpStatus: given.status,
    });
  });

  it.each<[number, object]>([
    [301, { code: 'redirected', outcome: 'unknown', retryable: false }],
    [302, { code: 'redirected', outcome: 'unknown', retryable: false }],
    [307, { code: 'redirected', outcome: 'unknown', retryable: false }],
    [500, { code: 'gateway-failed', outcome: 'unknown', retryable: false }],
    [502, { code: 'gateway-failed', outcome: 'unknown', retryable: false }],
    [503, { code: 'gateway-failed', outcome: 'unknown', retryable: false, retryAfter: 7000 }],
    [429, { code: 'throttled', outcome: 'not-sent', retryable: true, retryAfter: 7000 }],
  ])('is a transport error with HTTP %d, whatever its body says', (status, expected) => {
    for (const body of [YES, NO, '<html>', '']) {
      const error = errorOf(answer(body, status, { 'retry-after': '7' }));
      expect(error).toBeInstanceOf(SmsTransportError);
      expect(error).toMatchObject(expected);
    }
  });

  it('never crashes the reader, and never gives a receipt without proof', () => {
    const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
    const texts = fc.string({ unit: 'binary' }).map((text) => Buffer.from(text));
    const json = fc.json().map((text) => Buffer.from(text));
    const words = fc.constantFrom('success', 'Success', 'error', '', '200', 200, '203', null, '1');
    const keys = ['status', 'statusCode', 'transactionId', 'invalidMobile', 'reason'];
    const nearly = fc
      .record(Object.fromEntries(keys.map((key) => [key, fc.oneof(words, fc.jsonValue())])), {
        requiredKeys: [],
      })
      .map((value) => Buffer.from(JSON.stringify(value)));
    const status = fc.integer({ min: 200, max: 599 });
    fc.assert(
      fc.property(fc.oneof(bytes, texts, json, nearly, nearly), status, (body, httpStatus) => {
        const given: GatewayAnswer = { status: httpStatus, headers: {}, body };
        const receipt = outcomeOf(given);
        if (receipt instanceof SmsGatewayError) return;
        const said = JSON.parse(body.toString('utf8').replace(/^\ufeff/, '')) as typeof YES;
        expect(httpStatus).toBeLessThan(300);
        expect(said.status.trim().toLowerCase()).toBe('success');
        expect(String(said.statusCode).trim()).toBe('200');
        expect(receipt.transactionId).not.toBe('');
      }),
      { numRuns: 2000 },
    );
  });
});
