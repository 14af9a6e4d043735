import pg from 'pg';
import { otpSchema, postgresOtpStore, type SmsOtpQuery } from '../../lib/extras/otp/index.js';
import { storeForTests } from '../queue/describe-stores.js';
import { ORMS } from '../queue/orms.js';
import { errorOf } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { NUMBER, openOtp, otherThan } from './open-otp.js';

// Knex and Drizzle have other placeholders than $1.
const USED = ['pg', 'TypeORM', 'Kysely', 'Prisma'];

describe.each(USED)('postgresOtpStore through %s', (name) => {
  const tested = storeForTests('PostgreSQL');

  const open = async () => {
    const orm = await ORMS[name]!(tested.store.url);
    afterThisTest(() => orm.close());
    const query: SmsOtpQuery = (text, values) => orm.outside(text, values);
    const pool = new pg.Pool({ connectionString: tested.store.url });
    afterThisTest(() => pool.end());
    const createTable = (table: string) => pool.query(otpSchema(table));
    return { query, createTable };
  };

  it('accepts a code once, and compares as many codes as checks allows, all at once', async () => {
    const { query, createTable } = await open();
    const table = `codes_${name}`;
    await createTable(table);
    const { otp, lastCode } = await openOtp({ store: postgresOtpStore(query, table), checks: 3 });
    const start = () => otp.start({ to: NUMBER, purpose: 'login' });
    const tryTwenty = (id: string, code: string) =>
      Promise.all(Array.from({ length: 20 }, () => otp.verify({ id, code, purpose: 'login' })));
    const { id } = await start();
    const right = await tryTwenty(id, lastCode());
    expect(right.filter(({ ok }) => ok)).toHaveLength(1);
    const other = await start();
    const wrong = await tryTwenty(other.id, otherThan(lastCode()));
    expect(wrong.filter((one) => !one.ok && one.reason === 'wrong')).toHaveLength(3);
  });

  it('does not start without its table', async () => {
    const { query } = await open();
    const store = postgresOtpStore(query, 'missing_codes');
    expect(await errorOf(openOtp({ store }))).toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('missing_codes'),
    });
  });

  it('changes nothing once it is too late', async () => {
    const { query, createTable } = await open();
    const table = `late_${name}`;
    await createTable(table);
    const store = postgresOtpStore(query, table);
    expect(await store.swap('key', undefined, 'value', 60_000, 1)).toBe(false);
    expect(await store.swap('key', undefined, 'value', 60_000)).toBe(true);
    expect(await store.swap('key', 'other', 'new', 60_000)).toBe(false);
    expect(await store.read('key')).toMatchObject({ value: 'value' });
  });
});
