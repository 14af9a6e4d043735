import { setTimeout as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import {
  SmsAuthenticationError,
  SmsGatewayError,
  SmsRejectedError,
  SmsResponseError,
  SmsTransportError,
} from '../../lib/core/errors/index.js';
import type { SmsReceipt } from '../../lib/core/message/sms-message.js';
import { GatewayAnswer } from '../../lib/core/protocol/gateway-answer.js';
import { readSendAnswer, type SentMessage } from '../../lib/core/protocol/send-answer.js';
import { FAILURE_WORDS } from '../../lib/core/protocol/verdict.js';
import { anyCharacter } from '../support/any-character.js';
import { ACCEPTANCE, answer, RECIPIENTS, REJECTION, SENT } from './answers.js';

const { transactionId: _id, ...WITHOUT_ID } = ACCEPTANCE;
const sentTo = (recipients: readonly string[]): SentMessage => ({
  ...SENT,
  message: { ...SENT.message, recipients },
});

const readTo = (recipients: readonly string[], fields: object) =>
  receiptOf(answer({ ...ACCEPTANCE, ...fields }), sentTo(recipients));

/** The receipt. An error fails the test. */
function receiptOf(given: GatewayAnswer, sent = SENT): SmsReceipt {
  const ended = readSendAnswer(given, sent);
  if (ended instanceof SmsGatewayError) throw ended;
  return ended;
}

function errorOf(given: GatewayAnswer, sent = SENT): SmsGatewayError {
  const ended = readSendAnswer(given, sent);
  if (ended instanceof SmsGatewayError) return ended;
  throw new Error('It was read as an acceptance');
}

/** An acceptance with a transactionId as JSON has it. */
const withId = (json: string): GatewayAnswer =>
  answer(`{"status":"success","statusCode":200,"transactionId":${json}}`);

/** An acceptance with numbers that the gateway did not take. */
const invalid = (invalidMobile: unknown): GatewayAnswer =>
  answer({ ...ACCEPTANCE, mobile: '', invalidMobile });

describe('an acceptance', () => {
  it.each<[string, GatewayAnswer]>([
    ['as the specification shows it', answer(ACCEPTANCE)],
    ['as text/html', answer(ACCEPTANCE, 200, { 'content-type': 'text/html' })],
    ['after a byte order mark', answer(`\ufeff${JSON.stringify(ACCEPTANCE)}`)],
    ['with white space around', answer(`\r\n ${JSON.stringify(ACCEPTANCE)} \n`)],
    ['with the code as a number', answer({ ...ACCEPTANCE, statusCode: 200 })],
    ['with Success in capitals', answer({ ...ACCEPTANCE, status: 'SUCCESS', reason: 'Success' })],
    ['with spaces', answer({ ...ACCEPTANCE, status: ' Success ', statusCode: ' 200 ' })],
    ['without a reason', answer({ status: 'success', statusCode: 200, transactionId: '1' })],
    ['with another reason', answer({ ...ACCEPTANCE, reason: 'queued' })],
    [
      'with fields that the specification does not name',
      answer({ ...ACCEPTANCE, requestTime: 'now' }),
    ],
    [
      'with null for what may be empty',
      answer({ ...ACCEPTANCE, invalidMobile: null, msgId: null }),
    ],
    ['with HTTP 201', answer(ACCEPTANCE, 201)],
    ['with HTTP 202', answer(ACCEPTANCE, 202)],
    [
      'with the word invalid in other fields',
      answer({ ...ACCEPTANCE, mobile: 'invalid', note: 'error' }),
    ],
  ])('is accepted %s', (_what, given) => {
    expect(receiptOf(given)).toMatchObject({
      transactionId: expect.stringMatching(/^\d+$/),
      accepted: RECIPIENTS,
      rejected: [],
    });
  });

  it('returns everything that the gateway said', () => {
    const body = {
      ...ACCEPTANCE,
      msgId: 'm-1',
      requestTime: '12:00',
      nested: { a: [1, true, null] },
    };
    expect(receiptOf(answer(body))).toEqual({
      account: 'marketing',
      transactionId: '1234567890123456789',
      messageId: 'm-1',
      accepted: RECIPIENTS,
      rejected: [],
      held: [],
      segments: SENT.message.segments,
      raw: body,
    });
  });

  it('has no messageId if the gateway gave none yet', () => {
    expect(receiptOf(answer(ACCEPTANCE))).not.toHaveProperty('messageId');
  });

  it.each([
    ['a text', '"1234567890123456789"', '1234567890123456789'],
    ['a number', '1234567890123456789', '1234567890123456789'],
    ['a very long number', `9${'0'.repeat(39)}7`, `9${'0'.repeat(39)}7`],
    ['a small number', '42', '42'],
    ['the largest exact number', '9007199254740991', '9007199254740991'],
    ['the first inexact number', '9007199254740993', '9007199254740993'],
    ['leading zeros', '"000123"', '000123'],
    ['a word', '" tx-0 "', 'tx-0'],
  ])('keeps every digit of a transactionId that is %s', (_what, json, id) => {
    expect(receiptOf(withId(json)).transactionId).toBe(id);
  });

  it.each([
    'null',
    '""',
    '" "',
    '0',
    '-0',
    '0.0',
    '"0"',
    '"000"',
    '" 0.0 "',
    '"null"',
    '"NULL"',
    '1e400',
    '-1e400',
    '1234567890123456963.0',
    '1.234567890123456963e18',
    '{}',
    '["1"]',
    'true',
  ])(
    'is unclear with the transactionId %s: it names no transaction, or digits are lost',
    (json) => {
      expect(errorOf(withId(json))).toMatchObject({ code: 'answer-unclear', outcome: 'unknown' });
    },
  );

  it.each([
    '"balance":0.12345678901234567890',
    '"balance":-1.2345678901234567890',
    '"balance":1e0000000000000000005',
    '"balance":1E+0000000000000000005',
    '"balance":1234567890123456.5',
    '"at":"12:00:00.1234567890123456789"',
    '"said":"\\"1234567890123456789\\" \\\\"',
    '"nested":[{"id":9999999999999999999}]',
  ])('keeps every digit of a transactionId next to %s', (beside) => {
    const body = `{"status":"success","statusCode":200,${beside},"transactionId":1234567890123456789}`;
    expect(receiptOf(answer(body)).transactionId).toBe('1234567890123456789');
    const other = `{"status":"success","statusCode":200,"transactionId":1234567890123456789,${beside}}`;
    expect(receiptOf(answer(other)).transactionId).toBe('1234567890123456789');
  });
});

describe('an answer whose mobile', () => {
  it.each<[string, unknown]>([
    ['names one of ours', '919876543211'],
    ['names one of ours among others', '447700900123,919876543211'],
    ['names one without its prefix', '9876543210'],
    ['names one with another prefix', '0091-98765 43210'],
    ['names one before other digits', '919876543210 (1)'],
    ['names one before a fraction', '919876543210.0'],
    ['names one in a list', ['447700900123', 919_876_543_210]],
    ['is missing', undefined],
    ['is empty', ''],
    ['holds no number', 'accepted: 2'],
    ['holds a masked number', '9198XXXX3210'],
    ['holds fewer than 8 digits', '1234567, 7654321'],
  ])('%s is ours', (_what, mobile) => {
    expect(receiptOf(answer({ ...ACCEPTANCE, mobile })).accepted).toEqual(RECIPIENTS);
  });

  it.each<[string, object]>([
    ['one other number', { ...ACCEPTANCE, mobile: '447700900123' }],
    ['other numbers, grouped', { ...ACCEPTANCE, mobile: '+44 7700 900123, +44 7700 900124' }],
    ['another one, as a number', { ...ACCEPTANCE, mobile: 447_700_900_123 }],
    ['another one, in a list', { ...ACCEPTANCE, mobile: [['447700900123']] }],
    ['a longer one that begins with ours', { ...ACCEPTANCE, mobile: '9198765432101' }],
    ['a longer one, in a list', { ...ACCEPTANCE, mobile: ['9198765432101'] }],
    ['a longer one, as a number', { ...ACCEPTANCE, mobile: 9_198_765_432_101 }],
    ['another one and has no transactionId', { ...WITHOUT_ID, mobile: '447700900123' }],
    ['another one and rejects', { ...REJECTION, mobile: '447700900123' }],
  ])('names %s belongs to another send, so that nothing is known of ours', (_what, body) => {
    const error = errorOf(answer(body));
    expect(error).toBeInstanceOf(SmsResponseError);
    expect(error).toMatchObject({ code: 'answer-mismatched', outcome: 'unknown' });
  });

  it.each([401, 403, 404, 429, 302, 503])(
    'names another number belongs to another send with HTTP %d, too',
    (status) => {
      const error = errorOf(answer({ ...REJECTION, mobile: '447700900123' }, status));
      expect(error).toMatchObject({ code: 'answer-mismatched', outcome: 'unknown' });
    },
  );
});

// In JSON, because they would not survive being encoded.
const HALF = '\\ud83d';
const NUL = '\\u0000';

/** An answer in which a placeholder is replaced by text that is written as JSON escapes. */
const escaped = (fields: object, odd: string): GatewayAnswer =>
  answer(JSON.stringify(fields).replaceAll('~', odd));

describe.each([
  ['half of a surrogate pair', HALF],
  ['the other half', '\\udc00'],
  ['NUL', NUL],
])('an answer with %s', (_what, odd) => {
  it('is unclear with it in the transactionId, which then proves nothing', () => {
    for (const transactionId of ['12~34', '~1234', '1234~', '~']) {
      const error = errorOf(escaped({ ...ACCEPTANCE, transactionId }, odd));
      expect(error).toMatchObject({ code: 'answer-unclear', outcome: 'unknown' });
      const rejected = errorOf(escaped({ ...REJECTION, transactionId }, odd));
      expect(rejected).toMatchObject({ code: 'answer-unclear', outcome: 'unknown' });
    }
  });

  it('is an acceptance with it in msgId, and the rest of msgId is kept', () => {
    const receipt = receiptOf(escaped({ ...ACCEPTANCE, msgId: 'a~b' }, odd));
    expect(receipt).toMatchObject({
      transactionId: ACCEPTANCE.transactionId,
      messageId: 'a\ufffdb',
    });
  });

  it('is a rejection with it in reason or statusCode, and the rest of the reason is kept', () => {
    const given = { ...REJECTION, statusCode: '2~03', reason: 'Sender ~ is invalid' };
    const error = errorOf(escaped(given, odd));
    expect(error).toMatchObject({ code: 'rejected', outcome: 'not-sent' });
    expect(error).toHaveProperty('reason', 'Sender \ufffd is invalid');
  });

  it('has no code that the character hides', () => {
    const error = errorOf(escaped({ ...ACCEPTANCE, statusCode: '2~00' }, odd));
    expect(error).toMatchObject({ code: 'answer-unclear', outcome: 'unknown' });
  });
});

it('is unclear if its transactionId has bytes that are not UTF-8', () => {
  const body = JSON.stringify({ ...ACCEPTANCE, transactionId: 'ab' });
  const bytes = Buffer.from(body);
  bytes[body.indexOf('"ab"') + 1] = 0xff;
  expect(errorOf(answer(bytes))).toMatchObject({ code: 'answer-unclear', outcome: 'unknown' });
});

it('cuts the reason of a rejection between characters', () => {
  const reason = `${'word - '.repeat(285)}last😀`;
  expect(reason.length).toBe(2001);
  expect(errorOf(answer({ ...REJECTION, reason }))).toMatchObject({
    reason: `${reason.slice(0, 1999)}…`,
  });
});

/** A body with a second `transactionId`. */
const twice = (fields: object, ids: readonly [unknown, unknown]): string =>
  JSON.stringify({ ...fields, transactionId: ids[0], end: 1 }).replace(
    '"end":1',
    `"transactionId" : ${JSON.stringify(ids[1])}`,
  );

describe('an answer with two transactionIds', () => {
  it.each<[string, string, number]>([
    ['an acceptance with two ids', twice(ACCEPTANCE, ['1', '2']), 200],
    ['an acceptance with the same id twice', twice(ACCEPTANCE, ['1', '1']), 200],
    ['an acceptance with an empty id, then another one', twice(ACCEPTANCE, ['', '2']), 200],
    ['a rejection with an id, then an empty one', twice(REJECTION, ['1', '']), 200],
    ['a rejection with an id, then null', twice(REJECTION, ['1', null]), 400],
    ['HTTP 401 with an id, then an empty one', twice(REJECTION, ['1', '']), 401],
    ['HTTP 429 with an id, then an empty one', twice({}, ['1', '']), 429],
  ])('proves nothing: %s', (_what, body, status) => {
    const error = errorOf(answer(body, status));
    expect(error).toMatchObject({ code: 'answer-unclear', outcome: 'unknown' });
  });

  it('names the field that it has twice', () => {
    const error = errorOf(answer(twice(ACCEPTANCE, ['1', '2'])));
    expect(error.message).toContain('two values of transactionId.');
  });

  it.each<[string, unknown]>([
    ['in another object', { transactionId: '7' }],
    ['in a list', [{ transactionId: '7' }, { transactionId: '8' }]],
    ['in a text', '"transactionId": 7, \\"transactionId": {'],
    ['as a text', 'transactionId'],
  ])('has one if the other is %s', (_where, more) => {
    expect(receiptOf(answer({ more, ...ACCEPTANCE, last: more })).accepted).toEqual(RECIPIENTS);
  });
});

describe.each<[string, string, unknown, unknown]>([
  ['status', 'st\\u0061tus', 'error', 'success'],
  ['statusCode', 'status\\u0043ode', '203', '200'],
  ['mobile', '\\u006dobile', '', RECIPIENTS[0]],
  ['invalidMobile', 'invalid\\u004Dobile', RECIPIENTS[0], ''],
  ['transactionId', 'transaction\\u0049d', '', '1'],
])('an answer with two values of %s', (field, spelling, first, last) => {
  const { [field]: _own, ...rest }: Record<string, unknown> = ACCEPTANCE;
  const body = (one: string, other: string, colon: string): string => {
    const [start, end] = [one, other].map((key, index) => {
      const value = index === 0 ? first : last;
      return `"${key}"${colon}${JSON.stringify(value)}`;
    });
    return `{${start},${JSON.stringify(rest).slice(1, -1)},${end}}`;
  };

  it.each([
    ['as they are', field, field],
    ['the first one with an escape', spelling, field],
    ['the last one with an escape', field, spelling],
    ['both with an escape', spelling, spelling],
  ])('proves nothing, %s', (_how, one, other) => {
    for (const [status, colon] of [
      [200, ':'],
      [400, ' : '],
    ] as const) {
      const error = errorOf(answer(body(one, other, colon), status));
      expect(error).toMatchObject({ code: 'answer-unclear', outcome: 'unknown' });
      expect(error.message).toContain(`two values of ${field}.`);
    }
  });

  it('has one if the other is in another object, in a list, or in a text', () => {
    const more = [{ [field]: first }, [{ [field]: first }], field, `"${field}":"\\`];
    for (const other of more) {
      const given = answer({ other, ...ACCEPTANCE, last: other });
      expect(receiptOf(given).accepted).toEqual(RECIPIENTS);
    }
  });
});

describe('an answer with a token', () => {
  it.each<[string, object]>([
    ['', WITHOUT_ID],
    [', even with an empty transactionId', { ...ACCEPTANCE, transactionId: '' }],
    [', even if it also tells the number of the user', { ...WITHOUT_ID, mobile: RECIPIENTS[0] }],
  ])('belongs to a login%s', (_what, body) => {
    const error = errorOf(answer({ ...body, token: 'abc' }));
    expect(error).toMatchObject({ code: 'answer-mismatched', outcome: 'unknown' });
    expect(error.message).not.toContain('abc');
  });

  it.each([
    ['and a transactionId is an acceptance', { ...ACCEPTANCE, token: 'abc' }],
    ['that is empty is an acceptance', { ...ACCEPTANCE, token: '' }],
  ])('%s', (_what, body) => {
    expect(receiptOf(answer(body)).accepted).toEqual(RECIPIENTS);
  });
});

describe('invalidMobile', () => {
  it.each<[string, unknown]>([
    ['is one number', '919876543211'],
    ['has a plus', '+919876543211'],
    ['is a JSON number', 919_876_543_211],
    ['is a list', ['919876543211']],
    ['is an object', { 0: '919876543211' }],
    ['is a list as text', '["919876543211"]'],
    ['has quotes', `'919876543211' , ""`],
    ['is a list as text, with an empty one', '["919876543211",""]'],
    ['has no prefix', '09876543211'],
    ['has another prefix before it', '00919876543211'],
    ['is grouped', '98765 43211'],
    ['has the decimal of a spreadsheet', '919876543211.0'],
    ['has the decimals of a spreadsheet, with a comma', '91 9876543211,00'],
    ['is in a list of decimals', '919876543211.0,'],
    ['is next to a code', '919876543211:203'],
    ['is next to a code in brackets', '919876543211 (216)'],
    ['is next to a reason', '919876543211 - DND code 203'],
    ['is a key', { '919876543211': 'DND, code 203' }],
    ['is in an object with a reason', [{ mobile: '919876543211', reason: 'DND, code 203' }]],
    ['is in a list under a key', { DND: ['919876543211'] }],
    ['is a list in a list', [[['919876543211']]]],
  ])('names a recipient if it %s', (_what, invalidMobile) => {
    expect(receiptOf(invalid(invalidMobile))).toMatchObject({
      accepted: ['919876543210'],
      rejected: ['919876543211'],
      raw: { invalidMobile },
    });
  });

  describe.each<[string, unknown]>([
    ['another number', '447700900123,919876543211'],
    ['another number after a space', '919876543211 447700900123'],
    ['another number in the same entry', { '919876543211': '447700900123' }],
    ['a short number after a space', '919876543211 6543211'],
    ['a number in small groups after a space', '919876543211 447 700 900 123'],
    ['a masked one', '919876543211,91XXXXXX3210'],
    ['a masked one after a space', '919876543211 91XXXXXX3210'],
    ['a masked one on another line', '91XXXXXX3210\r\n919876543211'],
    ['a masked one as a key', { '919876543211': 'DND', '91XXXXXX3210': 'DND' }],
    ['a masked one in a list', ['919876543211', '91XXXXXX3210']],
    ['a masked one in a list under a key', { DND: ['919876543211', '91XXXXXX3210'] }],
    ['a masked one in another object', [{ to: '919876543211' }, { to: '91XXXXXX3210' }]],
    ['a word', ['919876543211', 'others']],
    ['a short number', '919876543211;1'],
    ['a longer number', '919876543211, 9198765432101'],
  ])('that names a recipient and also has %s', (_what, invalidMobile) => {
    it('leaves only the recipients in doubt that are not in mobile', () => {
      const mobile = '919876543210';
      expect(receiptOf(answer({ ...ACCEPTANCE, mobile, invalidMobile }))).toMatchObject({
        accepted: ['919876543210'],
        rejected: ['919876543211'],
      });
    });

    it.each([[''], [undefined], ['2 numbers']])('proves nothing if mobile is %j', (mobile) => {
      const error = errorOf(answer({ ...ACCEPTANCE, mobile, invalidMobile }));
      expect(error).toMatchObject({ code: 'answer-unclear', outcome: 'unknown' });
    });
  });

  it('that names all of our recipients and others rejects all of ours', () => {
    const given = invalid(`${RECIPIENTS.join()},447700900123`);
    expect(errorOf(given)).toMatchObject({ code: 'recipients-rejected', outcome: 'not-sent' });
  });

  it.each<[string, unknown]>([
    ['empty', ''],
    ['missing', undefined],
    ['blank', ' \n'],
    ['NA', 'NA'],
    ['n/a', ' n/a '],
    ['None', 'None'],
    ['nil', 'nil'],
    ['null as text', 'null'],
    ['null', null],
    ['-', '-'],
    ['0', '0'],
    ['0 as a number', 0],
    ['false', false],
    ['an empty list', []],
    ['a list of nothing', ['', 'NA', null]],
    ['an empty list as text', '[]'],
    ['a list of nothing as text', '["", "NA"]'],
    ['an empty object', {}],
  ])('is empty if it is %s, which stays in raw', (_what, invalidMobile) => {
    expect(receiptOf(invalid(invalidMobile))).toMatchObject({
      accepted: RECIPIENTS,
      rejected: [],
      raw: invalidMobile === undefined ? {} : { invalidMobile },
    });
  });

  // A search that tries every blank as the first one takes a minute.
  it('is read at once, however many blanks it has before a word', async () => {
    const invalidMobile = `${' '.repeat(400_000)}x`;
    expect(readSendAnswer(invalid(invalidMobile), SENT)).toBeDefined();
    // Lets the test fail if its time is over.
    await turn();
  }, 10_000);

  describe.each<[string, unknown]>([
    ['a word', 'all'],
    ['true', true],
    ['a masked number', '91XXXXXX3210'],
    ['a number in scientific notation', '9.1987654321E+11'],
    ['a number too large to be exact', 9.1987654321e25],
    ['full-width digits', '９１９８７６５４３２１０'],
    ['Arabic digits', '٩١٩٨٧٦٥٤٣٢١٠'],
    ['a number with another prefix', '449876543211'],
    ['too short an end of one', '6543211'],
    ['a number that we did not send', '447700900123'],
    ['a word in a list', ['NA', 'all']],
    ['a word as a key', { all: null }],
  ])('that has %s, which is none of ours,', (_what, invalidMobile) => {
    it.each<[string, unknown]>([
      ['empty', ''],
      ['missing', undefined],
      ['masked', '9198XXXX3210'],
    ])('leaves the outcome open if mobile is %s', (_where, mobile) => {
      const error = errorOf(answer({ ...ACCEPTANCE, mobile, invalidMobile }));
      expect(error).toMatchObject({ code: 'answer-unclear', outcome: 'unknown' });
    });

    it('rejects nobody if mobile names all of our recipients', () => {
      const mobile = RECIPIENTS.join();
      expect(receiptOf(answer({ ...ACCEPTANCE, mobile, invalidMobile }))).toMatchObject({
        accepted: RECIPIENTS,
        rejected: [],
      });
    });

    it('leaves the outcome open if mobile names only some of our recipients', () => {
      const error = errorOf(answer({ ...ACCEPTANCE, mobile: RECIPIENTS[0], invalidMobile }));
      expect(error).toMatchObject({ code: 'answer-unclear', outcome: 'unknown' });
    });
  });

  it.each<[string, unknown]>([
    ['with commas', '919876543211,919876543210'],
    ['with more separators', ' 919876543210 ;, 919876543211,'],
    ['with spaces', '9876543210  9876543211'],
    ['with slashes', '919876543210/919876543211'],
    ['grouped', '91 98765 43210 91 98765 43211'],
    ['one on each line', '919876543210\r\n\r\n919876543211'],
  ])('that names every recipient %s is a rejection, with the receipt', (_what, invalidMobile) => {
    const error = errorOf(invalid(invalidMobile));
    expect(error).toBeInstanceOf(SmsRejectedError);
    expect(error).toMatchObject({
      code: 'recipients-rejected',
      outcome: 'not-sent',
      retryable: false,
      statusCode: '200',
      reason: 'success',
      raw: { invalidMobile },
      receipt: { transactionId: ACCEPTANCE.transactionId, accepted: [], rejected: RECIPIENTS },
    });
    expect(error.message).toBe(
      'The gateway rejected every recipient as invalid. Nothing was sent.',
    );
  });

  it('is unclear if mobile names one of the same recipients', () => {
    const invalidMobile = RECIPIENTS.join();
    expect(errorOf(answer({ ...ACCEPTANCE, invalidMobile }))).toMatchObject({
      code: 'answer-unclear',
    });
  });

  it('names a recipient to which the gateway added a prefix', () => {
    const recipients = ['9876543210', '9876543211'];
    const given = invalid('00919876543210');
    expect(receiptOf(given, sentTo(recipients))).toMatchObject({
      accepted: ['9876543211'],
      rejected: ['9876543210'],
    });
  });

  it('names a number that a spreadsheet turned into a decimal, and no other number with its digits', () => {
    const [short, long] = ['6281234567890', '62812345678900'];
    for (const number of [`${short}.0`, `+${short}.0`, `${short},0`]) {
      expect(readTo([short, long], { mobile: '', invalidMobile: number })).toMatchObject({
        accepted: [long],
        rejected: [short],
      });
      const others = answer({ ...ACCEPTANCE, mobile: number });
      expect(errorOf(others, sentTo([long]))).toMatchObject({ code: 'answer-mismatched' });
      expect(readTo([short], { mobile: number }).accepted).toEqual([short]);
    }
  });

  it('names none if it could be two', () => {
    const recipients = ['919876543210', '449876543210'];
    const read = (mobile: string) =>
      readSendAnswer(
        answer({ ...ACCEPTANCE, mobile, invalidMobile: '9876543210' }),
        sentTo(recipients),
      );
    expect(read(recipients.join())).toMatchObject({ accepted: recipients, rejected: [] });
    expect(read('919876543210')).toMatchObject({ code: 'answer-unclear', outcome: 'unknown' });
  });

  describe('if a national number has fewer than 8 digits', () => {
    const ICELAND = '3546111234';

    it.each(['6111234', '611 1234', '+354 611 1234', '003546111234', '447700900123,6111234'])(
      'names it by that number, as in %s',
      (invalidMobile) => {
        const recipients = [ICELAND, '919876543210'];
        const mobile = '919876543210';
        expect(readTo(recipients, { mobile, invalidMobile })).toMatchObject({
          accepted: ['919876543210'],
          rejected: [ICELAND],
        });
      },
    );

    it('names it among others that end with the same digits', () => {
      const indian = '919876111234';
      const recipients = [ICELAND, indian];
      for (const invalidMobile of [indian, '+91 987 6111234', '9876111234']) {
        expect(readTo(recipients, { mobile: '', invalidMobile })).toMatchObject({
          accepted: [ICELAND],
        });
      }
      expect(readTo(recipients, { mobile: '', invalidMobile: '6111234' })).toMatchObject({
        accepted: [indian],
      });
    });

    it('recognises an answer of another send whose number ends with the same digits', () => {
      const given = answer({ ...ACCEPTANCE, mobile: '919876111234' });
      expect(errorOf(given, sentTo([ICELAND]))).toMatchObject({ code: 'answer-mismatched' });
      for (const mobile of ['6111234', '+354 611 1234', '00354-6111234']) {
        expect(readTo([ICELAND], { mobile }).accepted).toEqual([ICELAND]);
      }
    });

    it('is a rejection if it is the only one', () => {
      const given = answer({ ...ACCEPTANCE, mobile: '', invalidMobile: '6111234' });
      expect(errorOf(given, sentTo([ICELAND]))).toMatchObject({
        code: 'recipients-rejected',
        outcome: 'not-sent',
      });
    });
  });

  it('names the one that it has in full', () => {
    const recipients = ['919876543210', '449876543210'];
    expect(receiptOf(invalid('+44 9876543210'), sentTo(recipients))).toMatchObject({
      accepted: ['919876543210'],
      rejected: ['449876543210'],
    });
  });

  it('names every recipient of a large send without its prefix', () => {
    const recipients = Array.from({ length: 30_000 }, (_, index) => `91${9_000_000_000 + index}`);
    const last = '447700900123';
    const given = invalid(recipients.map((recipient) => recipient.slice(2)));
    const receipt = receiptOf(given, sentTo([...recipients, last]));
    expect(receipt.accepted).toEqual([last]);
    expect(receipt.rejected).toEqual(recipients);
  });

  // Work that grows with the square of the length would not end within the runner's limit.
  it.each([
    ['spaces', `1${' '.repeat(200_000)}1`],
    ['zeros', '0 '.repeat(100_000)],
    ['zeros before a recipient', `${'0 '.repeat(100_000)}919876543211`],
    ['digits', '9'.repeat(200_000)],
    ['short numbers', '98765,'.repeat(30_000)],
    ['a recipient', '919876543211,'.repeat(16_000)],
    ['commas', ','.repeat(200_000)],
  ])('can be 200 KB of %s', (_what, invalidMobile) => {
    const mobile = RECIPIENTS.join();
    expect(receiptOf(answer({ ...ACCEPTANCE, mobile, invalidMobile })).accepted).toContain(
      '919876543210',
    );
    readSendAnswer(answer({ ...ACCEPTANCE, mobile: `x${invalidMobile}` }), SENT);
  });

  it('can be an array of any depth', () => {
    const deep = `${'['.repeat(5000)}"919876543211"${']'.repeat(5000)}`;
    const body = `{"status":"success","statusCode":"200","transactionId":"1","invalidMobile":${deep}}`;
    expect(receiptOf(answer(body))).toMatchObject({ rejected: ['919876543211'] });
  });
});

describe('a rejection', () => {
  it.each<[string, GatewayAnswer]>([
    [
      'with the fields of a success, empty',
      answer({ ...REJECTION, mobile: '', invalidMobile: '', transactionId: '', msgId: '' }),
    ],
    ['with HTTP 200', answer(REJECTION)],
    ['with HTTP 202', answer(REJECTION, 202)],
    ['with HTTP 400', answer(REJECTION, 400)],
    ['with HTTP 422', answer(REJECTION, 422)],
    ['with HTTP 400 and any word', answer({ ...REJECTION, status: 'bad_request' }, 400)],
    ['as text/html', answer(REJECTION, 200, { 'content-type': 'text/html' })],
    ['after a byte order mark', answer(`\ufeff${JSON.stringify(REJECTION)}`)],
    ['with a number for its code', answer({ ...REJECTION, statusCode: 203 })],
    ['with a blank transactionId', answer({ ...REJECTION, transactionId: ' ' })],
    ['with the transactionId null', answer({ ...REJECTION, transactionId: null })],
    ['with the transactionId 0', answer({ ...REJECTION, transactionId: '0' })],
    ['whose reason says success', answer({ ...REJECTION, reason: 'success' })],
    ['that names our number', answer({ ...REJECTION, mobile: '9876543210' })],
    ...FAILURE_WORDS.map((word): [string, GatewayAnswer] => [
      `with the word ${word}`,
      answer({ ...REJECTION, status: ` ${word.toUpperCase()} ` }),
    ]),
  ])('is a rejection, %s', (_what, given) => {
    const error = errorOf(given);
    expect(error).toBeInstanceOf(SmsRejectedError);
    expect(error).toMatchObject({ code: 'rejected', outcome: 'not-sent', statusCode: '203' });
    expect(error.retryable).toBe(false);
  });

  it('has the reason, and every field as it came', () => {
    const body = { ...REJECTION, hint: 'register it', mobile: '919876543210' };
    const error = errorOf(answer(body));
    expect(error).toMatchObject({ statusCode: '203', reason: 'Sender id is invalid', raw: body });
    expect(error.message).toBe(
      'The gateway rejected the message (203: Sender id is invalid). Nothing was sent.',
    );
    expect(error).toHaveProperty('receipt', undefined);
  });

  it('needs no code', () => {
    expect(errorOf(answer({ status: 'error' }))).toMatchObject({
      code: 'rejected',
      statusCode: '',
      message: expect.stringContaining('(no reason given)'),
    });
  });

  it('is recognised by the words of the option failureWords, and no others', () => {
    const rules = { ...SENT.rules, failureWords: new Set(['nicht gesendet']) };
    const sent = { ...SENT, rules };
    const own = answer({ ...REJECTION, status: 'Nicht gesendet' });
    expect(errorOf(own, sent)).toBeInstanceOf(SmsRejectedError);
    expect(errorOf(answer(REJECTION), sent)).toBeInstanceOf(SmsResponseError);
    expect(errorOf(answer(REJECTION, 400), sent)).toBeInstanceOf(SmsRejectedError);
  });

  it.each([
    ['a line break', 'bad\r\n[Nest] 1 ERROR all is lost', 'bad  [Nest] 1 ERROR all is lost'],
    ['a secret', 'hunter2 is wrong', '•••••• is wrong'],
    ['our number', 'no route to +919876543210', 'no route to +••••••'],
  ])('says %s in no field and not in its message', (_what, reason, shown) => {
    const error = errorOf(answer({ ...REJECTION, statusCode: `1\n${reason}`, reason }));
    expect(error).toMatchObject({ reason: shown, statusCode: `1 ${shown}` });
    expect(error.message).toContain(`(1 ${shown}: ${shown})`);
    expect(/[\p{Cc}\p{Zl}\p{Zp}]/u.test(error.message)).toBe(false);
  });
});

describe('refused credentials', () => {
  it.each<[string, GatewayAnswer, string]>([
    ['HTTP 401', answer('', 401), '(HTTP 401)'],
    ['HTTP 403 with a page', answer('<html>', 403), '(HTTP 403)'],
    ['HTTP 403 that says success', answer(WITHOUT_ID, 403), '(HTTP 403: 200: success)'],
    ['HTTP 401 with a reason', answer({ reason: 'Key expired' }, 401), '(HTTP 401: Key expired)'],
    ['code 216', answer({ ...REJECTION, statusCode: '216' }), '(216: Sender id is invalid)'],
    ['code 401', answer({ ...REJECTION, statusCode: 401 }), '(401: Sender id is invalid)'],
    [
      'code 403 with spaces',
      answer({ ...REJECTION, statusCode: ' 403 ' }),
      '(403: Sender id is invalid)',
    ],
    ['code 216 in HTTP 400', answer({ ...REJECTION, statusCode: '216' }, 400), '(216: Sender'],
  ])('are told apart from a rejection: %s', (_what, given, told) => {
    const error = errorOf(given);
    expect(error).toBeInstanceOf(SmsAuthenticationError);
    expect(error).toMatchObject({ code: 'credentials-refused', outcome: 'not-sent' });
    expect(error.message).toContain(`refused the credentials ${told}`);
  });

  it('carry the code and the reason of the gateway, masked', () => {
    const reason = 'User hunter2\nis blocked';
    expect(errorOf(answer({ ...REJECTION, statusCode: '216', reason }))).toMatchObject({
      statusCode: '216',
      reason: 'User •••••• is blocked',
    });
    expect(errorOf(answer('', 401))).not.toHaveProperty('reason');
  });

  it('name refusedCodes if the code may mean something else', () => {
    expect(errorOf(answer({ ...REJECTION, statusCode: '216' })).message).toContain(
      'auth.refusedCodes',
    );
    expect(errorOf(answer('', 401)).message).not.toContain('refusedCodes');
  });

  it.each([
    [{ userid: 'u', password: 'p%40ss' }, true],
    [{ userid: 'u', password: 'p@ss' }, true],
    [{ userid: 'u', password: 'Pass-word_1' }, false],
    [{ userid: 'u@x' }, false],
    [{}, false],
  ])('name passwordEncoding where the password has special characters: %j', (fields, isTold) => {
    for (const given of [answer('', 401), answer({ ...REJECTION, statusCode: '216' })]) {
      const request = { ...SENT.request, credentials: { fields } };
      const error = errorOf(given, { ...SENT, request });
      expect(error.message.includes('auth.passwordEncoding')).toBe(isTold);
    }
  });
});

describe('an answer that proves neither', () => {
  it.each<[string, GatewayAnswer]>([
    ['nothing', answer('')],
    ['a page', answer('<html>It works</html>')],
    ['the word success', answer('success')],
    ['a text as JSON', answer('"success"')],
    ['a list', answer([ACCEPTANCE])],
    ['null', answer('null')],
    ['a number', answer('200')],
    ['an empty object', answer({})],
    ['a cut acceptance', answer(JSON.stringify(ACCEPTANCE).slice(0, -1))],
    ['two in one', answer(JSON.stringify(ACCEPTANCE) + JSON.stringify(ACCEPTANCE))],
    ['UTF-16', answer(Buffer.from(JSON.stringify(ACCEPTANCE), 'utf16le'))],
    ['success without a transactionId', answer(WITHOUT_ID)],
    ['success with another code', answer({ ...ACCEPTANCE, statusCode: '500' })],
    ['success without a code', answer({ ...ACCEPTANCE, statusCode: undefined })],
    ['an error with code 200', answer({ ...REJECTION, statusCode: '200' })],
    ['a code alone', answer({ statusCode: '203', reason: 'error' })],
    ['a status that is no text', answer({ ...REJECTION, status: false })],
    ['an empty status', answer({ ...REJECTION, status: '' })],
    ['a code that is a list', answer({ ...REJECTION, statusCode: ['203'] })],
    ['a code that is a fraction', answer({ ...REJECTION, statusCode: 203.5 })],
    ['success with HTTP 400', answer(ACCEPTANCE, 400)],
    ['a word that is not a failure', answer({ ...REJECTION, status: 'queued' })],
    ['queued, in a 202', answer({ status: 'queued', statusCode: '202', transactionId: '1' }, 202)],
    ['an error with a transactionId', answer({ ...REJECTION, transactionId: '1' })],
    ['an error with a transactionId in HTTP 400', answer({ ...REJECTION, transactionId: 7 }, 400)],
    ['an error with an odd transactionId', answer({ ...REJECTION, transactionId: {} })],
    [
      'an error with code 504',
      answer({ ...REJECTION, statusCode: '504', reason: 'upstream timed out' }),
    ],
    ['an error with code 500 in HTTP 400', answer({ ...REJECTION, statusCode: 500 }, 400)],
    ['an error with code 200 in HTTP 400', answer({ ...REJECTION, statusCode: 200 }, 400)],
    ['an error with HTTP 408', answer(REJECTION, 408)],
    ['an error with HTTP 499', answer(REJECTION, 499)],
    ['a page with HTTP 408', answer('<html>', 408)],
    ['HTTP 401 with a transactionId', answer({ transactionId: '1' }, 401)],
    ['HTTP 403 with a whole acceptance', answer(ACCEPTANCE, 403)],
    ['HTTP 429 with a whole acceptance', answer(ACCEPTANCE, 429)],
    ['HTTP 429 with a transactionId', answer({ ...REJECTION, transactionId: 12 }, 429)],
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
    for (const body of [status === 429 ? WITHOUT_ID : ACCEPTANCE, REJECTION, '<html>', '']) {
      const error = errorOf(answer(body, status, { 'retry-after': '7' }));
      expect(error).toBeInstanceOf(SmsTransportError);
      expect(error).toMatchObject(expected);
    }
  });

  it.each(['171', 171, ' 171 '])(
    'says what to do if the text does not fit its type: %j',
    (statusCode) => {
      const given = answer({
        status: 'error',
        statusCode,
        reason: 'Msg Text and MsgType Mismatch',
      });
      const errorFor = (type: string) =>
        readSendAnswer(given, { ...SENT, message: { ...SENT.message, values: { type } } });
      expect(errorFor('text')).toBeInstanceOf(SmsRejectedError);
      expect(errorFor('text')).toMatchObject({
        message: expect.stringMatching(/Mismatch\)\. Nothing was sent\. .*type: 'unicode'\.$/),
      });
      expect(errorFor('unicode')).toMatchObject({
        message: expect.not.stringContaining('unicode'),
      });
    },
  );

  it('names baseUrl for HTTP 404, whatever the body says', () => {
    for (const body of ['<html>', '', REJECTION, { ...REJECTION, transactionId: 1 }]) {
      expect(errorOf(answer(body, 404)).message).toContain('baseUrl');
    }
    for (const given of [answer('<html>'), answer(REJECTION, 400)]) {
      expect(errorOf(given).message).not.toContain('baseUrl');
    }
  });

  it('never crashes the reader, and never yields a receipt without proof', () => {
    const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
    const texts = fc.string({ unit: anyCharacter }).map((text) => Buffer.from(text));
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
        const given = new GatewayAnswer(httpStatus, {}, body);
        const receipt = readSendAnswer(given, SENT);
        if (receipt instanceof SmsGatewayError) return;
        const said = JSON.parse(body.toString('utf8').replace(/^\ufeff/, '')) as typeof ACCEPTANCE;
        expect(httpStatus).toBeLessThan(300);
        expect(said.status.trim().toLowerCase()).toBe('success');
        expect(String(said.statusCode).trim()).toBe('200');
        expect(receipt.transactionId).not.toBe('');
      }),
      { numRuns: 2000 },
    );
  });
});
