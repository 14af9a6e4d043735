import { Redis } from 'ioredis';
import type pg from 'pg';
import {
  type BullQueue,
  type BullWorker,
  openQueue,
  openWorker,
  type QueueStore,
} from '../../lib/extras/queue/jobs/store.js';
import {
  type JobChange,
  type JobData,
  LAYOUT,
  type SmsJob,
} from '../../lib/extras/queue/jobs/stored-job.js';
import { failureOf } from '../../lib/extras/queue/jobs/outcomes.js';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { clientOf, describeStores, storeForTests } from './describe-stores.js';
import { freshName, outcomeOf } from './open-queue.js';
import { openStore } from './open-store.js';
import { type TestStore } from './stores.mjs';

const ACCEPTED = { status: 'accepted', transactionId: '1', at: 1 } as const;
const UNKNOWN = { status: 'unknown', code: 'cancelled', at: 1 } as const;
const DATA: JobData = { v: LAYOUT, m: 'open..{}', x: 2, l: 1 };

describeStores('a change of a job in %s', (name) => {
  const tested = storeForTests(name);
  let store: QueueStore;

  beforeEach(async () => {
    store = await openStore(tested.store);
    afterThisTest(() => store.close());
  });

  const read = (queue: BullQueue) => dump(tested.store, queue);

  /** A queue with one job, and a worker of it. */
  async function openOne(options: { priority?: number; delay?: number } = {}) {
    const queueName = freshName();
    const queue = openQueue(store.bull, queueName, store.forQueues);
    const worker = openWorker(
      store.bull,
      queueName,
      () => Promise.resolve(ACCEPTED),
      { autorun: false },
      store.forWorkers,
    );
    afterThisTest(() => Promise.all([worker.close(), queue.close()]));
    await queue.add('sms', DATA, { jobId: 'm1', attempts: 1, ...options });
    return { queue, worker };
  }

  /** The same, whose job is among the failed ones. */
  async function openFailed(priority?: number) {
    const { queue, worker } = await openOne(priority === undefined ? {} : { priority });
    await failNext(worker);
    return { queue, worker, job: await jobOf(queue) };
  }

  it.each([
    ['without priority', 'running', undefined],
    ['with a priority', 'running', 10],
    ['without priority', 'paused', undefined],
    ['with a priority', 'paused', 10],
  ])(
    'puts a failed job %s back as BullMQ itself does, in a %s queue',
    async (_what, state, priority) => {
      const [theirs, ours] = await Promise.all([openFailed(priority), openFailed(priority)]);
      if (state === 'paused') await Promise.all([theirs.queue.pause(), ours.queue.pause()]);
      await theirs.job.retry('failed');
      const change: JobChange = { data: DATA, to: 'waiting' };
      expect(await store.change(ours.queue, ours.job, change)).toBe(true);
      expect(await read(ours.queue)).toEqual(await read(theirs.queue));
    },
  );

  it.each([
    ['waits', {}],
    ['waits with a priority', { priority: 10 }],
    ['is delayed', { delay: 60_000 }],
  ])('removes a job that %s as BullMQ itself does', async (_what, options) => {
    const [theirs, ours] = await Promise.all([openOne(options), openOne(options)]);
    await theirs.queue.remove('m1');
    const change: JobChange = { data: DATA, to: 'removed' };
    expect(await store.change(ours.queue, await jobOf(ours.queue), change)).toBe(true);
    expect(await read(ours.queue)).toEqual(await read(theirs.queue));
  });

  it.each([
    ['waits', {}],
    ['waits with a priority', { priority: 10 }],
    ['is delayed', { delay: 60_000 }],
  ])('fails a job that %s, which can be put back', async (_what, options) => {
    const { queue, worker } = await openOne(options);
    const change: JobChange = { data: { ...DATA, n: 9 }, to: UNKNOWN };
    expect(await store.change(queue, await jobOf(queue), change)).toBe(true);
    expect(await queue.getJobState('m1')).toBe('failed');
    const failed = await jobOf(queue);
    expect(failureOf(failed)).toEqual(UNKNOWN);
    expect(failed.data.n).toBe(9);
    expect(await worker.getNextJob('token')).toBeUndefined();
    expect(await store.change(queue, failed, { data: DATA, to: 'waiting' })).toBe(true);
    expect((await worker.getNextJob('token'))?.id).toBe('m1');
  });

  it('restores the priority of a job that was moved first', async () => {
    const [moved, other] = await Promise.all([openFailed(100), openFailed(100)]);
    await moved.job.changePriority({ priority: 0, lifo: true });
    for (const { queue } of [moved, other]) {
      const change: JobChange = { data: DATA, to: 'waiting' };
      expect(await store.change(queue, await jobOf(queue), change)).toBe(true);
    }
    expect((await read(moved.queue)).jobs).toEqual((await read(other.queue)).jobs);
  });

  it('completes a failed job as BullMQ completes one that did not fail', async () => {
    const [theirs, ours] = await Promise.all([openOne({ priority: 10 }), openFailed(10)]);
    const job = await theirs.worker.getNextJob('token');
    await job?.moveToCompleted(ACCEPTED, 'token', false);
    expect(await store.change(ours.queue, ours.job, { data: DATA, to: ACCEPTED })).toBe(true);
    const [theirState, ourState] = await Promise.all([read(theirs.queue), read(ours.queue)]);
    expect(ourState.jobs).toEqual(theirState.jobs);
    expect(ourState.events).toContainEqual({
      ...theirState.events.find((each) => each['event'] === 'completed'),
      prev: 'failed',
    });
  });

  it.each([
    ['completed', ACCEPTED, { ...ACCEPTED, transactionId: '2' }],
    ['failed', UNKNOWN, { ...UNKNOWN, code: 'expired' }],
  ] as const)(
    'replaces the outcome of a %s job, which stays where it is',
    async (state, to, outcome) => {
      const { queue, job } = await openFailed();
      if (state === 'completed') await store.change(queue, job, { data: DATA, to });
      const before = await jobOf(queue);
      const change: JobChange = { data: { ...DATA, n: 9 }, outcome };
      expect(await store.change(queue, before, change)).toBe(true);
      const after = await jobOf(queue);
      expect(failureOf(after) ?? after.returnvalue).toEqual(outcome);
      expect(after.data.n).toBe(9);
      expect(after.finishedOn).toBe(before.finishedOn);
      expect(after.stacktrace ?? []).toEqual([]);
      expect(await queue.getJobState('m1')).toBe(state);
      expect(await store.change(queue, before, { data: DATA, outcome: to })).toBe(false);
      const now = await jobOf(queue);
      expect(failureOf(now) ?? now.returnvalue).toEqual(outcome);
    },
  );

  it('wakes a worker for a job that was put back', async () => {
    const { queue, worker, job } = await openFailed();
    // From now on it waits for jobs.
    expect(await worker.getNextJob('token')).toBeUndefined();
    const waiting = worker.getNextJob('token');
    expect(await store.change(queue, job, { data: DATA, to: 'waiting' })).toBe(true);
    expect((await waiting)?.id).toBe('m1');
  });

  const changes: readonly JobChange[] = [
    { data: { ...DATA, n: 9 } },
    { data: { ...DATA, n: 9 }, to: 'waiting' },
    { data: { ...DATA, n: 9 }, to: ACCEPTED },
  ];

  it.each<[string, (queue: BullQueue, worker: BullWorker, job: SmsJob) => Promise<unknown>]>([
    ['changed', (queue, _, job) => store.change(queue, job, { data: { ...DATA, x: 5 } })],
    ['put back', (queue, _, job) => store.change(queue, job, { data: DATA, to: 'waiting' })],
    ['completed', (queue, _, job) => store.change(queue, job, { data: DATA, to: ACCEPTED })],
    [
      'put back, and failed again',
      async (queue, worker, job) => {
        await store.change(queue, job, { data: DATA, to: 'waiting' });
        await failNext(worker);
      },
    ],
    ['removed', (queue) => queue.remove('m1')],
  ])('is not made if the job was %s after it was read', async (_what, happen) => {
    const { queue, worker, job } = await openFailed();
    await happen(queue, worker, job);
    const before = await read(queue);
    for (const change of changes) expect(await store.change(queue, job, change)).toBe(false);
    expect(await read(queue)).toEqual(before);
  });

  it('does not end a job that a worker has taken, or that has failed', async () => {
    const { queue, worker } = await openOne();
    const before = await jobOf(queue);
    await worker.getNextJob('token');
    const taken = await jobOf(queue);
    const failed = await openFailed();
    for (const to of ['removed', UNKNOWN] as const) {
      expect(await store.change(queue, before, { data: DATA, to })).toBe(false);
      expect(await store.change(queue, taken, { data: DATA, to })).toBe(false);
      expect(await store.change(failed.queue, failed.job, { data: DATA, to })).toBe(false);
    }
    expect(await queue.getJobState('m1')).toBe('active');
    expect(await failed.queue.getJobState('m1')).toBe('failed');
  });

  it('moves no job that has not failed', async () => {
    const { queue } = await openOne();
    const job = await jobOf(queue);
    for (const to of ['waiting', ACCEPTED] as const) {
      expect(await store.change(queue, job, { data: DATA, to })).toBe(false);
    }
    expect(await queue.getJobState('m1')).toBe('waiting');
  });

  it('lets only one succeed if a message is settled and resent at the same time', async () => {
    const { queue, gateway } = await tested.open({ send: () => ({ status: 500 }) });
    for (let round = 0; round < 5; round += 1) {
      const { id } = await queue.add(message());
      await outcomeOf(queue, id);
      const before = gateway.sends.length;
      // Otherwise, it could be sent again and be unknown again before it is settled.
      await queue.pause();
      const both = await Promise.allSettled([queue.settle(id, 'accepted'), queue.resend(id)]);
      const [settled, resent] = both.map(({ status }) => status === 'fulfilled');
      expect(settled).toBe(!resent);
      await queue.resume();
      expect(await outcomeOf(queue, id)).toMatchObject({
        status: settled ? 'accepted' : 'unknown',
      });
      expect(gateway.sends.length - before).toBe(settled ? 0 : 1);
    }
  });
});

