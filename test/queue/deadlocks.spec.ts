import { openQueue } from '../../lib/extras/queue/jobs/store.js';
import { afterThisTest } from '../support/clean-up.js';
import { openStore } from './open-store.js';
import { startStore } from './stores.mjs';
import { connectTo } from './describe-stores.js';

// A sequence counts on although the statement is rolled back.
const DEADLOCK_ONCE = `CREATE SEQUENCE bullmq.renewals;
  CREATE FUNCTION bullmq.fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('bullmq.renewals') = 1 THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER once BEFORE UPDATE OF locked_until_ms ON bullmq.job
    FOR EACH ROW WHEN (OLD.state = 'active') EXECUTE FUNCTION bullmq.fail_once()`;

it('a worker renews its locks at once where PostgreSQL ended the renewal because of a deadlock', async () => {
  const database = await startStore('PostgreSQL');
  afterThisTest(() => database.close());
  const store = await openStore(database);
  afterThisTest(() => store.close());
  const queue = openQueue(store.bull, 'q', store.forQueues);
  await queue.add('sms', { v: 1, x: 0, l: 0 }, { jobId: 'a' });
  const client = await connectTo(database.url);
  await client.query(`UPDATE bullmq.job SET state = 'active', lock_token = 'ours'`);
  await client.query(DEADLOCK_ONCE);
  const worker = store.forWorkers('q', { connection: 'own' });
  expect(await worker.extendLocks(['a'], ['ours'], 30_000)).toEqual([]);
  expect((await client.query('SELECT last_value FROM bullmq.renewals')).rows).toEqual([
    { last_value: '2' },
  ]);
}, 60_000);
