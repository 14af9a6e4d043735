import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { openWithGateway } from './open-queue.js';
import { startStore } from './stores.mjs';
import { connectTo } from './describe-stores.js';

it('an open transaction that holds a key delays other adds with that key by less than a second, and no others', async () => {
  const store = await startStore('PostgreSQL');
  afterThisTest(() => store.close());
  const { queue } = await openWithGateway(store, {}, { worker: false });
  const client = await connectTo(store.url);
  await client.query('BEGIN');
  await queue.add(message(), {
    key: 'held',
    transaction: (text, values) => client.query(text, values),
  });
  // As many as the queue has connections.
  const retries = Array.from({ length: 5 }, () =>
    queue.add(message(), { key: 'held' }).catch((error: unknown) => error),
  );
  expect(await queue.add(message(), { key: 'another' })).toMatchObject({ duplicate: false });
  for (const error of await Promise.all(retries)) {
    expect(error).toMatchObject({ code: 'queue-failed', outcome: 'not-sent' });
  }
  const many = queue.addMany([message('1'), message('2')], { key: ({ text }) => text });
  expect(await many).toMatchObject({ added: 2 });
  await client.query('COMMIT');
  expect(await queue.add(message(), { key: 'held' })).toMatchObject({ duplicate: true });
}, 120_000);
