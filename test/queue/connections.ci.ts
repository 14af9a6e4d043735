import { setTimeout as sleep } from 'node:timers/promises';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { connectTo, storeForTests } from './describe-stores.js';
import { until } from './open-queue.js';

/** Longer than a worker waits for an answer. */
const STUCK = 12_000;
/** A message that its worker cannot put back waits until its lock ends, and then until a worker looks. */
const TWO_LOCKS = 75_000;

describe('to PostgreSQL,', () => {
  const tested = storeForTests('PostgreSQL');

  /** Counts the connections of others to the database, again and again, and returns how to read the most. */
  async function watchConnections(own: number) {
    const watch = await connectTo(tested.store.url);
    let most = 0;
    const done = new AbortController();
    const watching = (async () => {
      while (!done.signal.aborted) {
        const { rows } = await watch.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM pg_stat_activity
            WHERE datname = current_database() AND backend_type = 'client backend'`,
        );
        most = Math.max(most, (rows[0]?.count ?? 0) - own - 1);
        await sleep(20);
      }
    })();
    afterThisTest(() => done.abort());
    return async () => {
      done.abort();
      await watching;
      return most;
    };
  }

  it.each([
    ['a worker process has at most 10 connections', true, 10],
    ['a process without a worker has at most 5 connections', false, 5],
  ] as const)(
    '%s, even while all of its statements are stuck',
    async (_title, worker, limit) => {
      const { queue, gateway } = await tested.open({}, { concurrency: 50, worker });
      const lock = await connectTo(tested.store.url);
      const mostSeen = await watchConnections(1);
      const texts = Array.from({ length: 200 }, (_, index) => message(`text ${index}`));
      await queue.addMany(texts);
      await lock.query('BEGIN; LOCK TABLE sms_gateway.message IN ACCESS EXCLUSIVE MODE');
      const stuck = Array.from({ length: 20 }, () => [queue.add(message()), queue.counts()]);
      const ended = Promise.allSettled(stuck.flat());
      await sleep(STUCK);
      await lock.query('COMMIT');
      await ended;
      if (worker) {
        const { unknown } = await until(
          () => queue.counts(),
          ({ waiting, delayed, sending }) => waiting + delayed + sending === 0,
          TWO_LOCKS,
        );
        expect(unknown).toBe(0);
        expect(new Set(gateway.texts).size).toBeGreaterThanOrEqual(200);
      }
      const most = await mostSeen();
      expect(most).toBeLessThanOrEqual(limit);
      expect(most).toBeGreaterThan(1);
    },
    150_000,
  );
});
