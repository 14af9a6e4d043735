import { inspect } from 'node:util';
import {
  SmsAuthenticationError,
  SmsConfigurationError,
  SmsGatewayError,
  SmsMessageError,
  SmsRejectedError,
  SmsResponseError,
  SmsTransportError,
  setAccount,
} from '../../lib/core/errors/index.js';
import type { SmsReceipt } from '../../lib/core/message/sms-message.js';

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
    new SmsAuthenticationError('login-refused', 'Refused.', {
      retryAfter: 900,
      statusCode: '216',
      reason: 'blocked',
    }),
    {
      code: 'login-refused',
      outcome: 'not-sent',
      retryable: false,
      retryAfter: 900,
      statusCode: '216',
      reason: 'blocked',
    },
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

describe.each(EACH)('%s', (name, error, ownFields) => {
  const fields = { ...ownFields, account: 'default' };

  it('is an Error and an SmsGatewayError, and has its own name', () => {
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

  it('can be distinguished from all other errors of the package', () => {
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

  it('becomes JSON with its name, message and fields, but no stack', () => {
    const json: unknown = JSON.parse(JSON.stringify(error));
    expect(json).toEqual({ name, message: error.message, ...fields });
  });

  it('shows no brand when it is printed', () => {
    expect(inspect(error)).not.toContain('Symbol(');
  });
});

describe('the account of an error', () => {
  it('is the default one, until it is set', () => {
    const given = new SmsTransportError('closed', 'x', { outcome: 'not-sent' });
    expect(given.account).toBe('default');
    setAccount(given, 'marketing');
    expect(given.account).toBe('marketing');
    expect(JSON.parse(JSON.stringify(given))).toMatchObject({ account: 'marketing' });
    expect(inspect(given)).toContain("account: 'marketing'");
  });

  it('cannot be set on a frozen error, which is silently ignored', () => {
    const frozen = Object.freeze(new SmsTransportError('closed', 'x', { outcome: 'not-sent' }));
    setAccount(frozen, 'marketing');
    expect(frozen.account).toBe('default');
  });
});

describe('an error whose outcome is unknown', () => {
  it('is never retryable', () => {
    const details = { outcome: 'unknown', retryable: true } as const;
    expect(new SmsTransportError('timeout', 'Late.', details).retryable).toBe(false);
  });
});

describe('an SmsMessageError', () => {
  it('says only that an argument is invalid, because the message may have been sent long ago', () => {
    const error = new SmsMessageError([{ path: 'id', message: 'is unknown' }], 'argument-invalid');
    expect(error.message).toBe('Invalid argument: id: is unknown');
    expect(error).toMatchObject({ code: 'argument-invalid', outcome: 'not-sent' });
  });

  it('names every issue in its message', () => {
    const error = new SmsMessageError([
      { path: 'to[1]', message: 'is a number' },
      { path: 'text', message: 'is empty' },
    ]);
    expect(error.message).toContain('to[1]: is a number; text: is empty');
  });
});

describe('an SmsRejectedError', () => {
  const raw = { status: 'error', said: 'canary' };
  const receipt: SmsReceipt = {
    account: 'default',
    transactionId: 'canary',
    accepted: [],
    rejected: ['919876543210'],
    held: [],
    segments: { encoding: 'GSM-7', count: 1, units: 2, perSegment: 160, nonGsm: [] },
    raw,
  };
  const error = new SmsRejectedError({ statusCode: '203', reason: 'no', raw, receipt });

  it('says so if the gateway gave no reason', () => {
    const silent = new SmsRejectedError({ statusCode: '', reason: '', raw: {} });
    expect(silent.message).toContain('no reason given');
  });

  it('has the answer and the receipt, as they came, for code that reads them', () => {
    expect(error.raw).toBe(raw);
    expect(error.receipt satisfies SmsReceipt | undefined).toBe(receipt);
  });

  it('has no receipt if there is none', () => {
    const rejected = new SmsRejectedError({ statusCode: '203', reason: 'no', raw });
    expect(rejected.receipt).toBeUndefined();
  });

  it.each<[string, () => unknown]>([
    ['inspect', () => inspect(error, { depth: null })],
    ['inspect with hidden fields', () => inspect(error, { showHidden: true, depth: null })],
    [
      'inspect with hidden fields and getters',
      () => inspect(error, { showHidden: true, getters: true, depth: null }),
    ],
    [
      'inspect of what holds it',
      () => inspect({ cause: [error] }, { showHidden: true, getters: true, depth: null }),
    ],
    ['inspect as the cause', () => inspect(new Error('x', { cause: error }), { getters: true })],
    ['JSON', () => JSON.stringify({ error })],
    ['its own properties', () => Object.getOwnPropertyDescriptors(error)],
    ['a spread', () => ({ ...error })],
    ['Object.assign', () => Object.assign({}, error)],
    ['a copy', () => structuredClone(error)],
    ['a copy of its JSON', () => structuredClone(error.toJSON())],
    ['text', () => `${String(error)} ${error.stack}`],
    ['for…in', () => Array.from(keysIn(error), (key) => Reflect.get(error, key))],
  ])('shows neither by itself: %s', (_how, show) => {
    expect(inspect(show(), { showHidden: true, depth: null })).not.toMatch(/canary|919876543210/);
  });

  it('is printed as errors are, with its stack and fields, however deep it is', () => {
    expect(inspect(error)).toContain('errors.spec');
    expect(inspect(error)).toContain("statusCode: '203'");
    expect(inspect({ a: { b: { c: { error } } } }, { depth: 0 })).not.toContain('203');
    expect(inspect({ error }, { colors: true })).toContain('\u001b[');
  });
});

/** What loggers see that walk an object by `for…in`. */
function* keysIn(value: object): Generator<string> {
  for (const key in value) yield key;
}
