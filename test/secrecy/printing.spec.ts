import { Console } from 'node:console';
import { PassThrough } from 'node:stream';
import { inspect } from 'node:util';
import { Test } from '@nestjs/testing';
import {
  getSmsServiceToken,
  SmsAuthProvider,
  SmsFailoverModule,
  SmsGatewayFactory,
  SmsGatewayModule,
  SmsService,
} from '../../lib/index.js';
import { memoryOtpStore, SmsOtp, SmsOtpModule } from '../../lib/extras/otp/index.js';
import { SmsQueue, SmsQueueModule } from '../../lib/extras/queue/index.js';
import { SmsReports, SmsReportsModule } from '../../lib/extras/reports/index.js';
import { SmsTestingService } from '../../lib/extras/testing/index.js';
import { SILENT } from '../support/keep-log.js';
import { formsOf, leaksOf } from '../support/leaks.js';
import { ScriptedGateway, token } from '../support/scripted-gateway.js';
import { AUTH, MESSAGE, SECRETS, TOKEN, PASSWORD, TOKEN_AUTH } from './canaries.js';
import { configurationErrorOf, GOOD } from '../options/build.js';

const KEY = '5e'.repeat(32);
const PATH_SECRET = '5f0c1f6a9b2e47d8';
const HEADER_SECRET = 'canary-of-a-header';
const STORE_SECRET = 'canary-of-a-store';
const HIDDEN = [...SECRETS, KEY, PATH_SECRET, HEADER_SECRET, STORE_SECRET].flatMap(formsOf);

function logged(value: unknown): string {
  const stream = new PassThrough();
  new Console(stream).log(value);
  return String(stream.read());
}

const WAYS: [string, (value: unknown) => string][] = [
  ['inspect', inspect],
  ['inspect at any depth', (value) => inspect(value, { depth: Infinity, showHidden: true })],
  ['inspect with what holds it', (value) => inspect({ of: { value } }, { depth: Infinity })],
  ['JSON.stringify', (value) => JSON.stringify({ value })],
  ['console.log', logged],
];

/** Everything that an app can inject or create, after a send. */
async function open(auth: (typeof AUTH)[keyof typeof AUTH]): Promise<Record<string, unknown>> {
  const { url: baseUrl } = await ScriptedGateway.listen({ login: () => token(TOKEN) });
  const options = { baseUrl, auth, drain: 0 };
  // Not initialised: the queue would connect.
  const module = await Test.createTestingModule({
    imports: [
      SmsGatewayModule.forRoot(options),
      SmsGatewayModule.forRoot({ ...options, name: 'backup' }),
      SmsFailoverModule.forRoot({ name: 'both', accounts: ['default', 'backup'] }),
      SmsOtpModule.forRoot({ keys: [KEY], store: memoryOtpStore() }),
      SmsQueueModule.forRoot({
        connection: `redis://:${STORE_SECRET}@127.0.0.1:9`,
        encryptionKeys: [KEY],
      }),
      SmsReportsModule.forRoot({
        path: `reports/${PATH_SECRET}`,
        header: { name: 'x-secret', value: HEADER_SECRET },
      }),
    ],
  })
    .setLogger(SILENT)
    .compile();
  const factory = module.get(SmsGatewayFactory, { strict: false });
  const created = factory.create({ ...options, name: 'tenant' });
  const services = [module.get(SmsService), created];
  await Promise.all(services.map((sms) => sms.send(MESSAGE)));
  await created.close();
  return {
    account: services[0],
    failover: module.get(getSmsServiceToken('both')),
    'created account': created,
    factory,
    strategy: module.get(SmsAuthProvider, { strict: false }),
    otp: module.get(SmsOtp),
    queue: module.get(SmsQueue),
    reports: module.get(SmsReports),
    testing: new SmsTestingService(),
  };
}

// What an app's own strategy shows of itself is up to the app.
const { own: _own, ...METHODS } = AUTH;

describe.each(Object.entries(METHODS))('with the method %s', (_method, auth) => {
  it.each(WAYS)('%s shows no secret of anything that an app can inject', async (_way, print) => {
    for (const [name, value] of Object.entries(await open(auth))) {
      const text = print(value);
      expect([name, HIDDEN.filter((secret) => text.includes(secret))]).toEqual([name, []]);
    }
  });
});

it('accounts and what belongs to them are printed with their name', async () => {
  const { account, failover, otp, queue, reports } = await open(AUTH.password);
  expect([account, failover, otp, queue, reports].map((each) => inspect(each))).toEqual([
    "SmsService { account: 'default' }",
    "SmsService { account: 'both' }",
    "SmsOtp { account: 'default' }",
    "SmsQueue { account: 'default' }",
    "SmsReports { account: 'default' }",
  ]);
});

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
