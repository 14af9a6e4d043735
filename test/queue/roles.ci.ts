import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { createGuardStore } from '../../lib/extras/queue/index.js';
import { errorOf, message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { keepLog } from '../support/keep-log.js';
import { clientOf, storeForTests } from './describe-stores.js';
import { counted, freshName, openQueueApp, outcomeOf, succeeds, until } from './open-queue.js';
import { startStore, type TestStore } from './stores.mjs';

const ROLES = ['sms_owner', 'sms_web', 'sms_worker'] as const;
const CONTENT = { text: 'To all' };
const NUMBERS = ['919876543210', '919876543211'];
const BATCHES = { batchSize: 1 };

/** The SQL of the docs. */
async function sqlOf(page: string): Promise<string> {
  const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  const blocks = text.matchAll(/```sql\n((?:create role|grant create on schema).*?)```/gs);
  return [...blocks].map(([, sql]) => sql).join('\n');
}

/** Opens a database in which nothing has run yet, with the roles of the docs. */
async function openDatabase(): Promise<TestStore & { readonly admin: pg.Pool }> {
  const store = await startStore('PostgreSQL');
  const admin = clientOf(store) as pg.Pool;
  const sql = await sqlOf('queue-operation.md');
  const database = new URL(store.url).pathname.slice(1);
  const { rowCount } = await admin.query("select from pg_roles where rolname = 'sms_owner'");
  const statements = sql.replace('database shop', `database ${database}`);
  await admin.query(rowCount ? statements.replaceAll(/^create role .*$/gm, '') : statements);
  for (const role of ROLES) await admin.query(`alter role ${role} password 'pass'`);
  return { ...store, admin };
}

describe('with roles for web and for workers, PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');
  const urlOf = (role: string, { url } = tested.store): string =>
    Object.assign(new URL(url), { username: role, password: 'pass' }).href;

  async function prepare(store: TestStore): Promise<void> {
    const { queue, close } = await openQueueApp({
      url: urlOf('sms_owner', store),
      gateway: 'http://127.0.0.1:1',
      worker: false,
    });
    await succeeds(() => queue.counts());
    await close();
  }

  it('works with the SQL of the docs', async () => {
    const store = await openDatabase();
    await prepare(store);
    const name = freshName();
    const { errors, warnings, logger } = keepLog();
    const worker = await tested.open(
      {},
      { name, logger, url: urlOf('sms_worker', store), reports: true },
    );
    const web = await tested.open(
      {},
      { name, logger, url: urlOf('sms_web', store), worker: false },
    );
    const { id } = await web.queue.add(message(), { key: 'one' });
    expect(await outcomeOf(web.queue, id)).toMatchObject({ status: 'accepted' });
    const cancelled = web.queue.broadcast(CONTENT, NUMBERS, { ...BATCHES, delay: 300 });
    expect(await cancelled).toMatchObject({ added: 2 });
    expect(await web.queue.cancel(cancelled.id)).toBe(true);
    expect(await web.queue.broadcast(CONTENT, NUMBERS, BATCHES)).toMatchObject({ added: 2 });
    await counted(web.queue, ({ finished }) => finished === 5);
    expect(worker.gateway.sends).toHaveLength(3);
    expect(await worker.queue.addMany([message('a'), message('b')])).toMatchObject({ added: 2 });
    expect(await web.queue.erase(NUMBERS[0]!)).toBeGreaterThan(0);
    // The store of the tests keeps nothing on the disk.
    const rest = warnings.filter((text) => !/fsync|synchronous_commit/.test(text));
    expect([errors, rest]).toEqual([[], []]);
  });

  it('keeps counts that both roles add to, whichever created the table', async () => {
    const store = await openDatabase();
    const count = { key: 'a', amount: 1, limit: 2, windowMs: 60_000 };
    for (const [at, role] of ['sms_worker', 'sms_web', 'sms_worker'].entries()) {
      const guard = createGuardStore(urlOf(role, store), { key: 'ab'.repeat(32) });
      afterThisTest(() => guard.close());
      const { over } = await succeeds(() => guard.take([count]));
      expect(over).toHaveLength(at === 2 ? 1 : 0);
    }
  });

  it('names the role, the object and the statement if a permission is missing', async () => {
    const store = await openDatabase();
    await prepare(store);
    const { queue } = await tested.open({}, { url: urlOf('sms_web', store), worker: false });
    await store.admin.query('revoke insert on sms_gateway.message from sms_web');
    const error = await errorOf(queue.add(message()));
    expect(error).toMatchObject({ code: 'queue-failed', outcome: 'not-sent' });
    expect(error.message).toContain(
      'permission denied for table message (role: sms_web, statement: WITH terms AS MATERIALIZED (',
    );
  });

  it('says why a broadcast waits if workers may not read which broadcasts are cancelled', async () => {
    const store = await openDatabase();
    await prepare(store);
    const name = freshName();
    const { errors, logger } = keepLog();
    await tested.open({}, { name, logger, url: urlOf('sms_worker', store) });
    const web = await tested.open(
      {},
      { name, logger, url: urlOf('sms_web', store), worker: false },
    );
    await store.admin.query('revoke select on sms_gateway.record from sms_worker');
    const run = web.queue.broadcast(CONTENT, NUMBERS, BATCHES);
    const ids: string[] = [];
    for await (const added of run) if ('id' in added && added.id) ids.push(added.id);
    const progress = await until(
      () => web.queue.progress(ids[0]!),
      (found) => found?.lastCode !== undefined,
    );
    expect(progress).toMatchObject({ lastCode: 'queue-failed', attempts: 0 });
    expect(errors.join()).toMatch(
      /permission denied for table record \(role: sms_worker, statement: .* FROM sms_gateway.record/,
    );
  });
});
