// Runs every TypeScript block of the docs against simulators and a PostgreSQL. docs.ci.ts compiles them;
// docs/testing.md and docs/queue-transactions.md show files that other tests run.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpModule } from '@nestjs/axios';
import { type INestApplication, Logger, type ModuleMetadata, type Type } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { jest } from '@jest/globals';
import {
  SmsGatewayModule,
  type SmsGatewayOptions,
  type SmsMessage,
  type SmsOptedOut,
  type SmsReceipt,
  type SmsRun,
  SmsService,
  type SmsTally,
} from 'nestjs-sms-gateway';
import { otpSchema, SmsOtp, SmsOtpModule, type SmsOtpStore } from 'nestjs-sms-gateway/otp';
import { SmsQueue, SmsQueueModule } from 'nestjs-sms-gateway/queue';
import { SmsReports, SmsReportsModule, type SmsReportsOptions } from 'nestjs-sms-gateway/reports';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { Pool } from 'pg';
import twilio from 'twilio';
import { succeeds } from '../queue/open-queue.js';
import { startStore, type TestStore } from '../queue/stores.mjs';
import { afterThisTest } from '../support/clean-up.js';
import { eventually } from '../support/eventually.js';
import { runChild } from '../support/run-child.js';
import { codeBlocks, commandsOf } from './markdown.js';
import { Snippets } from './snippets.js';
import { run as terminal } from './terminal.js';

const TO = '+91 98765 43210';
const DIGITS = '919876543210';
const NUMBERS = [DIGITS, '919876543211', '919876543212'];
const KEY = 'ab'.repeat(32);
const SECRET = 'ab'.repeat(8);

type ModuleName = `${'App' | 'Codes' | 'Health' | 'Sms' | 'Tenants'}Module` | 'result';
type Modules = Readonly<Record<ModuleName, Type>>;
/** Functions, or methods of a class, that a snippet declares. */
type Works<Name extends string> = Readonly<Record<Name, (...given: unknown[]) => Promise<unknown>>>;
type Estimate = ReturnType<SmsService['estimate']>;

/** The other tests that run snippets, word for word. */
const RUN_ELSEWHERE = [
  // new-app.ci.ts
  'docs/guides/a-one-time-password.md, Send a code and check it 1',
  'docs/guides/a-one-time-password.md, Send a code and check it 2',
  'docs/guides/a-one-time-password.md, Send a code and check it 3',
  // production.ci.ts
  'docs/guides/production.md, Start it',
  'docs/guides/production.md, The database 1',
  'docs/guides/production.md, The database 2',
  'docs/guides/production.md, The environment',
  'docs/guides/production.md, The module 1',
  'docs/guides/production.md, The module 2',
  // readme.ci.ts
  'README.md, Register it and send 1',
  'README.md, Register it and send 2',
  'docs/start-here.md, Register the module',
  'docs/start-here.md, Send from a controller',
  'docs/start-here.md, Test it',
  // newcomer.ci.ts
  'docs/guides/templates-in-india.md, Test it',
  "docs/troubleshooting.md, Nest can't resolve dependencies",
  // compatibility.ci.ts
  'docs/serverless.md, A function on AWS Lambda',
];
const ONLY_COMPILED = [
  // It imports a type, and nothing else.
  'docs/queue-transactions.md, Adapters',
];

let gateway: GatewaySimulator;
let backup: GatewaySimulator;
let proxy: Server;
let proxied = 0;
let store: TestStore;
let snippets: Snippets;
let printed: unknown[][];

const addressOf = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
/** Runs a snippet: by default one that declares modules. */
const run = <T extends object = Modules>(name: string): Promise<T> => snippets.run<T>(name);
const texts = (): string[] => gateway.messages.map(({ text }) => text);
const recipients = (): string[] => gateway.messages.flatMap(({ to }) => to);
const options = (): SmsGatewayOptions => ({
  baseUrl: gateway.url,
  auth: { method: 'token', userId: 'shop', password: 'p', timeZone: 'UTC' },
});
const account = (name?: string) =>
  SmsGatewayModule.forRoot({
    ...options(),
    isGlobal: true,
    ...(name === undefined ? {} : { name }),
  });
const queue = (name?: string) =>
  SmsQueueModule.forRoot({
    connection: store.url,
    encryptionKeys: [KEY],
    isGlobal: true,
    ...(name === undefined ? {} : { name }),
  });

const keys = (tally: SmsTally) => [Object.keys(tally), Object.keys(tally.recipients)];

async function* numbers(): AsyncGenerator<string> {
  yield* NUMBERS;
}

