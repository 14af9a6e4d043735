import { setTimeout as sleep } from 'node:timers/promises';
import { postgresRecords } from '../../lib/extras/queue/postgres/postgres-records.js';
import type { MessageStore } from '../../lib/extras/queue/store/message-store.js';
import { connectTo, describeStores, storeForTests } from './describe-stores.js';
import { freshName } from './open-queue.js';
import { openStore } from './open-store.js';
import { openRows, planOf } from './postgres/rows.js';
import { eventually } from '../support/eventually.js';

const MINUTE = 60_000;
/** Text that JSON can hold, but a store might not. */
const ODD = JSON.stringify('\u0000 \ud800 \u{1f600} \' " \\');

describeStores('the records of a queue in %s', (name) => {
  const tested = storeForTests(name);
  let store: MessageStore;

  beforeEach(async () => {
    store = await openStore(tested.store);
  }, 60_000);

  afterEach(() => store?.close());

  it('are replaced only if they have not changed since they were read', async () => {
    const { records } = store;
    const [a, b, c] = [freshName(), freshName(), freshName()];
    expect(await records.read([a])).toEqual(new Map());
    const added = [a, b].map((key) => ({ key, before: undefined, after: ODD }));
    expect(await records.swap(added, MINUTE)).toEqual(new Set([a, b]));
    const changes = [
      { key: c, before: 'gone', after: '"c"' },
      { key: b, before: '"other"', after: '"b"' },
      { key: a, before: ODD, after: '"a"' },
    ];
    const swapped = await records.swap(changes, MINUTE);
    expect([swapped.has(a), swapped.has(b)]).toEqual([true, false]);
    expect(await records.swap(added, MINUTE)).toEqual(new Set());
    const known = await records.read([a, b, freshName()]);
    expect(Object.fromEntries(known)).toEqual({ [a]: '"a"', [b]: ODD });
  });

  it('expire after their ttl, and can then be created again', async () => {
    const { records } = store;
    const key = freshName();
    await records.swap([{ key, before: undefined, after: '"1"' }], 20);
    await eventually(async () => (await records.read([key])).size === 0);
    const again = { key, before: undefined, after: '"2"' };
    expect(await records.swap([again], MINUTE)).toEqual(new Set([key]));
    expect(await records.read([key])).toEqual(new Map([[key, '"2"']]));
  });
});

describe('the records of a queue in PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

  it('are deleted some time after they have expired', async () => {
    const { pool } = await openRows(tested.store);
    const records = postgresRecords(pool);
    await records.swap([{ key: 'old', before: undefined, after: '1' }], 1);
    await sleep(5);
    await records.swap([{ key: 'new', before: undefined, after: '1' }], MINUTE);
    const { rows } = await pool.query('SELECT key FROM sms_gateway.record');
    expect(rows).toEqual([{ key: 'new' }]);
  });

  it('never wait for each other, in whatever order they are given', async () => {
    const { pool } = await openRows(tested.store);
    const records = postgresRecords(pool);
    const keys = ['a', 'm', 'z'];
    const changes = (before?: string) => keys.map((key) => ({ key, before, after: '1' }));
    await records.swap(changes(), MINUTE);
    const other = await connectTo(tested.store.url);
    await other.query('BEGIN');
    await other.query("SELECT FROM sms_gateway.record WHERE key = 'm' FOR UPDATE");
    const swaps = [changes('1'), changes('1').toReversed()].map((each) =>
      records.swap(each, MINUTE),
    );
    const blocked = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    await eventually(async () => (await pool.query(blocked)).rowCount === 2);
    await other.query('COMMIT');
    expect(await Promise.all(swaps)).toEqual([new Set(keys), new Set(keys)]);
  });

  it('are found by an index, those that have ended too', async () => {
    const { pool, statements } = await openRows(tested.store);
    const records = postgresRecords(pool);
    await records.swap([{ key: 'key', before: undefined, after: '1' }], 1000);
    await records.read(['key']);
    await pool.query(`INSERT INTO sms_gateway.record
      SELECT 'k' || n, 'value', now() + n * interval '1 s' FROM generate_series(1, 20000) AS n
      ON CONFLICT DO NOTHING`);
    await pool.query('ANALYZE sms_gateway.record');
    const insert = await planOf(pool, statements, 'INSERT INTO sms_gateway.record AS kept');
    const read = await planOf(pool, statements, 'SELECT key, value FROM sms_gateway.record');
    for (const plan of [insert, read]) expect(plan).not.toContain('Seq Scan');
    expect(insert).toMatch(/Index Scan using \S*delete_at/);
  });
});
