import { Test } from '@nestjs/testing';
import { SmsGatewayModule } from '../../lib/index.js';
import { configurationErrorOf, GOOD } from '../options/build.js';
import { leaksOf } from '../support/leaks.js';
import { PASSWORD, TOKEN_AUTH } from './canaries.js';

// A secret in values of every wrong type, as happens if a variable holds something else.
const KINDS: readonly (readonly [string, unknown])[] = [
  ['a text', PASSWORD],
  ['a list', [PASSWORD]],
  ['an object', { value: PASSWORD, nested: { value: PASSWORD } }],
  ['a function', Object.assign(() => PASSWORD, { value: PASSWORD })],
  ['a symbol', Symbol(PASSWORD)],
  ['a buffer', Buffer.from(PASSWORD)],
  ['a map', new Map([[PASSWORD, PASSWORD]])],
  ['an error', new Error(PASSWORD)],
];

const NAMES = `baseUrl allowInsecure defaultCountry numbers http dispatcher drain maxConnections
  maxAnswerBytes maxConcurrency timeout retry breaker rateLimit defaults auth typo`.split(/\s+/);

/** Options with this value, each in another place. */
const placesOf = (value: unknown): object[] => [
  ...NAMES.map((name) => ({ [name]: value })),
  { timeout: { total: value } },
  { timeout: { typo: value } },
  { retry: { attempts: value } },
  { rateLimit: { perMs: value } },
  { defaults: { duplicateCheck: value } },
  { defaults: { fields: value } },
  { auth: { method: value } },
];

const AUTHS: object[] = [
  ...'timeZone scheme store cooldown refusedCodes apiKey method'
    .split(' ')
    .map((name) => ({ ...TOKEN_AUTH, [name]: PASSWORD })),
  { ...TOKEN_AUTH, refusedCodes: [PASSWORD, { PASSWORD }] },
  { ...TOKEN_AUTH, userId: `${PASSWORD}:` },
  { ...TOKEN_AUTH, password: [PASSWORD] },
  { ...TOKEN_AUTH, password: `${PASSWORD}\ud800` },
  { method: 'password', userId: { PASSWORD }, password: PASSWORD, passwordEncoding: PASSWORD },
  { method: 'apiKey', userId: PASSWORD, apiKey: `${PASSWORD}\n` },
  { method: 'apiKey', userId: PASSWORD, apiKey: PASSWORD, header: PASSWORD },
];

const encoded = encodeURIComponent(PASSWORD);
const URLS = [
  `https://user:${encoded}@sms.example.com`,
  `https://sms.example.com/?password=${encoded}`,
  `https://sms.example.com/#${encoded}`,
  `http://sms.example.com/${encoded}`,
];

const KEYS: object[] = [
  { [PASSWORD]: 1 },
  { defaults: { fields: { [`${PASSWORD}\n`]: PASSWORD } } },
];

describe('an error about options shows no value', () => {
  it.each<[string, object[]]>([
    ...KINDS.map(([kind, value]): [string, object[]] => [`that is ${kind}`, placesOf(value)]),
    ['of auth', AUTHS.map((auth) => ({ auth }))],
    ['of baseUrl', URLS.map((baseUrl) => ({ baseUrl }))],
    ['and no key that may be a secret', KEYS],
  ])('%s', async (_what, wrong) => {
    for (const options of wrong) {
      // A second mistake, in case the value itself is valid.
      const error = await configurationErrorOf({ ...GOOD, ...options, oops: 1 });
      expect([options, leaksOf(error, [PASSWORD])]).toEqual([options, []]);
    }
  });

  it.each([undefined, null, PASSWORD, [PASSWORD], 42])('if they are %p', async (value) => {
    const building = Test.createTestingModule({
      imports: [SmsGatewayModule.forRootAsync({ useFactory: () => value as never })],
    }).compile();
    const error: unknown = await building.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'SmsConfigurationError' });
    expect(leaksOf(error, [PASSWORD])).toEqual([]);
  });
});