beforeAll(async () => {
  Logger.overrideLogger(false);
  [gateway, backup, store] = await Promise.all([
    // Late enough to ask for a report first.
    GatewaySimulator.start({ acceptAny: true, deliveryDelay: 4000 }),
    GatewaySimulator.start({ acceptAny: true }),
    startStore('PostgreSQL'),
  ]);
  proxy = createServer().on('connect', ({ url }, socket) => {
    proxied += 1;
    const { hostname, port } = new URL(`http://${url}`);
    const gatewaySocket = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      gatewaySocket.pipe(socket).pipe(gatewaySocket);
    });
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  snippets = new Snippets({
    'https://sms.example.com': gateway.url,
    'https://backup.example.com': backup.url,
    'http://proxy.example.com:3128': addressOf(proxy),
    'listen(3000)': 'listen(0)',
  });
  Object.assign(process.env, {
    SMS_QUEUE_URL: store.url,
    SMS_QUEUE_KEY: KEY,
    SMS_COUNTS_KEY: KEY,
    SMS_OTP_KEY: KEY,
    SMS_USER_ID: 'shop',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 't',
  });
  process.env['SMS_REPORTS_SECRET'] = SECRET;
  for (const name of ['PASSWORD', 'API_KEY', 'ADS_KEY', 'BACKUP_KEY'])
    process.env[`SMS_${name}`] = 'secret';
}, 120_000);

beforeEach(async () => {
  gateway.reset();
  printed = [];
  for (const method of ['log', 'warn', 'error'] as const)
    jest.spyOn(console, method).mockImplementation((...line) => void printed.push(line));
  const app = await start({ imports: [account()] });
  // What the snippets use without declaring it, as test/docs/compile.ts types it.
  Object.assign(globalThis, {
    sms: app.get(SmsService),
    options: options(),
    to: TO,
    text: 'We are open on Sunday',
    code: '482913',
    numbers: { [Symbol.asyncIterator]: numbers },
    SmsGatewayModule,
    messages: NUMBERS.map((to, index): SmsMessage => ({ to, text: `Message ${index}` })),
    orders: { markSent: async (...done: unknown[]) => void printed.push(done) },
    db: {
      async *query() {
        for (const number of NUMBERS) yield { number };
      },
    },
    lookUpLater: async (...given: unknown[]) => void printed.push(['look up', ...given]),
    sendLater: async (...given: unknown[]) => void printed.push(['later', ...given]),
    Vault: class {
      readonly read = async () => 'secret';
      readonly refresh = async () => undefined;
    },
    vault: { read: async () => 'secret' },
  });
});

afterEach(() => {
  jest.restoreAllMocks();
});

afterAll(async () => {
  await Promise.all([gateway?.close(), backup?.close(), store?.close(), snippets?.remove()]);
  proxy?.closeAllConnections();
  proxy?.close();
});

/** Starts an app. It is closed after the test. */
async function start(parts: ModuleMetadata): Promise<INestApplication> {
  const module = await Test.createTestingModule(parts).compile();
  const app = module.createNestApplication({ logger: false });
  afterThisTest(() => app.close());
  await app.listen(0, '127.0.0.1');
  return app;
}

/** An operation may take one second, and connecting alone can take that long on a busy machine. */
const connected = (opened: SmsQueue): Promise<unknown> => succeeds(() => opened.counts());

/** Starts an app with the default account and these classes. */
const startWith = (...providers: Type[]): Promise<INestApplication> =>
  start({ imports: [account()], providers });

/** Sends a message through the default account of a module. */
async function sendThrough(
  module: unknown,
  message: Partial<SmsMessage> = {},
): Promise<SmsReceipt> {
  const app = await start({ imports: [module as Type] });
  return app
    .get(SmsService, { strict: false })
    .send({ to: TO, text: 'Hello', ...message }, { priority: 'high' });
}

