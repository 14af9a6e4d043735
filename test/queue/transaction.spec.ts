import pg from 'pg';
import { SmsMessageError } from '../../lib/index.js';
import type { SmsQueueTransaction } from '../../lib/queue/index.js';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { openWithGateway } from './open-queue.js';
import { startStore, type TestStore } from './stores.mjs';

async function begin(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  afterThisTest(() => client.end());
  await client.query('begin');
  const transaction: SmsQueueTransaction = (text, values) => client.query(text, values);
  return { client, transaction };
}

describe('a transaction in PostgreSQL', () => {
  let store: TestStore;
  let other: TestStore;

  beforeAll(async () => {
    [store, other] = await Promise.all([startStore('PostgreSQL'), startStore('PostgreSQL')]);
  }, 120_000);

  afterAll(async () => {
    await store?.close();
    await other?.close();
  });

  it('of another database is refused, because no worker would find the message', async () => {
    const { queue } = await openWithGateway(store, {}, { worker: false });
    const { client, transaction } = await begin(other.url);
    const added = queue.add(message(), { transaction });
    await expect(added).rejects.toThrow(SmsMessageError);
    await expect(added).rejects.toThrow(/is of another database than the queue's/);
    await client.query('commit');
    const { rows } = await client.query('select id from bullmq.job');
    expect(rows).toEqual([]);
  });

  it('of a database on another server that has the same number is refused', async () => {
    const { queue } = await openWithGateway(store, {}, { worker: false });
    const { transaction } = await begin(store.url);
    const elsewhere: SmsQueueTransaction = (text, values) =>
      transaction(text.replace('pg_postmaster_start_time()', "'2020-01-01'::timestamptz"), values);
    const added = queue.add(message(), { transaction: elsewhere });
    await expect(added).rejects.toThrow(/is of another database than the queue's/);
  });

  it('of its own database is taken, whatever time zone it shows times in', async () => {
    const { queue } = await openWithGateway(store, {}, { worker: false });
    const { client, transaction } = await begin(store.url);
    await client.query("set local time zone 'Asia/Kolkata'");
    const { id } = await queue.add(message(), { transaction });
    await client.query('commit');
    expect(await queue.status(id)).toBe('waiting');
  });
});
