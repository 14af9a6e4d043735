// Runs the module of docs/guides/production.md as the page shows it: its migration and its main.ts, on a PostgreSQL and
// the simulator. jest --testMatch '**/test/docs/production.ci.ts'
import { isDeepStrictEqual } from 'node:util';
import { type INestApplication, Logger } from '@nestjs/common';
import { jest } from '@jest/globals';
import { type ClosableSmsService, SmsService } from 'nestjs-sms-gateway';
import { SmsOtp } from 'nestjs-sms-gateway/otp';
import { SmsQueue } from 'nestjs-sms-gateway/queue';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { Client, Pool } from 'pg';
import { Telemetry } from '../opentelemetry/telemetry.js';
import { startStore, type TestStore } from '../queue/stores.mjs';
import { eventually } from '../support/eventually.js';
import { codeBlocks } from './markdown.js';
import { Snippets } from './snippets.js';
import { freePort } from '../../scripts/free-port.mjs';

const PAGE = 'docs/guides/production.md';
const TO = '+91 98765 43210';
const DIGITS = '919876543210';

const snippets = new Snippets({});
let gateway: GatewaySimulator;
let store: TestStore;
let telemetry: Telemetry;
let database: Client;

/** Rows of a statement on a connection that is not the app's. */
async function query(text: string): Promise<object[]> {
  return (await database.query(text)).rows;
}

/** Asks again until an answer is as expected. */
const eventuallyEqual = (ask: () => Promise<unknown>, expected: unknown): Promise<void> =>
  eventually(async () => isDeepStrictEqual(await ask(), expected));

/** The variables of the page's `.env`, with values for this test. */
function environment(port: string): Record<string, string> {
  const values: Record<string, string> = {
    DATABASE_URL: store.url,
    SMS_BASE_URL: gateway.url,
    SMS_PASSWORD: 'secret-of-shop',
    SMS_OTP_KEY: 'ab'.repeat(32),
    SMS_QUEUE_KEY: 'cd'.repeat(32),
    SMS_COUNTS_KEY: 'a1'.repeat(32),
    SMS_REPORTS_SECRET: 'ef'.repeat(16),
    PORT: port,
  };
  const ini = codeBlocks(PAGE).find(({ language }) => language === 'ini');
  const shown = Array.from(ini?.code.matchAll(/^(\w+)=(.*)$/gm) ?? [], ([, name, value]) => [
    name,
    value,
  ]);
  return { ...Object.fromEntries(shown), ...values };
}

beforeAll(async () => {
  Logger.overrideLogger(false);
  const port = await freePort();
  [gateway, store] = await Promise.all([
    GatewaySimulator.start({
      acceptAny: true,
      timeZone: 'Asia/Kolkata',
      deliveryDelay: 1,
      reportUrl: `http://127.0.0.1:${port}/sms-reports/${'ef'.repeat(16)}`,
    }),
    startStore('PostgreSQL'),
  ]);
  telemetry = new Telemetry();
  database = new Client(store.url);
  await database.connect();
  Object.assign(process.env, environment(`${port}`));
}, 120_000);

afterAll(async () => {
  await database?.end();
  await Promise.all([gateway?.close(), store?.close(), telemetry?.shutdown(), snippets.remove()]);
});

describe('the module of docs/guides/production.md', () => {
  let app: INestApplication;

  beforeAll(async () => {
    await snippets.run(`${PAGE}, The database 2`);
    ({ app } = await snippets.run<{ app: INestApplication }>(`${PAGE}, Start it`));
  }, 60_000);

  afterAll(() => app?.close());

  it('creates the table of codes by its migration, which may run again', async () => {
    expect(await query("select to_regclass('sms_otp')::text as found")).toEqual([
      { found: 'sms_otp' },
    ]);
    await snippets.run(`${PAGE}, The database 2`);
  });

  it('sends a code and checks it, without storing its number', async () => {
    const otp = app.get(SmsOtp, { strict: false });
    const { id, outcome } = await otp.start({ to: TO, purpose: 'login' });
    expect(outcome).toBe('accepted');
    const code = await gateway.otp({ to: TO });
    expect(await otp.verify({ id, code, purpose: 'login' })).toEqual({ ok: true, to: DIGITS });
    const rows = JSON.stringify(await query('select key, value from sms_otp'));
    expect(rows).toContain(id);
    expect(rows).not.toContain(DIGITS.slice(2));
    expect(gateway.messages[0]?.fields).toMatchObject({ senderid: 'MYSHOP' });
  });

  it('sends a queued message, and stores what the gateway reports of it', async () => {
    const queue = app.get(SmsQueue, { strict: false });
    const { id } = await queue.add({ to: TO, text: 'Your order is on its way.' });
    const [row] = await query('select sealed from sms_gateway.message');
    expect(JSON.stringify(row)).not.toContain('order');
    await gateway.waitFor({ to: TO, text: /^Your order is on its way\.$/ });
    await eventuallyEqual(
      async () => (await queue.deliveries(id)).map(({ state }) => state),
      ['delivered'],
    );
    expect(await queue.status(id)).toBe('accepted');
  });

  it('counts what it sends in the database, for all processes', async () => {
    const rows = await query('select sum(amount)::int as total from sms_gateway.guard');
    // For each message: its number, and the day.
    expect(rows).toEqual([{ total: 2 * gateway.messages.length }]);
  });

  it('answers the health check', async () => {
    const answer = await fetch(`${await app.getUrl()}/health/sms`);
    expect(await answer.json()).toMatchObject({
      status: 'ok',
      details: { sms: { login: 'ok', queue: { unknown: 0 } } },
    });
  });

  it('makes spans', () => {
    expect(telemetry.spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['send default', 'login default', 'attempt default']),
    );
  });

  it('closes the pool after everything that uses it, and leaves no connection open', async () => {
    const pool = app.get(Pool, { strict: false });
    const account: ClosableSmsService = app.get(SmsService, { strict: false });
    const ended: string[] = [];
    const note = <Name extends string>(of: Record<Name, () => Promise<void>>, name: Name): void => {
      const work = of[name].bind(of);
      jest.spyOn(of, name as never).mockImplementation((async () => {
        await work();
        ended.push(name);
      }) as never);
    };
    note(account, 'close');
    note(pool as { end(): Promise<void> }, 'end');
    await app.close();
    expect(ended).toEqual(['close', 'end']);
    const others = 'datname = current_database() and pid <> pg_backend_pid()';
    await eventuallyEqual(() => query(`select pid from pg_stat_activity where ${others}`), []);
  });
});

it('names all that is wrong with the environment of docs/guides/production.md, and shows no value', async () => {
  const { checkEnvironment } = await snippets.run<{
    checkEnvironment(values: Record<string, unknown>): object;
  }>(`${PAGE}, The environment`);
  const right = environment('3000');
  expect(checkEnvironment({ ...right, OTHER: '1' })).toEqual({ ...right, OTHER: '1' });
  const { SMS_PASSWORD: _password, ...rest } = right;
  const wrong = {
    ...rest,
    DATABASE_URL: 'mysql://shop:hidden@db',
    SMS_BASE_URL: 'hidden',
    SMS_OTP_KEY: 'hidden',
    SMS_REPORTS_SECRET: 'hidden',
    SMS_WORKER: 'hidden',
  };
  const check = (): unknown => checkEnvironment(wrong);
  const names = Object.entries<string>(wrong).filter(([, value]) => value.includes('hidden'));
  expect(names).toHaveLength(5);
  for (const [name] of [...names, ['SMS_PASSWORD']]) expect(check).toThrow(name);
  expect(check).not.toThrow('hidden');
});