describe('the manual', () => {
  it('sends a message, estimates it, and sends it to many', async () => {
    await run('docs/sending.md, Sending');
    expect(texts()).toEqual(['Grüße & 100 % 😀']);
    const { result } = await run<{ result: Estimate }>('docs/sending.md, Segments');
    expect(result).toEqual({
      encoding: 'UCS-2',
      count: 1,
      units: 8,
      perSegment: 70,
      nonGsm: ['😀'],
    });
    const { tally } = await run<{ tally: SmsTally }>('docs/sending.md, Many messages');
    expect(tally.recipients.accepted).toBe(NUMBERS.length);
    expect(await run('docs/sending.md, Numbers')).toMatchObject({ isRight: true });
    const { checkNumber } = await run<Works<'checkNumber'>>(
      'docs/sending.md, Check before sending',
    );
    const sms: unknown = Reflect.get(globalThis, 'sms');
    expect(await checkNumber(sms, TO)).toEqual({ number: DIGITS, country: 'IN', limit: undefined });
    expect(await checkNumber(sms, '12')).toEqual({
      problem: expect.stringContaining('has 2 digits; a number with its country'),
    });
  });

  it('decides by the outcome of an error what to do', async () => {
    gateway.faults.next('accept-then-drop');
    await run('docs/errors.md, Errors');
    gateway.faults.next('refuse');
    await run('docs/errors.md, Errors');
    gateway.faults.next('429', 3);
    await run('docs/errors.md, Errors');
    expect(printed).toEqual([
      ['look up', TO],
      ['203', 'Sender id is invalid'],
      ['later', TO, 'We are open on Sunday', expect.any(Number)],
    ]);
  });

  it('authenticates with a strategy', async () => {
    const { VaultAuthProvider } = await run<{ VaultAuthProvider: Type }>(
      'docs/authentication.md, A strategy of your own',
    );
    const { baseUrl } = options();
    await sendThrough(
      SmsGatewayModule.forRoot({
        baseUrl,
        authProvider: VaultAuthProvider as never,
        extraProviders: [Reflect.get(globalThis, 'Vault')],
      }),
    );
    expect(gateway.messages[0]?.auth).toBe('apiKey');
  });
});

it.each<[snippet: string, seen: object]>([
  [
    'docs/http-service.md, Your own HttpService',
    { headers: { 'x-request-id': expect.any(String) } },
  ],
  ['docs/gateways.md, Seen in public code, not tried by us', { auth: 'apiKey', account: 'shop' }],
  ['docs/limits.md, Quiet hours', {}],
  ['docs/several-accounts.md, Changing a password', {}],
  ["docs/guides/a-campaign.md, Stay within the gateway's limits", {}],
])('sends a message of high priority through the module of %s', async (snippet, seen) => {
  const { AppModule, SmsModule, result } = await run(snippet);
  await sendThrough(AppModule ?? SmsModule ?? result);
  expect(gateway.messages).toMatchObject([{ to: [DIGITS], ...seen }]);
});

it('sends codes and checks them, as docs/one-time-passwords.md says', async () => {
  // All that the DatabaseModule of docs/guides/production.md asks for.
  process.env['DATABASE_URL'] = store.url;
  process.env['SMS_BASE_URL'] = gateway.url;
  process.env['SMS_TIME_ZONE'] = 'UTC';
  process.env['SMS_SENDER_ID'] = 'MYSHOP';
  const page = 'docs/one-time-passwords.md';
  const { CodesModule } = await run(`${page}, One-time passwords`);
  const pool = new Pool({ connectionString: store.url });
  await pool.query(otpSchema());
  await pool.end();
  const { Logins } = await run<{ Logins: Type<Works<'logIn'>> }>(
    `${page}, Start, send again, check`,
  );
  const app = await start({ imports: [account(), CodesModule], providers: [Logins] });
  expect(await app.get(Logins).logIn(TO, () => gateway.otp())).toBe(DIGITS);
});

it('keeps codes in the schema of the queue, as docs/queue-operation.md says', async () => {
  const { migration, storeOf } = await run<{
    migration: string;
    storeOf: (pool: Pool) => SmsOtpStore;
  }>('docs/queue-operation.md, Tools that change your schema');
  const pool = new Pool({ connectionString: store.url });
  afterThisTest(() => pool.end());
  await pool.query(migration);
  await pool.query(migration);
  const codes = SmsOtpModule.forRoot({ keys: [KEY], store: storeOf(pool) });
  // With a queue, which creates its tables in the same schema.
  const app = await start({ imports: [account(), queue(), codes] });
  await connected(app.get(SmsQueue));
  const { id } = await app.get(SmsOtp, { strict: false }).start({ to: TO, purpose: 'login' });
  const { rows } = await pool.query('SELECT key FROM sms_gateway.sms_otp');
  expect(JSON.stringify(rows)).toContain(id);
});

