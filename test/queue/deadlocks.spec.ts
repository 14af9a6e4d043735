import { openQueue } from '../../lib/extras/queue/jobs/store.js';
import { afterThisTest } from '../support/clean-up.js';
import { message } from '../support/account.js';
import { openWithGateway, outcomeOf } from './open-queue.js';
import { openStore } from './open-store.js';
import { startStore } from './stores.mjs';
import { connectTo } from './describe-stores.js';

// A sequence counts on although the statement is rolled back.
const failOnce = (code: string) => `CREATE SEQUENCE bullmq.renewals;
  CREATE FUNCTION bullmq.fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('bullmq.renewals') = 1 THEN RAISE EXCEPTION 'conflict' USING ERRCODE = '${code}'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER once BEFORE UPDATE OF locked_until_ms ON bullmq.job
    FOR EACH ROW WHEN (OLD.state = 'active') EXECUTE FUNCTION bullmq.fail_once();
  CREATE TRIGGER adds BEFORE INSERT ON bullmq.job FOR EACH ROW EXECUTE FUNCTION bullmq.fail_once()`;

describe.each([
  ['a deadlock', '40P01'],
  ['a conflict of serializable transactions', '40001'],
])('if PostgreSQL ends a statement because of %s', (_what, code) => {
  it('a worker renews its locks without delay', async () => {
    const database = await startStore('PostgreSQL');
    afterThisTest(() => database.close());
    const store = await openStore(database);
    afterThisTest(() => store.close());
    const queue = openQueue(store.bull, 'q', store.forQueues);
    await queue.add('sms', { v: 1, x: 0, l: 0 }, { jobId: 'a' });
    const client = await connectTo(database.url);
    await client.query(`UPDATE bullmq.job SET state = 'active', lock_token = 'ours'`);
    await client.query(failOnce(code));
    const worker = store.forWorkers('q', { connection: 'own' });
    expect(await worker.extendLocks(['a'], ['ours'], 30_000)).toEqual([]);
    expect((await client.query('SELECT last_value FROM bullmq.renewals')).rows).toEqual([
      { last_value: '2' },
    ]);
  }, 60_000);

  it('a message is still added', async () => {
    const database = await startStore('PostgreSQL');
    afterThisTest(() => database.close());
    const { queue } = await openWithGateway(database, {}, { worker: false });
    const client = await connectTo(database.url);
    await client.query(failOnce(code));
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
