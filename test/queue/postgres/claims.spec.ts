import { afterThisTest } from '../../support/clean-up.js';
import { connectTo, storeForTests } from '../describe-stores.js';
import { until } from '../open-queue.js';
import { openRows } from './rows.js';

const idsOf = (starts: readonly { readonly id: string }[]) => starts.map(({ id }) => id);

describe('a claim in PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

  it('takes high first, then normal, then bulk, each in the order of their times', async () => {
    const { add, claim } = await openRows(tested.store);
    const bulk = await add({ priority: 'bulk' });
    const normal = [await add(), await add()];
    const high = await add({ priority: 'high' });
    expect(idsOf(await claim())).toEqual([high, ...normal, bulk]);
  });

  it('takes no more than there is room for, of all priorities together', async () => {
    const { add, claim, row } = await openRows(tested.store);
    const high = await add({ priority: 'high' });
    const normal = await add();
    expect(idsOf(await claim(1))).toEqual([high]);
    expect(await row(normal)).toMatchObject({ state: 'w', starts: 0 });
  });

  it('leaves alone what is not due, what is sent, what is of another queue, and rows of a newer layout', async () => {
    const { add, claim, set } = await openRows(tested.store);
    const other = await openRows(tested.store);
    await other.add();
    await add({ due: { delay: 60_000 } });
    await add({ due: { at: Date.now() + 60_000 } });
    await set(await add(), 'v = 2');
    const id = await add();
    expect(idsOf(await claim())).toEqual([id]);
    expect(await claim()).toEqual([]);
    expect(await other.claim()).toHaveLength(1);
  });

  it.each(['paused = true', "held_until = clock_timestamp() + interval '1 minute'"])(
    'takes nothing while the queue is stopped: %s',
    async (stop) => {
      const { add, claim, pool, queue } = await openRows(tested.store);
      await add();
      await pool.query(`UPDATE sms_gateway.queue SET ${stop} WHERE name = $1`, [queue]);
      expect(await claim()).toEqual([]);
      await pool.query(
        "UPDATE sms_gateway.queue SET paused = false, held_until = clock_timestamp() - interval '1 s' WHERE name = $1",
        [queue],
      );
      expect(await claim()).toHaveLength(1);
    },
  );

  it('hands each message to one of the workers that claim at the same time', async () => {
    const { add, claim } = await openRows(tested.store);
    const ids = [];
    for (let count = 0; count < 40; count += 1) ids.push(await add());
    const claimed = (await Promise.all([1, 2, 3, 4].map(() => claim(10)))).flat();
    const rest = await claim(40);
    expect(idsOf([...claimed, ...rest]).toSorted()).toEqual(ids.toSorted());
  });

  it('goes on after what it took last, and still finds what was committed late', async () => {
    const { add, claim, claims, set } = await openRows(tested.store);
    const worker = claims();
    const late = await add({ due: { delay: 60_000 } });
    const older = await add({ due: { delay: 60_000 } });
    await add();
    expect(await claim(10, worker)).toHaveLength(1);
    // Like a transaction that began before and is committed now.
    await set(late, "due = clock_timestamp() - interval '500 ms'");
    await set(older, "due = clock_timestamp() - interval '1 hour'");
    const found = new Set<string>();
    await until(
      async () => {
        for (const { id } of await claim(1, worker)) found.add(id);
        if (found.has(late)) await worker.lookFromBeginning();
        return found.size;
      },
      (size) => size === 2,
    );
    expect([...found].toSorted()).toEqual([late, older].toSorted());
  });

  it('takes all messages of one time, whatever their ids', async () => {
    const { add, claim, claims } = await openRows(tested.store);
    const at = Date.now() + 50;
    const ids: string[] = [];
    for (let count = 0; count < 30; count += 1) ids.push(await add({ due: { at } }));
    const worker = claims();
    const taken: string[] = [];
    await until(
      async () => {
        taken.push(...idsOf(await claim(7, worker)));
        return taken.length;
      },
      (count) => count >= 30,
    );
    expect(taken.toSorted()).toEqual(ids.toSorted());
  });

  it('takes at most as many in a window as the rate allows, over all workers, and gives places back', async () => {
    const { add, claim, claims } = await openRows(tested.store);
    for (let count = 0; count < 20; count += 1) await add();
    const rate = { sends: 2, perMs: 600_000 };
    const workers = [claims(rate), claims(rate)];
    // One more than `sends`: what a window may have besides.
    const taken = [];
    for (let round = 0; round < 3; round += 1) {
      for (const worker of workers) taken.push(...(await claim(10, worker)));
    }
    expect(taken).toHaveLength(1);
    workers[0]?.giveBack();
    expect(await claim(10, workers[0])).toHaveLength(1);
    expect(await claim(10, workers[0])).toHaveLength(0);
  });

  it('loses no time of the rate, however long a claim takes', async () => {
    const { add, claim, claims, pool, queue } = await openRows(tested.store);
    await add();
    const interval = "interval '300 s'";
    const set = `UPDATE sms_gateway.queue SET rate_at = now() - 1.5 * ${interval} WHERE name = $1 RETURNING rate_at::text`;
    const { rows: before } = await pool.query<{ rate_at: string }>(set, [queue]);
    expect(await claim(10, claims({ sends: 2, perMs: 600_000 }))).toHaveLength(1);
    const { rows } = await pool.query(
      `SELECT rate_at = $2::timestamptz + ${interval} AS is_next FROM sms_gateway.queue WHERE name = $1`,
      [queue, before[0]?.rate_at],
    );
    expect(rows).toEqual([{ is_next: true }]);
  });

  it('goes on if an old snapshot makes its looks slow', async () => {
    const { add, claim, claims, pool, queue } = await openRows(tested.store);
    const client = await connectTo(tested.store.url);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await client.query('SELECT 1');
    afterThisTest(() => client.query('ROLLBACK'));
    const worker = claims();
    for (let round = 0; round < 5; round += 1) {
      await add();
      expect(await claim(10, worker)).toHaveLength(1);
    }
    const { rows } = await pool.query<{ count: string }>(
      "SELECT count(*)::text AS count FROM sms_gateway.message WHERE queue = $1 AND state = 's'",
      [queue],
    );
    expect(rows).toEqual([{ count: '5' }]);
  });
});