describe('docs/limits.md', () => {
  it('has hours of a category, for high priority too', async () => {
    const { result } = await run('docs/limits.md, Hours by kind of message');
    const text = 'Our sale begins on Friday. - ACME';
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-10T22:30:00Z'));
    const refused = sendThrough(result, { text });
    await expect(refused).rejects.toMatchObject({ code: 'quiet-hours', retryAfter: 6 * 3_600_000 });
    clock.mockRestore();
    expect(texts()).toEqual([]);
  });

  it('leaves out who opted out', async () => {
    const { hostname, port, username, password, pathname } = new URL(store.url);
    Object.assign(process.env, {
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: password,
      PGDATABASE: pathname.slice(1),
    });
    const { optedOut, pool } = await run<{ optedOut: SmsOptedOut; pool: Pool }>(
      'docs/limits.md, Leave out who opted out',
    );
    afterThisTest(() => pool.end());
    await pool.query('CREATE TABLE opted_out (number text PRIMARY KEY)');
    await pool.query('INSERT INTO opted_out VALUES ($1)', [DIGITS]);
    const module = SmsGatewayModule.forRoot({ ...options(), guard: { optedOut } });
    const sms = (await start({ imports: [module] })).get(SmsService, { strict: false });
    await expect(sms.send({ to: TO, text: 'Sale' })).rejects.toMatchObject({ code: 'opted-out' });
    await sms.send({ to: TO, text: 'Your code is 482913' }, { priority: 'high' });
    expect(texts()).toEqual(['Your code is 482913']);
  });

  it('protects a form', async () => {
    const path = await snippets.write(
      'docs/limits.md, Protect a one-time-password form from SMS pumping',
    );
    const answers = await runChild(new URL('login-form.child.ts', import.meta.url), [path]);
    // A country that is not allowed. The sixth request of a minute is one too many.
    expect(answers).toEqual([422, 202, 202, 202, 202, 429]);
    expect(recipients()).toEqual([DIGITS, DIGITS, DIGITS, DIGITS]);
  });

  it('keeps staging from texting people', async () => {
    const name = 'docs/limits.md, A safe staging environment';
    const { result } = await run(`${name} 1`);
    const app = await start({ imports: [result] });
    Object.assign(globalThis, { sms: app.get(SmsService), to: '+91 99999 43210' });
    await run(`${name} 2`);
    expect(recipients()).toEqual([DIGITS]);
    expect(printed).toEqual([[1, 1, false]]);
  });

  it('suggests a text that costs less', async () => {
    expect({ ...(await run('docs/limits.md, Texts that cost less')) }).toEqual({
      nonGsm: ['“', '”', '–', '…'],
      gsmText: '"Sale" - today only...',
    });
  });
});

describe('docs/many-messages.md', () => {
  it('sends many texts, and one text to many', async () => {
    const { tally } = await run<{ tally: SmsTally }>('docs/many-messages.md, Many messages');
    expect(tally).toMatchObject({ accepted: 3 });
    expect(gateway.messages).toHaveLength(6);
    gateway.faults.next('refuse');
    await run('docs/many-messages.md, Many texts');
    expect(printed.filter(([, status]) => status === 'not-sent')).toEqual([
      [expect.any(Number), 'not-sent', 'rejected'],
    ]);
    expect(printed.filter(([, id]) => /^\d{10,}$/.test(String(id)))).toHaveLength(2);
    await run('docs/many-messages.md, One text to many');
    expect(printed.at(-1)).toEqual(['3 numbers from position 0: accepted']);
  });

  it('sends again what was not sent', async () => {
    gateway.faults.next('429', { count: 3, retryAfter: 0 });
    const { later } = await run<{ later: readonly SmsMessage[] }>(
      'docs/many-messages.md, Outcomes',
    );
    expect(texts().toSorted()).toEqual(['Message 0', 'Message 1', 'Message 2']);
    expect(later.length).toBeLessThan(NUMBERS.length);
  });

  it('counts in a tally what it shows', async () => {
    const ran = await run<{ run: SmsRun }>('docs/many-messages.md, The run and its tally 1');
    const shown = codeBlocks('docs/many-messages.md').find(({ language }) => language === 'json');
    expect(keys(await ran.run)).toEqual(keys(JSON.parse(shown?.code ?? '')));
  });

  it('starts a run that is returned by an async function, and no other', async () => {
    const { startNow, startLater } = await run<Works<'startNow' | 'startLater'>>(
      'docs/many-messages.md, The run and its tally 2',
    );
    void startLater();
    expect(gateway.messages).toEqual([]);
    expect(await startNow()).toMatchObject({ accepted: 3 });
  });

  it('has limits, and messages that go ahead', async () => {
    const { result } = await run('docs/many-messages.md, Speed and limits 1');
    await sendThrough(result);
    await run('docs/many-messages.md, Speed and limits 2');
    expect(texts()).toEqual(['Hello', 'Your code is 482913']);
  });

  it('stops by a signal, or at the end of the input', async () => {
    await run('docs/many-messages.md, Stopping 1');
    expect(printed).toEqual([[0, 'accepted']]);
    const { until } = await run<{
      until(signal: AbortSignal, all: readonly number[]): Iterable<number>;
    }>('docs/many-messages.md, Stopping 2');
    const stop = new AbortController();
    const taken: number[] = [];
    for (const each of until(stop.signal, [1, 2, 3])) {
      taken.push(each);
      if (each === 2) stop.abort();
    }
    expect(taken).toEqual([1, 2]);
  });
});

