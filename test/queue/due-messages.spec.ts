import type pg from 'pg';
import { DueMessages } from '../../lib/extras/queue/postgres/due-messages.js';
import { prepareClaims } from '../../lib/extras/queue/postgres/claims.js';
import { bullQueueOf } from '../../lib/extras/queue/index.js';
import { type BullQueue, openQueue } from '../../lib/extras/queue/jobs/store.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually, Latch } from '../support/eventually.js';
import { message } from '../support/account.js';
import { connectTo, storeForTests } from './describe-stores.js';
import { freshName, outcomeOf } from './open-queue.js';
import { openStore } from './open-store.js';

const OWN_PATH = 'SET search_path TO sms_gateway, bullmq';

/** Moves the messages of a queue, until the test ends. */
function move(client: Pick<pg.Client, 'query'>, name: string, after?: () => Promise<void>) {
  const pool = {
    async query<R>(text: string, values?: unknown[]) {
      const answer = await client.query<R & pg.QueryResultRow>(text, values);
      await after?.();
      return answer;
    },
  };
  const errors: Error[] = [];
  const due = new DueMessages(pool, name, (error) => errors.push(error));
  afterThisTest(() => due.end());
  due.start();
  return errors;
}

describe('messages that are due together, on PostgreSQL,', () => {
  const tested = storeForTests('PostgreSQL');

  /** A queue with messages of which the first are due, in the order of their numbers, and the last one is of high priority. */
  async function fill(count: number, dueCount = count) {
    const store = await openStore(tested.store);
    afterThisTest(() => store.close());
    const client = await connectTo(tested.store.url);
    await client.query(OWN_PATH);
    const name = freshName();
    await client.query(
      `INSERT INTO job (queue, id, seq, name, state, priority, delay_ms, added_at_ms, process_at_ms)
        SELECT $1, n, n, 'sms', 'delayed', CASE WHEN n = $3 THEN 0 ELSE 100 END, 1, 0,
          CASE WHEN n <= $3 THEN n ELSE 9e12 END
        FROM generate_series(1, $2::int) AS n`,
      [name, count, dueCount],
    );
    const read = async (state: string): Promise<number[]> => {
      const { rows } = await client.query<{ id: string }>(
        'SELECT id FROM job WHERE queue = $1 AND state = $2 ORDER BY process_at_ms',
        [name, state],
      );
      return rows.map(({ id }) => Number(id));
    };
    return { store, client, name, read };
  }

  it('are moved a few hundred at a time in the order of their times, but those of high priority first', async () => {
    const { client, name, read } = await fill(1201, 1200);
    const isMoved = new Latch();
    const goesOn = new Latch();
    move(client, name, async () => {
      isMoved.open();
      await goesOn.opened;
    });
    await isMoved.opened;
    const first = await read('waiting');
    expect(first).toEqual([...Array.from({ length: 500 }, (_, index) => index + 1), 1200]);
    goesOn.open();
    await eventually(async () => (await read('waiting')).length === 1200);
    expect(await read('delayed')).toEqual([1201]);
  });

  it('are not searched for among all that are due, even before PostgreSQL knows how many there are', async () => {
    const { client, name } = await fill(3000);
    let plan = '';
    const pool = {
      async query<R>(text: string, values: unknown[] = []) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
        plan ||= rows.map((row) => row['QUERY PLAN']).join('\n');
        return { rows: new Array<R>(), rowCount: 0 };
      },
    };
    const due = new DueMessages(pool, name, () => undefined);
    afterThisTest(() => due.end());
    due.start();
    await eventually(() => plan !== '');
    expect(plan).toContain('Tid Scan on job');
    expect(plan).not.toContain('Join Filter');
  });

  it('are each moved once if several workers move them at the same time', async () => {
    const { client, name, read } = await fill(3000);
    const clients = [await connectTo(tested.store.url), await connectTo(tested.store.url)];
    const movers = [];
    for (const each of clients) {
      await each.query(OWN_PATH);
      movers.push(move(each, name));
    }
    await eventually(async () => (await read('waiting')).length === 3000);
    expect(movers.flat()).toEqual([]);
    const { rows } = await client.query(
      "SELECT count(*)::int, count(DISTINCT data)::int AS different FROM event WHERE queue = $1 AND event = 'waiting'",
      [name],
    );
    expect(rows).toEqual([{ count: 3000, different: 3000 }]);
  });

  it('do not wait for one that somebody else has locked', async () => {
    const { client, name, read } = await fill(3);
    const other = await connectTo(tested.store.url);
    await other.query('BEGIN');
    await other.query('SELECT FROM bullmq.job WHERE queue = $1 AND id = $2 FOR UPDATE', [
      name,
      '1',
    ]);
    move(client, name);
    await eventually(async () => (await read('waiting')).length === 2);
    await other.query('ROLLBACK');
    await eventually(async () => (await read('waiting')).length === 3);
    expect(await read('delayed')).toEqual([]);
  });

  it('are not moved by a claim, not even by one that also finishes another message', async () => {
    const { client, name, read, store } = await fill(4, 3);
    expect(await prepareClaims(client)).toBeUndefined();
    const queue = openQueue(store.bull, name, store.forQueues);
    afterThisTest(() => queue.close());
    for (const jobId of ['a', 'b', 'c']) await queue.add('sms', { v: 1, x: 1, l: 1 }, { jobId });
    const claimed = async (call: string): Promise<unknown[]> =>
      (await client.query(`SELECT id FROM ${call}`, [name, Date.now()])).rows;
    const claim = "$2, 'me', NULL, NULL)";
    expect(await claimed(`move_to_active($1, 't', 30000, ${claim}`)).toEqual([{ id: 'a' }]);
    const end = 'move_to_completed_fetch';
    expect(
      await claimed(`${end}($1, 'a', 't', '{}', $2, false, NULL, NULL, 30000, ${claim}`),
    ).toEqual([{ id: 'b' }]);
    const failed = 'move_to_failed_fetch';
    expect(
      await claimed(`${failed}($1, 'b', 't', 'no', '[]', $2, false, NULL, NULL, 30000, ${claim}`),
    ).toEqual([{ id: 'c' }]);
    expect(await read('delayed')).toEqual([1, 2, 3, 4]);
    // Otherwise workers would ask again and again until they are moved.
    const { rows } = await client.query(
      'SELECT next_delay($1) AS one, next_delay AS other FROM next_signal($1, NULL, $2)',
      [name, Date.now()],
    );
    expect(rows).toEqual([{ one: null, other: null }]);
  });

  it('are sent by an app, even if a worker of an earlier release put them back', async () => {
    const { queue, gateway } = await tested.open();
    const { id } = await queue.add(message('later'), { delay: 3_600_000 });
    const { name } = await bullQueueOf<BullQueue>(queue);
    const client = await connectTo(tested.store.url);
    // What `move_to_delayed` leaves behind.
    await client.query('UPDATE bullmq.job SET process_at_ms = $2, delay_ms = 0 WHERE queue = $1', [
      name,
      Date.now(),
    ]);
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
    expect(gateway.texts).toEqual(['later']);
  });
});

