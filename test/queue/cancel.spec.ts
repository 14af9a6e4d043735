import { jest } from '@jest/globals';
import {
  broadcastId as newId,
  isBroadcastId,
} from '../../lib/extras/queue/store/stored-message.js';
import type { SmsQueue } from '../../lib/extras/queue/index.js';
import { message } from '../support/account.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { allOf, freshName, outcomeOf, storeOf } from './open-queue.js';

const YEARS = 3 * 365 * 86_400_000;
const NUMBERS = [0, 1, 2, 3].map((last) => `91987654321${last}`);
const NEVER = { sends: 1, perMs: 3_600_000 };

const CANCELLED = { status: 'not-sent', code: 'cancelled' };

/** Queues batches of one number, and returns their ids and that of the broadcast. */
async function broadcast(queue: SmsQueue, options: object = {}) {
  const run = queue.broadcast({ text: 'sale' }, NUMBERS, { batchSize: 1, ...options });
  const ids = (await allOf(run)).flatMap((each) => ('id' in each ? each.id : []));
  return { ids, broadcastId: run.id };
}

const outcomesOf = (queue: SmsQueue, ids: readonly string[]) =>
  Promise.all(ids.map((id) => outcomeOf(queue, id)));

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
    expect(await other.queue.cancel(broadcastId)).toBe(false);
    await queue.cancel(queue.broadcast({ text: 'other' }, []).id);
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

  it('keeps its mark for three years', async () => {
    const { queue } = await open({}, { worker: false });
    const swap = jest.spyOn((await storeOf(queue)).records, 'swap');
    const { id } = queue.broadcast({ text: 'sale' }, []);
    expect(await queue.cancel(id)).toBe(true);
    expect(swap.mock.calls[0]?.[0]).toMatchObject([
      { key: expect.stringContaining(`:cancelled:${id}`), before: undefined },
    ]);
    expect(swap.mock.calls[0]?.[1]).toBeGreaterThan(YEARS);
  });

  it('keeps the keys of its batches, and holds for a batch that is resent', async () => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const first = await open({ send: () => ({ status: 500 }) }, { name: shared });
    const options = { key: (_batch: unknown, index: number) => `sale-${index}` };
    const { ids, broadcastId } = await broadcast(queue, options);
    for (const outcome of await outcomesOf(queue, ids)) {
      expect(outcome).toMatchObject({ status: 'unknown' });
    }
    await first.close();
    await queue.cancel(broadcastId);
    expect(await queue.status(ids[0]!)).toBe('unknown');
    await queue.resend(ids[0]!);
    const { gateway } = await open({}, { name: shared });
    const maybeSent = { status: 'unknown', code: 'cancelled' };
    expect(await outcomesOf(queue, [ids[0]!])).toMatchObject([maybeSent]);
    expect(gateway.sends).toEqual([]);
    const again = queue.broadcast({ text: 'sale' }, NUMBERS, { batchSize: 1, ...options });
    expect(await again).toMatchObject({ added: 0, duplicate: 4 });
  });
});

it('the id of a broadcast belongs to one queue', () => {
  const ids = Array.from({ length: 100 }, () => newId('sms-one'));
  expect(new Set(ids).size).toBe(100);
  expect(ids.every((id) => /^b[0-9a-f-]{36}$/.test(id))).toBe(true);
  expect(ids.every((id) => isBroadcastId(id, 'sms-one'))).toBe(true);
  expect(ids.some((id) => isBroadcastId(id, 'sms-two'))).toBe(false);
  const [first = ''] = ids;
  const changed = first.slice(0, -1) + (first.endsWith('0') ? '1' : '0');
  for (const wrong of [
    `b${crypto.randomUUID()}`,
    changed,
    first.slice(1),
    `${first}0`,
    7,
    undefined,
  ]) {
    expect(isBroadcastId(wrong, 'sms-one')).toBe(false);
  }
});
