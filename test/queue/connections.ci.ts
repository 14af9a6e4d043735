import { setTimeout as sleep } from 'node:timers/promises';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { connectTo, storeForTests } from './describe-stores.js';
import { until } from './open-queue.js';

/** Longer than a worker waits for an answer. */
const STUCK = 12_000;
/** A message that its worker cannot put back waits until its lock ends, and then until a worker looks. */
const TWO_LOCKS = 75_000;

describe('a worker process', () => {
  const tested = storeForTests('PostgreSQL');

  it('has at most 15 connections to PostgreSQL, even while all of its statements are stuck', async () => {
    const { queue, gateway } = await tested.open({}, { concurrency: 50 });
    const watch = await connectTo(tested.store.url);
    const lock = await connectTo(tested.store.url);
    let most = 0;
    const done = new AbortController();
    const watching = (async () => {
      while (!done.signal.aborted) {
        const { rows } = await watch.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM pg_stat_activity
            WHERE datname = current_database() AND backend_type = 'client backend'`,
        );
        most = Math.max(most, (rows[0]?.count ?? 0) - 2);
        await sleep(20);
      }
    })();
    afterThisTest(() => done.abort());
    const texts = Array.from({ length: 200 }, (_, index) => message(`text ${index}`));
    await queue.addMany(texts);
    await lock.query('BEGIN; LOCK TABLE bullmq.job IN ACCESS EXCLUSIVE MODE');
    const adding = Array.from({ length: 20 }, () => queue.add(message()).catch(() => undefined));
    await sleep(STUCK);
    await lock.query('COMMIT');
    await Promise.all(adding);
    const { unknown } = await until(
      () => queue.counts(),
      ({ waiting, delayed, sending }) => waiting + delayed + sending === 0,
      TWO_LOCKS,
    );
    done.abort();
    await watching;
    expect(unknown).toBe(0);
    expect(new Set(gateway.texts).size).toBeGreaterThanOrEqual(200);
    expect(most).toBeLessThanOrEqual(15);
  }, 150_000);
});