describe('docs/queue.md', () => {
  it('adds messages to the queue of its only account, of which a worker sends them', async () => {
    const { AppModule } = await run('docs/queue.md, Quick start 1');
    snippets.left.delete('docs/queue.md, Quick start 2'); // imported by the first
    const app = await start({ imports: [AppModule] });
    await connected(app.get(SmsQueue, { strict: false }));
    const [OrderUpdates] = Reflect.getMetadata('providers', AppModule) as [Type<Works<'shipped'>>];
    await app.get(OrderUpdates, { strict: false }).shipped(TO, '42');
    const { announce } = await run<Works<'announce'>>('docs/queue.md, Add messages');
    const added = await announce(app.get(SmsQueue, { strict: false }), numbers());
    expect(added).toMatchObject({ added: 1, duplicate: 0, failed: 0 });
    await eventually(() => gateway.messages.length === 2);
    expect(texts()).toEqual(
      expect.arrayContaining(['Your order 42 is on its way.', 'Sale starts today']),
    );
  });
});

it('sends through a proxy as in docs/http-service.md', async () => {
  const { result } = await run('docs/http-service.md, Your own dispatcher');
  await sendThrough(result);
  expect(recipients()).toEqual([DIGITS]);
  expect(proxied).toBeGreaterThan(0);
});

describe('docs/several-accounts.md', () => {
  it('has accounts by name', async () => {
    const { MessagesModule, Messages } = await run<{
      MessagesModule: Type;
      Messages: Type<Record<'sms' | 'marketing', SmsService>>;
    }>('docs/several-accounts.md, Accounts by name');
    const app = await start({ imports: [MessagesModule] });
    const { sms, marketing } = app.get(Messages, { strict: false });
    const message = { to: TO, text: 'Hello' };
    expect((await sms.send(message)).account).toBe('default');
    expect((await marketing.send(message)).account).toBe('marketing');
  });

  it('has accounts of tenants', async () => {
    const { TenantsModule } = await run('docs/several-accounts.md, Tenants 2');
    await run('docs/several-accounts.md, Tenants 1');
    const [TenantSms] = Reflect.getMetadata('exports', TenantsModule);
    const app = await start({ imports: [TenantsModule] });
    for (const tenant of ['one', 'two', 'one'])
      await app.get(TenantSms, { strict: false }).send(tenant, { to: TO, text: 'Hello' });
    expect(gateway.messages.map((message) => message.account)).toEqual(['one', 'two', 'one']);
  });

  it('sends in a script without Nest', async () => {
    await run('docs/several-accounts.md, A script without Nest');
    expect(printed).toMatchObject([[{ recipients: { accepted: 2 } }]]);
  });

  it('sends through the next account if the first one cannot', async () => {
    const { SmsModule } = await run('docs/several-accounts.md, Failover');
    gateway.faults.next('429');
    expect((await sendThrough(SmsModule)).account).toBe('backup');
  });
});

it('waits for messages as in docs/simulator.md', async () => {
  const started = jest.spyOn(GatewaySimulator, 'start');
  const ended = run<{ second: string }>('docs/simulator.md, The gateway simulator');
  await eventually(() => started.mock.results.length > 0);
  const simulator = await (started.mock.results[0]?.value as Promise<GatewaySimulator>);
  const auth = { method: 'password', userId: 'demo', password: 'demo-password' } as const;
  const app = await start({
    imports: [SmsGatewayModule.forRoot({ baseUrl: simulator.url, auth })],
  });
  for (const code of ['123456', '482913'])
    await app.get(SmsService).send({ to: TO, text: `Your code is ${code}` });
  expect(await ended).toMatchObject({ second: '482913' });
  await run('docs/simulator-in-tests.md, Delivery reports');
  await run('docs/simulator-in-tests.md, Faults');
});

