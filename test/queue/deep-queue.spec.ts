import { bullQueueOf, type SmsQueueCountLimits } from '../../lib/extras/queue/index.js';
import { REMOVE_FINISHED } from '../../lib/extras/queue/postgres/postgres-jobs.js';
import { type BullQueue, openQueue } from '../../lib/extras/queue/jobs/store.js';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { connectTo, describeStores, storeForTests } from './describe-stores.js';
import { allOf, freshName } from './open-queue.js';
import { openStore } from './open-store.js';

const MANY = 2500;

describeStores('a deep queue in %s', (name) => {
  const tested = storeForTests(name);
  const { open } = tested;

  /** A store, and a queue in it with many messages: every third delayed, every third of a priority. */
  async function fill() {
    const store = await openStore(tested.store);
    afterThisTest(() => store.close());
    const queue = openQueue(store.bull, freshName(), store.forQueues);
    afterThisTest(() => queue.close());
    const ids = Array.from({ length: MANY }, (_, index) => `m${index}`);
    await queue.addBulk(
      ids.map((jobId, index) => ({
        name: 'sms',
        data: { v: 1, x: index, l: 0 },
        opts: { jobId, delay: index % 3 === 0 ? 60_000 : 0, priority: index % 3 === 1 ? 10 : 0 },
      })),
    );
    return { store, queue, ids };
  }

  it('is read without missing a message, while others are removed and move', async () => {
    const { store, queue, ids } = await fill();
    const pages = store.read(queue);
    const first = await pages.next();
    const seen = (first.value ?? []).map(({ id }) => id);
    expect(seen.length).toBeGreaterThan(0);
    const left = ids.filter((id) => !seen.includes(id));
    expect(left.length).toBeGreaterThan(0);
    for (const id of seen.slice(0, 300)) await queue.remove(id);
    const moved = left.filter((id) => Number(id.slice(1)) % 3 === 0).slice(0, 100);
    for (const id of moved) await (await queue.getJob(id))?.promote();
    const rest = (await allOf(pages)).flat().map(({ id }) => id);
    expect([...seen, ...rest].toSorted()).toEqual(ids.toSorted());
  });

  it('allows several calls of erase at once', async () => {
    const { queue } = await open({}, { worker: false });
    const numbers = ['919876543210', '919876543211', '919876543212'];
    await queue.addMany(
      numbers.flatMap((to) => Array.from({ length: 200 }, () => ({ to, text: 'a' }))),
    );
    const erased = await Promise.all(numbers.map((number) => queue.erase(number)));
    expect(erased).toEqual([200, 200, 200]);
    expect(await queue.counts()).toMatchObject({ waiting: 0 });
  });

  it('is counted up to the numbers that are asked for', async () => {
    const { queue } = await open({}, { worker: false });
    await queue.addMany([message('1'), message('2'), message('3')]);
    await queue.addMany([message('4'), message('5')], { delay: 60_000 });
    const isExact = name === 'Redis';
    const oldest = expect.any(Number);
    expect(await queue.counts({ waiting: 2 })).toEqual({
      waiting: isExact ? 3 : 2,
      oldest,
      ...(!isExact && { capped: true }),
    });
    expect(await queue.counts({ waiting: 3, delayed: Infinity })).toEqual({
      waiting: 3,
      oldest,
      delayed: 2,
    });
    expect(await queue.counts({})).toEqual({ oldest });
    expect(await queue.counts()).toEqual({
      waiting: 3,
      oldest,
      delayed: 2,
      sending: 0,
      unknown: 0,
      finished: 0,
    });
  });

  it('is not counted up to a limit that is not a whole number', async () => {
    const { queue } = await open({}, { worker: false });
    const limits = [-1, NaN, 1.5, -Infinity, null, '7', true, 7n].map((waiting) => ({ waiting }));
    for (const most of [...limits, { lost: 1 }, 1.5, null, '7', 0, [5]]) {
      const counting = queue.counts(most as SmsQueueCountLimits);
      await expect(counting).rejects.toMatchObject({ code: 'argument-invalid' });
    }
    const [infinite, omitted] = [{ waiting: Infinity }, { waiting: undefined }];
    expect(await queue.counts(infinite)).toEqual({ waiting: 0 });
    expect(await queue.counts(omitted)).toEqual({});
  });

  if (name === 'Redis') return;

  it('is freed of finished messages step by step, without reading all of them each time', async () => {
    const store = await openStore(tested.store);
    afterThisTest(() => store.close());
    const queue = openQueue(store.bull, freshName(), store.forQueues);
    const client = await connectTo(tested.store.url);
    const now = Date.now();
    await client.query(
      `INSERT INTO bullmq.job (queue, id, seq, name, state, added_at_ms, finished_at_ms)
        SELECT $1, 'x' || n, n, 'sms', 'completed', 0, CASE WHEN n % 2 = 0 THEN $2::bigint - 7200000 - n ELSE $2 END
        FROM generate_series(1, 20000) AS n`,
      [queue.name, now],
    );
    await client.query('ANALYZE bullmq.job');
    await client.query('SET search_path TO bullmq');
    const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${REMOVE_FINISHED}`, [
      queue.name,
      now,
      0,
    ]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('job_finished_idx');
    expect(plan).not.toMatch(/Sort|Seq Scan/);
    const { signal } = new AbortController();
    await store.removeFinished(queue, 3_600_000, signal);
    expect(await store.count(queue, { finished: 100_000 })).toMatchObject({ finished: 10_000 });
    await store.removeFinished(queue, -10_000, signal);
    expect(await store.count(queue, { finished: 100_000 })).toMatchObject({ finished: 0 });
  });

  it('is counted up to 100,000 of a state', async () => {
    const { queue } = await open({}, { worker: false });
    const client = await connectTo(tested.store.url);
    const add = (count: number, from: number) =>
      client.query(
        `INSERT INTO bullmq.job (queue, id, seq, name, state, added_at_ms)
          SELECT $1, 'x' || n, n, 'sms', 'waiting', 0 FROM generate_series($2::int, $3::int) AS n`,
        [bullName, from, from + count - 1],
      );
    const bullName = (await bullQueueOf<BullQueue>(queue)).name;
    await add(100_000, 1);
    const exact = await queue.counts();
    expect(exact).toMatchObject({ waiting: 100_000 });
    expect(exact).not.toHaveProperty('capped');
    await add(1, 100_001);
    expect(await queue.counts()).toMatchObject({ waiting: 100_000, capped: true });
  });
});
