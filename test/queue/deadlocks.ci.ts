import { afterThisTest } from '../support/clean-up.js';
import { message } from '../support/account.js';
import { openWithGateway, outcomeOf } from './open-queue.js';
import { openRows } from './postgres/rows.js';
import { startStore } from './stores.mjs';
import { connectTo } from './describe-stores.js';

// A sequence counts on although the statement is rolled back.
const failOnce = (code: string, event: string) => `CREATE SEQUENCE sms_gateway.tries;
  CREATE FUNCTION sms_gateway.fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('sms_gateway.tries') = 1 THEN RAISE EXCEPTION 'conflict' USING ERRCODE = '${code}'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER once BEFORE ${event} ON sms_gateway.message FOR EACH ROW EXECUTE FUNCTION sms_gateway.fail_once()`;

describe.each([
  ['a deadlock', '40P01'],
  ['a conflict of serializable transactions', '40001'],
])('if PostgreSQL ends a statement because of %s', (_what, code) => {
  it('a worker claims, renews and ends without delay', async () => {
    const database = await startStore('PostgreSQL');
    afterThisTest(() => database.close());
    const { add, claim, pool, row, starts } = await openRows(database);
    const id = await add();
    await pool.query(failOnce(code, 'UPDATE'));
    const again = () => pool.query('ALTER SEQUENCE sms_gateway.tries RESTART');
    const claimed = await claim();
    expect(claimed).toMatchObject([{ id }]);
    await again();
    expect(await starts.renew(claimed)).toEqual([]);
    await again();
    const end = { end: { status: 'accepted', at: 1 } } as const;
    await starts.store(claimed.map((start) => ({ ...start, end })));
    expect(await row(id)).toMatchObject({ state: 'f', starts: 1 });
  }, 60_000);

  it('a message is still added', async () => {
    const database = await startStore('PostgreSQL');
    afterThisTest(() => database.close());
    const { queue } = await openWithGateway(database, {}, { worker: false });
    const client = await connectTo(database.url);
    await client.query(failOnce(code, 'INSERT'));
    expect(await queue.add(message())).toMatchObject({ duplicate: false });
    expect(await queue.counts({ waiting: 9 })).toMatchObject({ waiting: 1 });
  });
});

it('a queue works in a database whose transactions are serializable by default', async () => {
  const database = await startStore('PostgreSQL');
  afterThisTest(() => database.close());
  const client = await connectTo(database.url);
  const name = new URL(database.url).pathname.slice(1);
  await client.query(`alter database ${name} set default_transaction_isolation = 'serializable'`);
  const { queue } = await openWithGateway(database);
  const texts = Array.from({ length: 40 }, (_, at) => `text ${at}`);
  const added = await Promise.all(texts.map((text) => queue.add(message(text), { key: text })));
  for (const { id } of added) {
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
  }
  expect(await queue.erase('919876543210')).toBe(40);
});
