import { setImmediate } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type pg from 'pg';
import { Pause } from '../../../lib/extras/queue/postgres/pause.js';
import { PostgresWorker } from '../../../lib/extras/queue/postgres/postgres-worker.js';
import { WakeUps } from '../../../lib/extras/queue/postgres/wake-ups.js';
import type { StartEnd } from '../../../lib/extras/queue/store/message-store.js';
import { afterThisTest } from '../../support/clean-up.js';
import { storeForTests, clientOf, connectTo } from '../describe-stores.js';
import { until, freshName, openQueueApp, outcomeOf, succeeds, reaches } from '../open-queue.js';
import { openRows, TERMS } from './rows.js';
import { errorOf, message } from '../../support/account.js';
import { keepLog } from '../../support/keep-log.js';
import { startStore } from '../stores.mjs';
import { addRows } from '../../../lib/extras/queue/postgres/message-adds.js';
import { acceptance } from '../../support/scripted-gateway.js';

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

describe('the start of a queue in PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

  it('says what to do if the tables are missing and its role may not create them', async () => {
    const store = await startStore('PostgreSQL');
    const admin = clientOf(store) as pg.Pool;
    // With digits, the log would hide it as a number.
    const role = `sms_stranger_${freshName()
      .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
      .replaceAll('-', '_')}`;
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'pass'`);
    const url = Object.assign(new URL(store.url), { username: role, password: 'pass' }).href;
    const { errors, logger } = keepLog();
    const { queue } = await openQueueApp({ url, gateway: 'http://127.0.0.1:1', logger });
    await until(
      () => Promise.resolve(errors),
      (lines) => lines.length > 0,
    );
    const said =
      /the queue's tables are missing, and this role may not create them: permission denied for database .*\. Start one process with a role that may, as "Roles in PostgreSQL" in docs\/queue-operation\.md describes/;
    expect(errors[0]).toMatch(said);
    expect(errors[0]).toContain(`role: ${role}`);
    const error = await errorOf(queue.add(message()));
    expect(error).toMatchObject({ code: 'queue-failed', outcome: 'not-sent' });
    // Another process creates them, and this one goes on.
    const owner = await tested.open({}, { url: store.url, worker: false });
    await admin.query(`GRANT USAGE ON SCHEMA sms_gateway TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA sms_gateway TO ${role}`);
    await succeeds(() => queue.counts());
    await owner.close();
  });

  it('warns once of messages that wait in an old schema of BullMQ', async () => {
    const admin = clientOf(tested.store) as pg.Pool;
    const name = freshName();
    await admin.query(`CREATE SCHEMA bullmq;
      CREATE TYPE bullmq.job_state AS ENUM ('waiting', 'active', 'completed', 'failed', 'delayed', 'waiting-children');
      CREATE TABLE bullmq.job (queue text, id text, state bullmq.job_state)`);
    const states = ['waiting', 'delayed', 'failed', 'completed'];
    for (const queue of [`sms-${Buffer.from(name).toString('base64url')}`, 'other']) {
      for (const state of states) {
        await admin.query('INSERT INTO bullmq.job VALUES ($1, $2, $3)', [queue, state, state]);
      }
    }
    const { warnings, logger } = keepLog();
    const { queue } = await tested.open({}, { name, logger });
    const { id } = await queue.add(message());
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
    const about = warnings.filter((text) => text.includes('schema bullmq'));
    expect(about).toEqual([
      expect.stringContaining('3 messages of an earlier version of this package are in the schema'),
    ]);
    // Without messages, and for other queues, it says nothing.
    const others = keepLog();
    await tested.open({}, { logger: others.logger });
    expect(others.warnings.join()).not.toContain('bullmq');
  });
});

describe('an add in PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

  it('adds a message again whose earlier one is removed before it is compared', async () => {
    const { add, pool, queue, rows } = await openRows(tested.store);
    const ids = [await add(), await add()];
    const [removed = '', kept = ''] = ids;
    const read = pool.read.bind(pool);
    pool.read = async (text, values) => {
      pool.read = read;
      await (await rows.find(removed))?.change({ to: 'removed' });
      return read(text, values);
    };
    const messages = ids.map((id) => ({ id, sealed: `new ${id}` }));
    const { earlier } = await addRows(pool, queue, messages, TERMS);
    expect([...earlier]).toEqual([[kept, `sealed ${kept}`]]);
    expect(await rows.find(removed)).toMatchObject({ state: 'waiting', sealed: `new ${removed}` });
    expect(await rows.find(kept)).toMatchObject({ sealed: `sealed ${kept}` });
  });
});

describe('an outcome that PostgreSQL refuses', () => {
  const tested = storeForTests('PostgreSQL');

  /** A worker whose sends end together, and a trigger that refuses an update of one row. */
  async function sendThree(condition: string, errcode: string) {
    const { errors, logger } = keepLog();
    const waiting: (() => void)[] = [];
    // All answers come at once.
    const send = async (_request: unknown, count: number) => {
      if (count < 3) await new Promise<void>((resolve) => waiting.push(resolve));
      for (const answer of waiting.splice(0)) answer();
      return acceptance();
    };
    const opened = await tested.open({ send }, { logger, concurrency: 3, lockDuration: 1000 });
    const { queue } = opened;
    await queue.pause();
    const ids: string[] = [];
    for (const key of ['a', 'b', 'c']) ids.push((await queue.add(message(key), { key })).id);
    const [first = '', refused = '', last = ''] = ids;
    const client = await connectTo(tested.store.url);
    const name = `refuse_${refused}`;
    await client.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'refused' USING ERRCODE = '${errcode}';
      END $$;
      CREATE TRIGGER ${name} BEFORE UPDATE ON sms_gateway.message FOR EACH ROW
        WHEN (NEW.id = '${refused}' AND (${condition})) EXECUTE FUNCTION ${name}()`);
    await queue.resume();
    return { ...opened, errors, first, refused, last };
  }

  const WHOLE = "NEW.outcome LIKE '%transactionId%'";
  const ANY = 'NEW.outcome IS NOT NULL';

  it.each(['22P05', 'P0001'])('is reduced, and those with it are stored: %s', async (errcode) => {
    const { errors, first, gateway, last, queue, refused } = await sendThree(WHOLE, errcode);
    for (const id of [first, last]) {
      expect(await outcomeOf(queue, id)).toMatchObject({
        status: 'accepted',
        transactionId: expect.any(String),
      });
    }
    const outcome = await outcomeOf(queue, refused);
    expect(outcome).toMatchObject({ status: 'accepted', accepted: 1 });
    expect(outcome?.transactionId).toBeUndefined();
    expect(errors.filter((text) => text.includes(`${refused} ended (${errcode})`))).toHaveLength(1);
    expect(errors.join()).toContain('so only its status and code are kept');
    expect(gateway.sends).toHaveLength(3);
  });

  it('becomes unknown if not even its status can be stored, and the worker goes on', async () => {
    const { errors, first, gateway, queue, refused } = await sendThree(ANY, 'P0001');
    expect(await outcomeOf(queue, first)).toMatchObject({ status: 'accepted' });
    const { id } = await queue.add(message('d'));
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
    expect(errors.join()).toContain(`${refused} ended (P0001), so it becomes unknown`);
    await reaches(queue, refused, 'unknown');
    expect(await queue.outcome(refused)).toMatchObject({ code: 'worker-lost' });
    expect(gateway.sends).toHaveLength(4);
  });
});