describe('docs/watching.md', () => {
  it('publishes events', async () => {
    const { SmsAudit } = await run<{ SmsAudit: Type }>('docs/watching.md, Events 1');
    const logged = jest.spyOn(Logger.prototype, 'log');
    const app = await startWith(SmsAudit);
    await app.get(SmsService).send({ to: TO, text: 'Hello' });
    expect(logged).toHaveBeenCalledWith(expect.stringMatching(/^default: \d+, 1 segment\(s\)$/));
    await run('docs/watching.md, Events 2');
    gateway.faults.next('429');
    await Reflect.get(globalThis, 'sms').send({ to: TO, text: 'Hello' });
    expect(printed).toEqual([['default', 'throttled']]);
  });

  it('instruments the package', async () => {
    await run('docs/watching.md, OpenTelemetry');
    await sendThrough(account());
    expect(recipients()).toEqual([DIGITS]);
  });

  it('checks the health', async () => {
    const { HealthModule } = await run('docs/watching.md, Health checks');
    const app = await start({ imports: [account(), HealthModule] });
    const answer = await fetch(`${addressOf(app.getHttpServer())}/health`);
    expect(await answer.json()).toMatchObject({ status: 'ok', details: { sms: { login: 'ok' } } });
  });
});

describe('docs/guides', () => {
  it('sends a campaign', async () => {
    const before = 'docs/guides/a-campaign.md, Look at the plan first';
    const { sendIfWanted } = await run<Works<'sendIfWanted'>>(`${before} 1`);
    const given = [Reflect.get(globalThis, 'sms'), 'Sale', numbers] as const;
    process.stdin.isTTY = false;
    await expect(sendIfWanted(...given)).rejects.toThrow('add --yes');
    expect(printed).toContainEqual(['IN', NUMBERS.length, '0.01']);
    expect(recipients()).toEqual([]);
    process.argv.push('--yes');
    afterThisTest(() => process.argv.pop());
    await sendIfWanted(...given);
    expect(recipients()).toEqual(NUMBERS);
    gateway.reset();
    expect({ ...(await run<Estimate>(`${before} 2`)) }).toEqual({
      count: 1,
      encoding: 'UCS-2',
      nonGsm: ['−'],
    });
    const { Campaigns } = await run<{ Campaigns: Type<Works<'send'>> }>(
      'docs/guides/a-campaign.md, Send it now',
    );
    const app = await startWith(Campaigns);
    expect(await app.get(Campaigns).send('Sale', numbers())).toEqual([]);
    expect(recipients()).toEqual(NUMBERS);
  });

  it('sends a campaign through the queue', async () => {
    const { QueuedCampaigns } = await run<{ QueuedCampaigns: Type<Works<'send' | 'stop'>> }>(
      'docs/guides/a-campaign.md, Send it through the queue',
    );
    const app = await start({ imports: [account(), queue()], providers: [QueuedCampaigns] });
    await connected(app.get(SmsQueue));
    const campaigns = app.get(QueuedCampaigns);
    const tomorrow = new Date(Date.now() + 86_400_000);
    const id = await campaigns.send('spring', 'Sale', numbers(), tomorrow);
    expect(printed).toEqual([['1 batches are queued, 0 were already, 0 failed']]);
    await campaigns.stop(id);
  });

  it('moves from axios', async () => {
    const name = 'docs/guides/move-from-axios.md, Move from hand-written axios';
    const { SmsClient } = await run<{ SmsClient: Type<Works<'send'>> }>(`${name} 1`);
    const before = await start({ imports: [HttpModule], providers: [SmsClient] });
    expect(await before.get(SmsClient).send(DIGITS, 'Hello')).toMatchObject({ status: 'success' });
    const { AppModule, send } = await run<Works<'send'> & Modules>(`${name} 2`);
    const after = await start({ imports: [AppModule] });
    await send(after.get(SmsService, { strict: false }), TO, 'Hello');
    const [one, other] = gateway.messages;
    expect(other?.fields).toEqual(one?.fields);
  });

  it('moves from twilio', async () => {
    const name = 'docs/guides/move-from-twilio.md, A send, before and after';
    const request = jest
      .spyOn(twilio.RequestClient.prototype, 'request')
      .mockResolvedValue({ statusCode: 201, body: { sid: 'SM1' }, headers: {} } as never);
    const before = await run<Works<'sendCode'>>(`${name} 1`);
    expect(await before.sendCode(TO, '482913')).toBe('SM1');
    expect(request).toHaveBeenCalledTimes(1);
    const { Codes } = await run<{ Codes: Type<Works<'sendCode'>> }>(`${name} 2`);
    const app = await startWith(Codes);
    expect(await app.get(Codes).sendCode(TO, '482913')).toBe(gateway.messages[0]?.transactionId);

    const { whatToDo } = await run<Works<'whatToDo'>>('docs/guides/move-from-twilio.md, Errors');
    const sms = app.get(SmsService);
    const decided: unknown[] = [];
    for (const fault of ['accept-then-drop', 'refuse'] as const) {
      gateway.faults.next(fault);
      await sms.send({ to: TO, text: fault }).catch((error) => decided.push(whatToDo(error)));
    }
    expect(decided).toEqual(['look it up', 'give up']);
  });

  it('handles what is unknown', async () => {
    const ends: unknown[] = [];
    const { Notices, NoticeStore } = await run<{ Notices: Type<Works<'send'>>; NoticeStore: Type }>(
      'docs/guides/unknown.md, Handle it in your code 1',
    );
    const notices = {
      begin: async () => undefined,
      end: async (...end: unknown[]) => void ends.push(end),
    };
    const app = await start({
      imports: [account(), queue(), SmsReportsModule.forRoot({})],
      providers: [Notices, { provide: NoticeStore, useValue: notices }],
    });
    await connected(app.get(SmsQueue));
    const begun = new Date();
    gateway.faults.next('drop');
    await app.get(Notices).send('1', TO, 'Your bill');
    await app.get(Notices).send('2', TO, 'Your bill');
    expect(ends).toEqual([
      ['1', 'unknown'],
      ['2', 'accepted', expect.any(String)],
    ]);
    const { findNotice } = await run<Works<'findNotice'>>(
      'docs/guides/unknown.md, Ask the gateway',
    );
    const asked = app.get(SmsReports, { strict: false });
    expect(await findNotice(asked, TO, 'Your bill', begun)).toHaveLength(1);

    const { review, lookUp, itWasSent, sendAgain } = await run<
      Works<'review' | 'lookUp' | 'itWasSent' | 'sendAgain'>
    >('docs/guides/unknown.md, Handle it in your code 2');
    const ofApp = app.get(SmsQueue);
    const ids: string[] = [];
    for (const text of ['First', 'Second']) {
      gateway.faults.next('drop');
      const { id } = await ofApp.add({ to: TO, text });
      ids.push(id);
      while ((await ofApp.status(id)) !== 'unknown') await review(ofApp);
    }
    await review(ofApp);
    expect(printed.map(([id]) => id)).toEqual(expect.arrayContaining(ids));
    expect(await lookUp(ofApp, ids[0]!)).toMatchObject({ asked: 1 });
    await itWasSent(ofApp, ids[0]!);
    await sendAgain(ofApp, ids[1]!);
    await eventually(() => texts().includes('Second'));
    expect(texts()).not.toContain('First');
  });
});

