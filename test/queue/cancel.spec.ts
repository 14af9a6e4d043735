import { Redis } from 'ioredis';
import pg from 'pg';
import { bullQueueOf, type SmsQueue } from '../../lib/queue/index.js';
import { message, NUMBER } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { ended, freshName, openWithGateway, until } from './open-queue.js';
import { startStore, type TestStore } from './stores.mjs';

const YEARS = 3 * 365 * 86_400_000;
const NUMBERS = [0, 1, 2, 3].map((last) => `91987654321${last}`);
const NEVER = { sends: 1, perMs: 3_600_000 };

const CANCELLED = { status: 'not-sent', code: 'cancelled' };

/** Queues batches of one number, and returns their ids and that of the broadcast. */
async function broadcast(queue: SmsQueue, options: object = {}) {
  const run = queue.broadcast({ text: 'sale' }, NUMBERS, { batchSize: 1, ...options });
  const ids: string[] = [];
  for await (const each of run) if ('id' in each) ids.push(each.id);
  return { ids, broadcastId: run.id };
}

async function outcomesOf(queue: SmsQueue, ids: readonly string[]) {
  for (const id of ids) await until(() => queue.status(id), ended);
  return Promise.all(ids.map((id) => queue.outcome(id)));
}

/** The mark of a broadcast in a store. */
interface Mark {
  /** For how long it is kept, in ms. */
  left(): Promise<number>;
  /** Makes reading it fail, until the returned function is called. */
  hide(): Promise<() => Promise<unknown>>;
}

function markOf({ name, url }: TestStore, broadcastId: string): Mark {
  if (name === 'Redis') {
    const redis = new Redis(url);
    afterThisTest(() => redis.disconnect());
    const find = async () => String((await redis.keys(`*:cancelled:${broadcastId}`))[0]);
    return {
      left: async () => redis.pttl(await find()),
      hide: async () => {
        await redis.acl('SETUSER', 'default', '-mget');
        return () => redis.acl('SETUSER', 'default', '+mget');
      },
    };
  }
  const client = new pg.Client(url);
  afterThisTest(() => client.end());
  const connected = client.connect();
  return {
    left: async () => {
      await connected;
      const { rows } = await client.query(
        'SELECT extract(epoch FROM delete_at - now()) * 1000 AS left FROM sms_gateway.record WHERE key LIKE $1',
        [`%:cancelled:${broadcastId}`],
      );
      return Number(rows[0].left);
    },
    hide: async () => {
      await connected;
      await client.query('BEGIN; LOCK TABLE sms_gateway.record IN ACCESS EXCLUSIVE MODE');
      return () => client.query('ROLLBACK');
    },
  };
}

describeStores('cancel of a broadcast in %s', (name) => {
  const tested = storeForTests(name);
  const { open } = tested;

  it('removes nothing, and no batch is sent: neither waiting nor delayed ones, nor those added later', async () => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const run = queue.broadcast({ text: 'sale' }, NUMBERS, { batchSize: 1 });
    const ids: string[] = [];
    for await (const each of run) {
      if (ids.length === 0) await queue.cancel(run.id);
      if ('id' in each) ids.push(each.id);
    }
    const delayed = await broadcast(queue, { delay: 500 });
    expect(await queue.cancel(delayed.broadcastId)).toBe(true);
    expect(await queue.cancel(delayed.broadcastId)).toBe(true);
    expect(await queue.counts()).toMatchObject({ waiting: 4, delayed: 4 });
    const { gateway } = await open({}, { name: shared });
    for (const outcome of await outcomesOf(queue, [...ids, ...delayed.ids])) {
      expect(outcome).toMatchObject(CANCELLED);
    }
    expect(gateway.sends).toEqual([]);
  });

  it('leaves other messages, other broadcasts and other queues alone', async () => {
    const { queue, gateway } = await open();
    const other = await open({}, { worker: false });
    const { ids, broadcastId } = await broadcast(queue, { delay: 200 });
    await other.queue.cancel(broadcastId);
    await queue.cancel(`b${crypto.randomUUID()}`);
    const { id } = await queue.add(message());
    for (const outcome of await outcomesOf(queue, [...ids, id])) {
      expect(outcome).toMatchObject({ status: 'accepted' });
    }
    expect(gateway.sends).toHaveLength(5);
  });

  it('does not count its batches for the rate', async () => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const { ids, broadcastId } = await broadcast(queue);
    await queue.cancel(broadcastId);
    const { id } = await queue.add(message('another'), { priority: 'bulk' });
    const { gateway } = await open({}, { name: shared, rateLimit: NEVER });
    expect(await outcomesOf(queue, [...ids, id])).toMatchObject([
      ...ids.map(() => CANCELLED),
      { status: 'accepted' },
    ]);
    expect(gateway.texts).toEqual(['another']);
  });

  it('keeps the keys of its batches, and holds for a batch that is resent', async () => {
    const { queue, gateway } = await open({ send: () => ({ status: 500 }) });
    const options = { key: (_batch: unknown, index: number) => `sale-${index}` };
    const { ids, broadcastId } = await broadcast(queue, options);
    for (const outcome of await outcomesOf(queue, ids)) {
      expect(outcome).toMatchObject({ status: 'unknown' });
    }
    await queue.cancel(broadcastId);
    expect(await queue.status(ids[0]!)).toBe('unknown');
    await queue.resend(ids[0]!);
    expect(await outcomesOf(queue, [ids[0]!])).toMatchObject([CANCELLED]);
    expect(gateway.sends).toHaveLength(4);
    const again = queue.broadcast({ text: 'sale' }, NUMBERS, { batchSize: 1, ...options });
    expect(await again).toMatchObject({ added: 0, duplicate: 4 });
  });

  it('holds for three years', async () => {
    const { queue } = await open({}, { worker: false });
    const { broadcastId } = await broadcast(queue);
    await queue.cancel(broadcastId);
    expect(await markOf(tested.store, broadcastId).left()).toBeGreaterThan(YEARS);
  });

  it('sends no batch while the store cannot say whether it was cancelled', async () => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const { ids, broadcastId } = await broadcast(queue);
    await queue.cancel(broadcastId);
    const show = await markOf(tested.store, broadcastId).hide();
    const { gateway, queue: working } = await open({}, { name: shared });
    await until(
      () => queue.counts(),
      ({ delayed }) => delayed > 0,
    );
    const { id } = await working.add(message('a message'), { priority: 'high' });
    await outcomesOf(queue, [id]);
    await show();
    expect(await outcomesOf(queue, ids)).toMatchObject(ids.map(() => CANCELLED));
    expect(gateway.texts).toEqual(['a message']);
    expect(await (await bullQueueOf(queue)).getFailedCount()).toBe(0);
  });
});

it('sending a batch creates no table in PostgreSQL, because a worker may not have the right to', async () => {
  const store = await startStore('PostgreSQL');
  afterThisTest(() => store.close());
  const { queue, gateway } = await openWithGateway(store);
  const run = queue.broadcast({ text: 'sale' }, [NUMBER]);
  for await (const each of run) if ('id' in each) await outcomesOf(queue, [each.id]);
  expect(gateway.sends).toHaveLength(1);
  const client = new pg.Client(store.url);
  afterThisTest(() => client.end());
  await client.connect();
  const { rows } = await client.query("SELECT to_regclass('sms_gateway.record') AS found");
  expect(rows).toEqual([{ found: null }]);
}, 120_000);
