import { inspect } from 'node:util';
import {
  SmsAuthenticationError,
  SmsConfigurationError,
  SmsGatewayError,
  SmsMessageError,
  SmsRejectedError,
  SmsResponseError,
  SmsTransportError,
} from '../../lib/errors/index.js';

const EACH: readonly [string, SmsGatewayError, object][] = [
  [
    'SmsConfigurationError',
    new SmsConfigurationError('baseUrl is missing.'),
    { code: 'configuration', outcome: 'not-sent', retryable: false },
  ],
  [
    'SmsMessageError',
    new SmsMessageError([{ path: 'to[1]', message: 'is a number' }]),
    {
      code: 'message-invalid',
      outcome: 'not-sent',
      retryable: false,
      issues: [{ path: 'to[1]', message: 'is a number' }],
    },
  ],
  [
    'SmsAuthenticationError',
    new SmsAuthenticationError('login-refused', 'Refused.', { retryAfter: 900 }),
    { code: 'login-refused', outcome: 'not-sent', retryable: false, retryAfter: 900 },
  ],
  [
    'SmsRejectedError',
    new SmsRejectedError({ statusCode: '203', reason: 'no', raw: { status: 'error' } }),
    {
      code: 'rejected',
      outcome: 'not-sent',
      retryable: false,
      statusCode: '203',
      reason: 'no',
      raw: { status: 'error' },
    },
  ],
  [
    'SmsTransportError',
    new SmsTransportError('throttled', 'Slow down.', { outcome: 'not-sent', retryAfter: 0 }),
    { code: 'throttled', outcome: 'not-sent', retryable: true, retryAfter: 0 },
  ],
  [
    'SmsResponseError',
    new SmsResponseError('answer-unclear', 'Unclear.', { httpStatus: 200 }),
    { code: 'answer-unclear', outcome: 'unknown', retryable: false, httpStatus: 200 },
  ],
];

describe.each(EACH)('%s', (name, error, fields) => {
  it('is an Error and a SmsGatewayError, by its own name', () => {
    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(SmsGatewayError);
    expect(error.name).toBe(name);
    expect(String(error)).toBe(`${name}: ${error.message}`);
    expect(error.stack).toContain(error.message);
  });

  it('has its fields enumerable, and nothing else', () => {
    expect({ ...error }).toEqual(fields);
    expect(Object.keys(error).toSorted()).toEqual(Object.keys(fields).toSorted());
    expect(Object.getOwnPropertySymbols(error)).toEqual([]);
  });

  it('is told apart from all other errors of the package', () => {
    const classes = [
      SmsConfigurationError,
      SmsMessageError,
      SmsAuthenticationError,
      SmsRejectedError,
      SmsTransportError,
      SmsResponseError,
    ];
    expect(classes.filter((each) => error instanceof each).map((each) => each.name)).toEqual([
      name,
    ]);
  });

  it('becomes JSON with its name, text and fields, and no stack', () => {
    const json: unknown = JSON.parse(JSON.stringify(error));
    expect(json).toEqual({ name, message: error.message, ...fields });
  });

  it('shows no brand where it is printed', () => {
    expect(inspect(error)).not.toContain('Symbol(');
  });
});

describe('an error whose outcome is unknown', () => {
  it('is never retryable', () => {
    const details = { outcome: 'unknown', retryable: true } as const;
    expect(new SmsTransportError('timeout', 'Late.', details).retryable).toBe(false);
  });
});

describe('a SmsMessageError', () => {
  it('names every issue in its text', () => {
    const error = new SmsMessageError([
      { path: 'to[1]', message: 'is a number' },
      { path: 'text', message: 'is empty' },
    ]);
    expect(error.message).toContain('to[1]: is a number; text: is empty');
  });
});

describe('a SmsRejectedError', () => {
  it('says so where the gateway gave no reason', () => {
    const error = new SmsRejectedError({ statusCode: '', reason: '', raw: {} });
    expect(error.message).toContain('no reason given');
  });
});
