import { SmsMessageError } from '../../lib/index.js';
import type { SmsQueueTransaction } from '../../lib/extras/queue/index.js';
import { message } from '../support/account.js';
import { connectTo, storeForTests } from './describe-stores.js';

async function begin(url: string) {
  const client = await connectTo(url);
  await client.query('begin');
  const transaction: SmsQueueTransaction = (text, values) => client.query(text, values);
  return { client, transaction };
}

describe('a transaction in PostgreSQL', () => {
  const [tested, other] = [storeForTests('PostgreSQL'), storeForTests('PostgreSQL')];

  it('of another database is refused, because no worker would find the message', async () => {
    const { queue } = await tested.open({}, { worker: false });
    const { client, transaction } = await begin(other.store.url);
    const added = queue.add(message(), { transaction });
    await expect(added).rejects.toThrow(SmsMessageError);
    await expect(added).rejects.toThrow(/is of another database than the queue's/);
    await client.query('commit');
    // Nothing was written there: it does not even have the table.
    const { rows } = await client.query("select to_regclass('sms_gateway.message') as found");
    expect(rows).toEqual([{ found: null }]);
  });

  it('of a database on another server that has the same number is refused', async () => {
    const { queue } = await tested.open({}, { worker: false });
    const { transaction } = await begin(tested.store.url);
    const elsewhere: SmsQueueTransaction = (text, values) =>
      transaction(text.replace('pg_postmaster_start_time()', "'2020-01-01'::timestamptz"), values);
    const added = queue.add(message(), { transaction: elsewhere });
    await expect(added).rejects.toThrow(/is of another database than the queue's/);
  });

  it('of its own database is taken, whatever time zone it shows times in', async () => {
    const { queue } = await tested.open({}, { worker: false });
    const { client, transaction } = await begin(tested.store.url);
    await client.query("set local time zone 'Asia/Kolkata'");
    const { id } = await queue.add(message(), { transaction });
    await client.query('commit');
    expect(await queue.status(id)).toBe('waiting');
  });
});
