import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  otpSchema,
  postgresOtpStore,
  redisOtpStore,
  type SmsOtpQuery,
} from '../../lib/extras/otp/index.js';
import { storeForTests } from '../queue/describe-stores.js';
import { errorOf } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { NUMBER, openOtp } from './open-otp.js';

describe('redisOtpStore', () => {
  it.each([[undefined], ['redis://localhost'], [{}]])('refuses %j as a client', (client) => {
    expect(() => redisOtpStore(client as never)).toThrow('Provide a client of ioredis');
  });

  it('refuses a prefix that is not a string', () => {
    const client = { eval: async () => 0 };
    expect(() => redisOtpStore(client, 7 as never)).toThrow('prefix');
  });
});

describe('postgresOtpStore', () => {
  const tested = storeForTests('PostgreSQL');
  let pool: pg.Pool;
  const query: SmsOtpQuery = (text, values) => pool.query(text, values);

  beforeAll(() => {
    pool = new pg.Pool({ connectionString: tested.store.url });
  });
  afterAll(() => pool?.end());

  it.each([[undefined], [{}], ['postgres://localhost/app']])('refuses %j as a query', (given) => {
    expect(() => postgresOtpStore(given as never)).toThrow('(text, values) => pool.query');
  });

  it.each([['a b'], ['otp; DROP TABLE users'], ['"open'], ['a..b'], [''], [7]])(
    'and otpSchema refuse %j as a table',
    (table) => {
      const error = expect.objectContaining({ code: 'configuration' });
      expect(() => postgresOtpStore(query, table as never)).toThrow(error);
      expect(() => otpSchema(table as never)).toThrow(error);
    },
  );

  it.each([
    ['sms_otp'],
    ['app.codes'],
    ['"App"."Otp"'],
    ['app."It""s"'],
    ['Über'],
    ['o'.repeat(53)],
    ['o'.repeat(54)],
    ['o'.repeat(63)],
    [`"${'O'.repeat(62)}""`.concat('"')],
    [`app."${'ü'.repeat(31)}"`],
    [`${'x'.repeat(60)}_a`],
    [`${'x'.repeat(60)}_b`],
  ])('keeps codes in a table with the name %s, which has an index', async (table) => {
    const schema = /^(.+)\./.exec(table)?.[1];
    if (schema) await pool.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    for (const _ of [1, 2]) await pool.query(otpSchema(table));
    const { rows } = await pool.query(
      'SELECT pg_get_indexdef(indexrelid) AS sql FROM pg_index WHERE indrelid = to_regclass($1)',
      [table],
    );
    expect(rows.map(({ sql }) => /\((\w+)\)$/.exec(sql)?.[1]).toSorted()).toEqual([
      'delete_at',
      'key',
    ]);
    const { otp, lastCode } = await openOtp({ store: postgresOtpStore(query, table) });
    const { id } = await otp.start({ to: NUMBER, purpose: 'login' });
    const answer = { id, code: lastCode(), purpose: 'login' };
    expect(await otp.verify(answer)).toMatchObject({ ok: true });
  });

  it('reads no whole table', async () => {
    await pool.query(otpSchema());
    const told: { text: string; values: (string | number)[] }[] = [];
    const store = postgresOtpStore((text, values) => {
      told.push({ text, values });
      return pool.query(text, values);
    });
    await pool.query(`INSERT INTO sms_otp SELECT 'key' || n, 'value', now() + n % 3 * interval '1 hour'
      FROM generate_series(1, 20000) AS n`);
    await pool.query('ANALYZE sms_otp');
    await store.read('another');
    await store.swap('another', undefined, 'value', 60_000);
    await store.swap('another', 'value', 'other', 60_000);
    expect(told).toHaveLength(3);
    const plans: string[] = [];
    for (const { text, values } of told) {
      const { rows } = await pool.query<Record<string, string>>(`EXPLAIN ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index|Tid Scan/);
      expect(plan).not.toContain('Seq Scan');
      plans.push(plan);
    }
    // Reading all rows in the order of an index does not count.
    expect(plans[1]).toContain('Index Cond: (delete_at <');
  });

  it('removes expired rows, up to ten with each row that is added', async () => {
    const table = 'expired_codes';
    await pool.query(otpSchema(table));
    await pool.query(`INSERT INTO ${table} SELECT 'key' || n, 'value', now() - interval '1 hour'
      FROM generate_series(1, 15) AS n`);
    const store = postgresOtpStore(query, table);
    const left = async () => (await pool.query(`SELECT FROM ${table}`)).rowCount;
    await store.swap('one', undefined, 'value', 60_000);
    expect(await left()).toBe(6);
    await store.swap('two', undefined, 'value', 60_000);
    expect(await left()).toBe(2);
  });

  it('retries serializable transactions that conflict', async () => {
    await pool.query(otpSchema('serial_codes'));
    const options = '-c default_transaction_isolation=serializable';
    const serializable = new pg.Pool({ connectionString: tested.store.url, options });
    afterThisTest(() => serializable.end());
    const states: unknown[] = [];
    const store = postgresOtpStore(async (text, values) => {
      try {
        return await serializable.query(text, values);
      } catch (error) {
        states.push((error as pg.DatabaseError).code);
        throw error;
      }
    }, 'serial_codes');
    const { otp, lastCode } = await openOtp({ store });
    const { id } = await otp.start({ to: NUMBER, purpose: 'login' });
    const other = await pool.connect();
    await other.query('BEGIN');
    await other.query("UPDATE serial_codes SET delete_at = delete_at + interval '1 second'");
    const verified = otp.verify({ id, code: lastCode(), purpose: 'login' });
    const waiting =
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%serial_codes%'";
    while ((await pool.query(waiting)).rowCount === 0) await sleep(5);
    await other.query('COMMIT');
    other.release();
    expect(await verified).toMatchObject({ ok: true });
    expect(states).toEqual(['40001']);
  });

  it('repeats a read that was rolled back', async () => {
    let left = 1;
    const store = postgresOtpStore(async (text, values) => {
      left -= 1;
      if (left >= 0) throw Object.assign(new Error('rolled back'), { cause: { code: '40001' } });
      return query(text, values);
    });
    await pool.query(otpSchema());
    expect((await store.read('one')).now).toBeGreaterThan(0);
    left = 100;
    await expect(store.read('one')).rejects.toThrow('rolled back');
  });

  it('does not start without its table, and says what creates it', async () => {
    for (const table of ['missing', 'nowhere.codes']) {
      const error = await errorOf(openOtp({ store: postgresOtpStore(query, table) }));
      expect(error).toMatchObject({
        code: 'configuration',
        message: expect.stringContaining('otpSchema()'),
      });
    }
  });

  it('starts while PostgreSQL cannot be reached', async () => {
    const away = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
    afterThisTest(() => away.end());
    const store = postgresOtpStore((text, values) => away.query(text, values));
    const { otp } = await openOtp({ store });
    const error = await errorOf(otp.start({ to: NUMBER, purpose: 'login' }));
    expect(error).toMatchObject({ code: 'otp-store' });
  });
});