describe("a worker's own functions in PostgreSQL", () => {
  const tested = storeForTests('PostgreSQL');

  /** A role that may use BullMQ's schema, and a connection of it. */
  async function connectAs(more: (role: string) => string) {
    const owner = await connectTo(tested.store.url);
    const role = `role_${Date.now()}`;
    await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret';
      GRANT USAGE ON SCHEMA bullmq TO ${role}; ${more(role)}`);
    const url = new URL(tested.store.url);
    Object.assign(url, { username: role, password: 'secret' });
    const client = await connectTo(url.href);
    return { owner, client, role };
  }

  it('are created once, from those of BullMQ', async () => {
    const client = await connectTo(tested.store.url);
    await client.query('SET search_path TO bullmq');
    const versions = async (): Promise<unknown[]> => {
      const text = `SELECT proname, pg_proc.xmin::text FROM pg_proc
        WHERE pronamespace = to_regnamespace('sms_gateway') ORDER BY 1`;
      return (await client.query(text)).rows;
    };
    expect(await prepareClaims(client)).toBeUndefined();
    const made = await versions();
    expect(made).toMatchObject(
      [
        'move_to_active',
        'move_to_completed_fetch',
        'move_to_failed_fetch',
        'next_delay',
        'next_signal',
      ].map((proname) => ({ proname })),
    );
    expect(await prepareClaims(client)).toBeUndefined();
    expect(await versions()).toEqual(made);
    await client.query(
      'ALTER FUNCTION bullmq.next_signal(text, integer, bigint) COST 50; DROP FUNCTION sms_gateway.next_delay(text)',
    );
    expect(await prepareClaims(client)).toBeUndefined();
    expect(await versions()).toHaveLength(5);
    expect(await versions()).not.toEqual(made);
  });

  it('are looked for when the worker starts, not with each message', async () => {
    const store = await openStore(tested.store);
    afterThisTest(() => store.close());
    const worker = store.forWorkers(freshName(), { connection: 'own' });
    // BullMQ calls this before it completes a message.
    await worker.waitUntilReady();
    const client = await connectTo(tested.store.url);
    await client.query('DROP FUNCTION sms_gateway.next_delay(text)');
    await worker.waitUntilReady();
    await worker.close();
    const { rows } = await client.query(
      "SELECT to_regprocedure('sms_gateway.next_delay(text)') AS found",
    );
    expect(rows).toEqual([{ found: null }]);
  });

  it('may be missing if the role may not create them, and the worker says so', async () => {
    const { owner, client, role } = await connectAs(() => '');
    await owner.query('DROP SCHEMA IF EXISTS sms_gateway CASCADE');
    expect(await prepareClaims(client)).toMatch(
      new RegExp(
        `^the role ${role} may not create functions in the schema sms_gateway \\(permission denied`,
      ),
    );
    expect(await prepareClaims(owner)).toBeUndefined();
    expect(await prepareClaims(client)).toMatch(
      new RegExp(`^the role ${role} may not use the schema sms_gateway`),
    );
    await owner.query(`GRANT USAGE ON SCHEMA sms_gateway TO ${role}`);
    expect(await prepareClaims(client)).toBeUndefined();
  });

  it("are not created from functions that are not BullMQ's, and the worker says so", async () => {
    const client = await connectTo(tested.store.url);
    await client.query(`BEGIN; CREATE OR REPLACE FUNCTION bullmq.next_delay(p_queue text) RETURNS bigint
      LANGUAGE sql SET search_path TO 'bullmq' AS 'SELECT 1::bigint'`);
    expect(await prepareClaims(client)).toMatch(
      /^the functions in the schema bullmq are not those/,
    );
    await client.query('ROLLBACK');
  });
});