it('takes delivery reports, as docs/guides/know-what-arrived.md says', async () => {
  const page = 'docs/guides/know-what-arrived.md';
  const report = { transId: '42', mobile: DIGITS, status: 'DELIVRD' };
  const post = async (app: INestApplication, path: string, body: object = report) => {
    const headers = { 'content-type': 'application/json' };
    const url = `${await app.getUrl()}/${path}`;
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  const { AppModule } = await run(`${page}, Receive delivery reports by webhook 1`);
  const app = await start({ imports: [AppModule] });
  expect(await post(app, `sms-reports/${SECRET}`)).toBe(200);
  const { ask } = await run<Works<'ask'>>(`${page}, Ask for a report`);
  const { transactionId } = await app
    .get(SmsService, { strict: false })
    .send({ to: TO, text: 'Hello' });
  const asked = app.get(SmsReports, { strict: false });
  expect(await ask(asked, transactionId)).toMatchObject([{ state: 'pending' }]);
  await eventually(() => gateway.messages[0]?.deliveries[0]?.status === 'delivered');
  expect(await ask(asked, transactionId)).toMatchObject([
    { recipient: DIGITS, state: 'delivered' },
  ]);

  type Handler = { states: ReadonlyMap<string, string> };
  const { Deliveries } = await run<{ Deliveries: Type<Handler> }>(
    `${page}, Receive delivery reports by webhook 2`,
  );
  const { names } = await run<{ names: SmsReportsOptions }>(
    `${page}, If your portal uses other names`,
  );
  const path = `sms-reports/${SECRET}`;
  const reports = SmsReportsModule.forRoot({ path, ...names });
  const renamed = await start({ imports: [account(), reports], providers: [Deliveries] });
  const named = { tid: '42', msisdn: DIGITS, errorCode: '27' };
  expect(await post(renamed, `sms-reports/${SECRET}`, named)).toBe(200);
  expect([...renamed.get(Deliveries).states]).toEqual([[`42 ${DIGITS}`, 'failed']]);

  const { decorators } = await run<{ decorators: ClassDecorator[] }>(`${page}, Global guards`);
  const publicReports = SmsReportsModule.forRoot({ path, decorators });
  const open = await start({ imports: [account(), publicReports] });
  expect(await post(open, `sms-reports/${SECRET}`)).toBe(200);
  const { ReportsController } = await run<{ ReportsController: Type }>(
    `${page}, Your own controller`,
  );
  const own = await start({
    imports: [account(), SmsReportsModule.forRoot({})],
    controllers: [ReportsController],
  });
  expect(await post(own, 'webhooks/sms')).toBe(200);
  expect(await post(own, 'webhooks/sms', { hello: 1 })).toBe(400);

  const { keepMultipart } = await run<{ keepMultipart: (app: NestFastifyApplication) => void }>(
    `${page}, JSON, forms and content types`,
  );
  const module = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const fastify = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), {
    logger: false,
  });
  keepMultipart(fastify);
  afterThisTest(() => fastify.close());
  await fastify.listen(0, '127.0.0.1');
  const body = new FormData();
  for (const [name, value] of Object.entries(report)) body.append(name, value);
  const url = `${await fastify.getUrl()}/sms-reports/${SECRET}`;
  expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
});

