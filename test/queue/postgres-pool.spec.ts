import pg from 'pg';
import { OwnPool, type PoolLimits } from '../../lib/extras/queue/postgres/postgres-pool.js';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually, Latch } from '../support/eventually.js';
import { connectTo, storeForTests } from './describe-stores.js';
import { openProxy } from './store-proxy.mjs';

const ignore = () => undefined;

/** Statements end in the server after 500 ms. */
const SHORT = 1000;
const PID = 'SELECT pg_backend_pid() AS pid';

/** Opens connections of a pool only when the test says so. */
function gated() {
  const latches: Latch[] = [];
  const verify: pg.PoolConfig['verify'] = async (_client, done) => {
    const latch = new Latch();
    latches.push(latch);
    await latch.opened;
    done();
  };
  return { latches, verify };
}

describe('a pool of a queue', () => {
  const tested = storeForTests('PostgreSQL');

  function open(limits: Partial<PoolLimits> = {}, given: pg.PoolConfig = {}): OwnPool {
    const config = { connectionString: tested.store.url, ...given };
    const pool = new OwnPool(pg.Pool, config, { max: 2, query_timeout: 30_000, ...limits }, ignore);
    afterThisTest(() => pool.end());
    return pool;
  }

  it('has the server end a statement of a transaction before giving up, and keeps the connection', async () => {
    const pool = open({ query_timeout: SHORT });
    const { rows } = await pool.query(PID);
    const slow = pool.transaction((run) => run('SELECT pg_sleep(60)'));
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    expect((await pool.query(PID)).rows).toEqual(rows);
  });

  it('has the server end a transaction in which this side falls silent, and free what it locked', async () => {
    const pool = open({ query_timeout: SHORT });
    const client = await connectTo(tested.store.url);
    const idle = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle in transaction'`;
    const silent = pool.transaction(async (run) => {
      await run('SELECT 1');
      await eventually(async () => (await client.query(idle)).rowCount === 0);
      await run('SELECT 1');
    });
    await expect(silent).rejects.toThrow(/terminat|connection/i);
    expect((await pool.query(PID)).rowCount).toBe(1);
  });

  const SETTINGS = `SELECT name, setting FROM pg_settings WHERE name IN
    ('statement_timeout', 'lock_timeout', 'search_path', 'default_transaction_isolation', 'work_mem') ORDER BY name`;

  it("leaves the app's settings of a connection as they are", async () => {
    const options = '-c statement_timeout=77s -c search_path=app -c work_mem=5MB';
    const pool = open({ max: 1 }, { options });
    const client = await connectTo(`${tested.store.url}?options=${encodeURIComponent(options)}`);
    const { rows: before } = await client.query(SETTINGS);
    await pool.transaction((run) => run('SELECT 1'));
    await pool.transaction((run) => run('SELECT 1 / 0')).catch(ignore);
    await pool.within('SELECT 1', []);
    await pool.within('SELECT 1 / 0', []).catch(ignore);
    await pool.read('SELECT 1 AS one');
    expect((await pool.query(SETTINGS)).rows).toEqual(before);
  });

  it('reads in its own isolation, whatever the default is', async () => {
    const options = '-c default_transaction_isolation=serializable';
    const pool = open({}, { options });
    const text = "SELECT current_setting('transaction_isolation') AS level";
    const [row] = await pool.readWithin(text, []);
    expect(row).toMatchObject({ level: 'read committed' });
  });

  it.each([`it's $1 and $2`, String.raw`a \' OR true; --`, '', 'क ✓'])(
    'sends %j as a value, written into the text',
    async (value) => {
      const pool = open({ max: 1 });
      const rows = await pool.within('SELECT $2::text AS value, $1::int8 AS n', [3, value]);
      expect(rows).toEqual([{ value, n: '3' }]);
    },
  );

  it('has the server end a statement, and rolls it back, before it stops waiting itself', async () => {
    const pool = open({ max: 1, query_timeout: 800 });
    await pool.query('CREATE TABLE IF NOT EXISTS limited (n int)');
    const insert = 'INSERT INTO limited SELECT n FROM (SELECT 1 AS n, pg_sleep(3)) AS slow';
    await expect(pool.within(insert, [])).rejects.toMatchObject({ code: '57014' });
    const { rows } = await pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM limited',
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('has done nothing if its connection is cut while the server runs a statement', async () => {
    const proxy = await openProxy(tested.store.url);
    afterThisTest(() => proxy.close());
    const pool = open({ max: 1 }, { connectionString: proxy.url });
    await pool.query('CREATE TABLE IF NOT EXISTS cut (n int)');
    const insert = 'INSERT INTO cut SELECT n FROM (SELECT 1 AS n, pg_sleep(0.5)) AS slow';
    const client = await connectTo(tested.store.url);
    const running = async () => {
      const { rowCount } = await client.query(
        "SELECT FROM pg_stat_activity WHERE query LIKE '%INTO cut%' AND pid <> pg_backend_pid()",
      );
      return rowCount === 1;
    };
    const lost = pool.within(insert, []).catch((error: unknown) => error);
    await eventually(running);
    proxy.cutAll();
    expect(String(await lost)).toMatch(/connection/i);
    await eventually(async () => !(await running()));
    expect((await client.query('SELECT FROM cut')).rowCount).toBe(0);
  });

  it('uses no connection to a server that takes no writes', async () => {
    const pool = open({}, { options: '-c default_transaction_read_only=on' });
    await expect(pool.query(PID)).rejects.toMatchObject({ code: '25006' });
  });

  it('drops a connection whose server takes no writes any more', async () => {
    const pool = open({ max: 1 });
    const { rows } = await pool.query<{ pid: number }>(PID);
    await pool.query('SET default_transaction_read_only = on');
    const write = pool.query('CREATE TABLE never (n int)');
    await expect(write).rejects.toMatchObject({ code: '25006' });
    expect((await pool.query<{ pid: number }>(PID)).rows).not.toEqual(rows);
  });

  it('keeps what PGOPTIONS sets', async () => {
    process.env['PGOPTIONS'] = '-c work_mem=5MB';
    afterThisTest(() => delete process.env['PGOPTIONS']);
    const pool = open();
    expect((await pool.query("SELECT current_setting('work_mem') AS kept")).rows).toEqual([
      { kept: '5MB' },
    ]);
  });

  it('lets a caller give up before its connection is open, and a later caller uses that connection', async () => {
    const { latches, verify } = gated();
    const pool = open({ patience: 50 }, { verify });
    await expect(pool.query(PID)).rejects.toThrow('timeout exceeded when trying to connect');
    const opening = pool.open();
    await until(() => latches.length > 0);
    latches[0]?.open();
    await opening;
    await expect(pool.query(PID)).resolves.toMatchObject({ rowCount: 1 });
    expect(latches).toHaveLength(1);
  });

  it('gives a caller the first free connection', async () => {
    const { latches, verify } = gated();
    const pool = open({}, { verify });
    const opening = pool.connect();
    await until(() => latches.length === 1);
    latches[0]?.open();
    const first = await opening;
    const waiting = pool.connect();
    await until(() => latches.length === 2);
    first.release();
    const second = await waiting;
    expect(second).toBe(first);
    latches[1]?.open();
    second.release();
  });

  it("fails with the server's error if a connection cannot be opened, for each caller", async () => {
    const url = new URL(tested.store.url);
    url.pathname = '/missing';
    const pool = open({}, { connectionString: url.href });
    const results = await Promise.allSettled(Array.from({ length: 7 }, () => pool.query(PID)));
    const codes = results.map((each) => each.status === 'rejected' && each.reason.code);
    expect(codes).toEqual(Array.from({ length: 7 }, () => '3D000'));
  });

  it("leaves the settings of the user's transaction alone", async () => {
    const { queue } = await tested.open({}, { worker: false });
    const client = await connectTo(tested.store.url);
    const settings = async () => {
      const names = ['statement_timeout', 'lock_timeout', 'search_path'];
      const text = 'SELECT current_setting(name) AS setting FROM unnest($1::text[]) AS name';
      return (await client.query(text, [names])).rows;
    };
    await client.query("SET statement_timeout TO '77s'");
    await client.query('BEGIN');
    const before = await settings();
    const transaction = (text: string, values: unknown[]) => client.query(text, values);
    await queue.add(message(), { transaction });
    expect(await settings()).toEqual(before);
    await client.query('COMMIT');
    expect(await settings()).toEqual(before);
  });
});

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(setImmediate);
}
