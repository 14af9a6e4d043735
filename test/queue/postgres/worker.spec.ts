import { setImmediate } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Pause } from '../../../lib/extras/queue/postgres/pause.js';
import { PostgresWorker } from '../../../lib/extras/queue/postgres/postgres-worker.js';
import { WakeUps } from '../../../lib/extras/queue/postgres/wake-ups.js';
import type { StartEnd } from '../../../lib/extras/queue/store/message-store.js';
import { afterThisTest } from '../../support/clean-up.js';
import { storeForTests } from '../describe-stores.js';
import { until } from '../open-queue.js';
import { openRows } from './rows.js';

const ACCEPTED: StartEnd = { end: { status: 'accepted', accepted: 1, at: 1 } };
const ignore = () => undefined;

describe('a worker in PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

  it('waits while it has no free place, whatever is added', async () => {
    const { add, pool, queue } = await openRows(tested.store);
    await add();
    const ends: (() => void)[] = [];
    const giveUp = new AbortController();
    const worker = new PostgresWorker(
      pool,
      queue,
      { begin: () => Promise.resolve(), left: () => 0 },
      {
        options: { keyTtl: 60_000, lockDuration: 60_000, rateLimit: undefined },
        concurrency: 1,
        start: () => new Promise((resolve) => ends.push(() => resolve(ACCEPTED))),
        lost: ignore,
        failed: ignore,
        answered: ignore,
        warn: ignore,
        logError: ignore,
        giveUp: giveUp.signal,
      },
    );
    afterThisTest(() => giveUp.abort());
    await until(
      () => Promise.resolve(ends.length),
      (count) => count === 1,
    );
    const pauses = jest.spyOn(Pause.prototype, 'take');
    afterThisTest(() => pauses.mockRestore());
    // As when messages are added.
    const pause: unknown = Reflect.get(worker, 'beforeClaim');
    if (!(pause instanceof Pause)) throw new TypeError('It has no pause');
    Reflect.set(worker, 'isWoken', true);
    pause.over();
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    expect(pauses.mock.calls.length).toBeLessThan(10);
    ends[0]?.();
    await worker.close();
  });

  it('gives a connection on which it cannot listen back', async () => {
    const { pool, queue } = await openRows(tested.store);
    const connect = pool.connect.bind(pool);
    const gone = new Error('gone');
    pool.connect = async () =>
      Object.assign(await connect(), { query: () => Promise.reject(gone) });
    const wakeUps = new WakeUps(pool, queue, ignore);
    // As many as the pool has places.
    for (let time = 0; time < 5; time += 1) await expect(wakeUps.check()).rejects.toBe(gone);
    pool.connect = connect;
    expect((await pool.query('SELECT 1')).rowCount).toBe(1);
  });
});
