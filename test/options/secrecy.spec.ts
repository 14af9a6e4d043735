import { leaksOf } from '../support/leaks.js';
import { configurationErrorOf, GOOD } from './build.js';

const CANARY = 'p@ss "w&rd"/ß-Canary✓';
const SECRETS = [CANARY];

// A secret in values of every wrong type, as happens if a variable holds something else.
const KINDS: readonly (readonly [string, unknown])[] = [
  ['a text', CANARY],
  ['a list', [CANARY]],
  ['an object', { value: CANARY, nested: { value: CANARY } }],
  ['a function', Object.assign(() => CANARY, { value: CANARY })],
  ['a symbol', Symbol(CANARY)],
  ['a buffer', Buffer.from(CANARY)],
  ['a map', new Map([[CANARY, CANARY]])],
  ['an error', new Error(CANARY)],
];

const at = (path: string, value: unknown): object => {
  const [first = '', ...rest] = path.split('.');
  return { [first]: rest.length === 0 ? value : at(rest.join('.'), value) };
};

const PATHS = [
  'baseUrl',
  'allowInsecure',
  'defaultCountry',
  'numbers',
  'http',
  'dispatcher',
  'maxConnections',
  'maxAnswerBytes',
  'drain',
  'maxConcurrency',
  'timeout',
  'timeout.total',
  'retry',
  'retry.attempts',
  'breaker',
  'rateLimit',
  'rateLimit.perMs',
  'defaults',
  'defaults.duplicateCheck',
  'defaults.fields',
  'typo',
  'timeout.typo',
  'auth',
  'auth.method',
];

const TOKEN = { method: 'token', userId: CANARY, password: CANARY };
const AUTHS = [
  { ...TOKEN, timeZone: CANARY },
  { ...TOKEN, scheme: CANARY },
  { ...TOKEN, store: CANARY },
  { ...TOKEN, cooldown: CANARY },
  { ...TOKEN, refusedCodes: [CANARY, { CANARY }] },
  { ...TOKEN, refusedCodes: CANARY },
  { ...TOKEN, apiKey: CANARY },
  { ...TOKEN, userId: `${CANARY}:` },
  { ...TOKEN, password: [CANARY] },
  { ...TOKEN, password: `${CANARY}\ud800` },
  { ...TOKEN, method: CANARY },
  { method: 'password', userId: { CANARY }, password: CANARY, passwordEncoding: CANARY },
  { method: 'apiKey', userId: CANARY, apiKey: `${CANARY}\n` },
  { method: 'apiKey', userId: CANARY, apiKey: CANARY, header: CANARY },
];

describe('an error about options shows no value', () => {
  it.each(PATHS.flatMap((path) => KINDS.map(([kind, value]) => [path, kind, value] as const)))(
    'of %s if it is %s',
    async (path, _kind, value) => {
      // A second mistake, in case the value itself is valid.
      const options = { ...GOOD, ...at(path, value), maxConnections: -1 };
      const error = await configurationErrorOf(options);
      expect(leaksOf(error, SECRETS)).toEqual([]);
    },
  );

  it.each(AUTHS.map((auth) => [auth]))('of auth, case %#', async (auth) => {
    const error = await configurationErrorOf({ ...GOOD, auth, maxConnections: -1 });
    expect(leaksOf(error, SECRETS)).toEqual([]);
  });

  it.each([
    `https://user:${encodeURIComponent(CANARY)}@sms.example.com`,
    `https://sms.example.com/?password=${encodeURIComponent(CANARY)}`,
    `https://sms.example.com/#${encodeURIComponent(CANARY)}`,
    `http://sms.example.com/${encodeURIComponent(CANARY)}`,
    CANARY,
  ])('of baseUrl %#', async (baseUrl) => {
    const error = await configurationErrorOf({ ...GOOD, baseUrl });
    expect(leaksOf(error, SECRETS)).toEqual([]);
  });

  it('and no key that may be a secret', async () => {
    const wrong = { [CANARY]: 1, defaults: { fields: { [`${CANARY}\n`]: CANARY } } };
    const error = await configurationErrorOf({ ...GOOD, ...wrong });
    expect(leaksOf(error, SECRETS)).toEqual([]);
  });

  it.each([undefined, null, CANARY, [CANARY], 42])(
    'of the options if they are %p',
    async (value) => {
      const { SmsGatewayModule } = await import('../../lib/index.js');
      const { Test } = await import('@nestjs/testing');
      const building = Test.createTestingModule({
        imports: [SmsGatewayModule.forRootAsync({ useFactory: () => value as never })],
      }).compile();
      const error: unknown = await building.catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: 'SmsConfigurationError' });
      expect(leaksOf(error, SECRETS)).toEqual([]);
    },
  );
});