async function failNext(worker: BullWorker): Promise<void> {
  const job = await worker.getNextJob('token');
  const error = Object.assign(new Error('sms'), { stack: 'sms' });
  await job?.moveToFailed(error, 'token', false);
}

async function jobOf(queue: BullQueue): Promise<SmsJob> {
  const job = await queue.getJob('m1');
  if (!job) throw new Error('There is no job');
  return job;
}

interface Dump {
  readonly jobs: unknown;
  readonly events: readonly Readonly<Record<string, unknown>>[];
}

/** Everything that a store holds of a queue. Times are left out. */
async function dump(store: TestStore, queue: BullQueue): Promise<Dump> {
  const client = clientOf(store);
  const read = client instanceof Redis ? dumpRedis(client, queue) : dumpPostgres(client, queue);
  const text = JSON.stringify(await read).replaceAll(queue.name, 'queue');
  return JSON.parse(text.replaceAll(/\d{13,}(?:\.\d+)?/g, '0'));
}

async function dumpRedis(redis: Redis, queue: BullQueue): Promise<Dump> {
  const jobs: Record<string, unknown> = {};
  const events: Record<string, unknown>[] = [];
  for (const key of (await redis.keys(`${queue.toKey('')}*`)).toSorted()) {
    const type = await redis.type(key);
    if (type === 'hash') jobs[key] = await redis.hgetall(key);
    if (type === 'zset') jobs[key] = await redis.zrange(key, 0, '-1', 'WITHSCORES');
    if (type === 'list') jobs[key] = await redis.lrange(key, 0, -1);
    if (type === 'string') jobs[key] = await redis.get(key);
    if (type !== 'stream') continue;
    for (const [, fields] of await redis.xrange(key, '-', '+')) {
      const pairs = fields.flatMap((each, at) => (at % 2 ? [] : [[each, fields[at + 1]]]));
      events.push(Object.fromEntries(pairs));
    }
  }
  return { jobs, events };
}

async function dumpPostgres(pool: pg.Pool, queue: BullQueue): Promise<Dump> {
  const rows = async (text: string): Promise<Record<string, unknown>[]> =>
    (await pool.query<Record<string, unknown>>(text, [queue.name])).rows;
  const jobs = 'select *, 0 as seq, seq < 0 as is_lifo from bullmq.job where queue = $1';
  const events = `select data || jsonb_build_object('event', event) as event from bullmq.event
    where queue = $1 order by id`;
  const found = await rows(events);
  return { jobs: await rows(jobs), events: found.map(({ event }) => event as Dump['events'][0]) };
}