it('checks texts by templates, as docs/guides/templates-in-india.md says', async () => {
  const page = 'docs/guides/templates-in-india.md';
  await run(`${page}, Define a template 1`);
  await run(`${page}, Define a template 2`);
  const { result } = await run(`${page}, Check every text`);
  const right = 'Your code is 482913. It is valid for 5 minutes. - ACME';
  await sendThrough(result, { text: right });
  const ids = {
    senderid: 'ACMEIN',
    dltEntityId: '1101550000000000001',
    dltTemplateId: '1107160000000000001',
  };
  expect(gateway.messages.map(({ fields }) => fields)).toMatchObject([ids, ids]);
  expect(texts()).toEqual([right, right]);
  const error: unknown = await sendThrough(result, {
    text: right.replace('valid', 'vaild'),
  }).catch((reason: unknown) => reason);
  const shown = codeBlocks(page)
    .find(({ language }) => language === 'text')
    ?.code.trim();
  expect(error).toMatchObject({ issues: [{ path: 'text', message: shown }] });

  const { order } = await run<{ order: (values: object) => SmsMessage }>(
    `${page}, If the portal keeps the kind beside the text`,
  );
  expect(order({ number: '4711', day: 'Monday' }).text).toContain('4711 arrives on Monday.');
  expect(() => order({ number: 'A4711', day: 'Monday' })).toThrow('{#numeric#}');

  const { track } = await run<{ track: (values: object) => SmsMessage }>(
    `${page}, Rules that differ`,
  );
  const link = 'https://acme.example/track?id=12345678';
  expect(track({ name: 'Ann', link }).text).toContain(link);

  const folder = await mkdtemp(join(tmpdir(), 'sms-templates-'));
  afterThisTest(() => rm(folder, { recursive: true }));
  const csv = 'Template ID,Template Content\n12,Hello\n1.1E+18,Bye\n';
  await writeFile(join(folder, 'templates.csv'), csv);
  const home = process.cwd();
  const file = await snippets.write(`${page}, Import templates from the portal`);
  afterThisTest(() => process.chdir(home));
  process.chdir(folder);
  const { templates } = await import(file);
  process.chdir(home);
  expect(templates).toHaveLength(1);
  expect(printed).toEqual([
    [expect.stringMatching(/^Line 3 has a value in the column 'Template ID' that looks like/)],
  ]);
});

it('sends to a file of numbers, as docs/many-messages.md says', async () => {
  const [asking = '', agreed = '', toInbox = ''] = codeBlocks('docs/many-messages.md')
    .filter(({ language }) => language === 'sh')
    .flatMap((block) => commandsOf(block));
  const folder = await mkdtemp(join(tmpdir(), 'sms-numbers-'));
  afterThisTest(() => rm(folder, { recursive: true }));
  const file = join(folder, 'numbers.txt');
  await writeFile(file, NUMBERS.join('\n'));
  const send = (command: string) => terminal(command.replace('numbers.txt', file), process.cwd());
  await expect(send(asking)).rejects.toThrow('Add --yes to send it');
  await send(agreed);
  expect(gateway.messages).toEqual([]);
  const sending = toInbox.replace('http://127.0.0.1:4010', gateway.url);
  await send(sending.replace(' -- ', ' -- --yes '));
  expect(recipients()).toEqual(NUMBERS);
}, 120_000);

it('has no snippet that was not run, except for those that say why', () => {
  expect([...snippets.left].toSorted()).toEqual([...RUN_ELSEWHERE, ...ONLY_COMPILED].toSorted());
});
