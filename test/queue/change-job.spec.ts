import type { Redis } from 'ioredis';
import type { Worker } from 'bullmq';
import { changeJob, type JobChange } from '../../lib/extras/queue/redis/change-job.js';
import {
  type BullQueue,
  failureOf,
  type JobData,
  LAYOUT,
  type SmsJob,
} from '../../lib/extras/queue/redis/sms-job.js';
import { clientOf, describeStore, storeForTests } from './describe-stores.js';
import { bullOf, plainWorker, theJob } from './redis-messages.js';

const ACCEPTED = { status: 'accepted', transactionId: '1', at: 1 } as const;
const UNKNOWN = { status: 'unknown', code: 'cancelled', at: 1 } as const;
const DATA: JobData = { v: LAYOUT, m: 'open..{}', x: 2, l: 1 };

describeStore('Redis', 'a change of a job', () => {
  const tested = storeForTests('Redis');
  let redis: Redis;

  beforeEach(() => {
    redis = clientOf(tested.store) as Redis;
  });

  const change = (queue: BullQueue, job: SmsJob, to: JobChange) => changeJob(redis, queue, job, to);

  const read = (queue: BullQueue) => dump(redis, queue);

  /** A queue with one job, and a worker of it. */
  async function openOne(options: { priority?: number; delay?: number } = {}) {
    const queue = await bullOf((await tested.open({}, { worker: false })).queue);
    const worker = plainWorker(tested.store, queue.name);
    await queue.add('sms', DATA, { jobId: 'm1', attempts: 1, ...options });
    return { queue, worker };
  }

  /** The same, whose job is among the failed ones. */
  async function openFailed(priority?: number) {
    const { queue, worker } = await openOne(priority === undefined ? {} : { priority });
    await failNext(worker);
    return { queue, worker, job: await theJob(queue, 'm1') };
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
      const wanted: JobChange = { to: 'waiting' };
      expect(await change(ours.queue, ours.job, wanted)).toBe(true);
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
    const wanted: JobChange = { to: 'removed' };
    expect(await change(ours.queue, await theJob(ours.queue, 'm1'), wanted)).toBe(true);
    expect(await read(ours.queue)).toEqual(await read(theirs.queue));
  });

  it.each([
    ['waits', {}],
    ['waits with a priority', { priority: 10 }],
    ['is delayed', { delay: 60_000 }],
  ])('fails a job that %s, which can be put back', async (_what, options) => {
    const { queue, worker } = await openOne(options);
    const wanted: JobChange = { message: { allowedStarts: 9 }, to: UNKNOWN };
    expect(await change(queue, await theJob(queue, 'm1'), wanted)).toBe(true);
    expect(await queue.getJobState('m1')).toBe('failed');
    const failed = await theJob(queue, 'm1');
    expect(failureOf(failed)).toEqual(UNKNOWN);
    expect(failed.data.n).toBe(9);
    expect(await worker.getNextJob('token')).toBeUndefined();
    expect(await change(queue, failed, { to: 'waiting' })).toBe(true);
    expect((await worker.getNextJob('token'))?.id).toBe('m1');
  });

  it('restores the priority of a job that was moved first', async () => {
    const [moved, other] = await Promise.all([openFailed(100), openFailed(100)]);
    await moved.job.changePriority({ priority: 0, lifo: true });
    for (const { queue } of [moved, other]) {
      const wanted: JobChange = { to: 'waiting' };
      expect(await change(queue, await theJob(queue, 'm1'), wanted)).toBe(true);
    }
    expect((await read(moved.queue)).jobs).toEqual((await read(other.queue)).jobs);
  });

  it('completes a failed job as BullMQ completes one that did not fail', async () => {
    const [theirs, ours] = await Promise.all([openOne({ priority: 10 }), openFailed(10)]);
    const job = await theirs.worker.getNextJob('token');
    await job?.moveToCompleted(ACCEPTED, 'token', false);
    expect(await change(ours.queue, ours.job, { to: ACCEPTED })).toBe(true);
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
      if (state === 'completed') await change(queue, job, { to });
      const before = await theJob(queue, 'm1');
      const wanted: JobChange = { message: { allowedStarts: 9 }, outcome };
      expect(await change(queue, before, wanted)).toBe(true);
      const after = await theJob(queue, 'm1');
      expect(failureOf(after) ?? after.returnvalue).toEqual(outcome);
      expect(after.data.n).toBe(9);
      expect(after.finishedOn).toBe(before.finishedOn);
      expect(after.stacktrace ?? []).toEqual([]);
      expect(await queue.getJobState('m1')).toBe(state);
      expect(await change(queue, before, { outcome: to })).toBe(false);
      const now = await theJob(queue, 'm1');
      expect(failureOf(now) ?? now.returnvalue).toEqual(outcome);
    },
  );

  it('wakes a worker for a job that was put back', async () => {
    const { queue, worker, job } = await openFailed();
    // From now on it waits for jobs.
    expect(await worker.getNextJob('token')).toBeUndefined();
    const waiting = worker.getNextJob('token');
    expect(await change(queue, job, { to: 'waiting' })).toBe(true);
    expect((await waiting)?.id).toBe('m1');
  });

  const changes: readonly JobChange[] = [
    { message: { allowedStarts: 9 } },
    { message: { allowedStarts: 9 }, to: 'waiting' },
    { message: { allowedStarts: 9 }, to: ACCEPTED },
  ];

  it.each<[string, (queue: BullQueue, worker: Worker, job: SmsJob) => Promise<unknown>]>([
    ['changed', (queue, _, job) => change(queue, job, { message: { expiresAt: 5 } })],
    ['put back', (queue, _, job) => change(queue, job, { to: 'waiting' })],
    ['completed', (queue, _, job) => change(queue, job, { to: ACCEPTED })],
    [
      'put back, and failed again',
      async (queue, worker, job) => {
        await change(queue, job, { to: 'waiting' });
        await failNext(worker);
      },
    ],
    ['removed', (queue) => queue.remove('m1')],
  ])('is not made if the job was %s after it was read', async (_what, happen) => {
    const { queue, worker, job } = await openFailed();
    await happen(queue, worker, job);
    const before = await read(queue);
    for (const wanted of changes) expect(await change(queue, job, wanted)).toBe(false);
    expect(await read(queue)).toEqual(before);
  });

  it('does not end a job that a worker has taken, or that has failed', async () => {
    const { queue, worker } = await openOne();
    const before = await theJob(queue, 'm1');
    await worker.getNextJob('token');
    const taken = await theJob(queue, 'm1');
    const failed = await openFailed();
    for (const to of ['removed', UNKNOWN] as const) {
      expect(await change(queue, before, { to })).toBe(false);
      expect(await change(queue, taken, { to })).toBe(false);
      expect(await change(failed.queue, failed.job, { to })).toBe(false);
    }
    expect(await queue.getJobState('m1')).toBe('active');
    expect(await failed.queue.getJobState('m1')).toBe('failed');
  });

  it('moves no job that has not failed', async () => {
    const { queue } = await openOne();
    const job = await theJob(queue, 'm1');
    for (const to of ['waiting', ACCEPTED] as const) {
      expect(await change(queue, job, { to })).toBe(false);
    }
    expect(await queue.getJobState('m1')).toBe('waiting');
  });
});

async function failNext(worker: Worker): Promise<void> {
  const job = await worker.getNextJob('token');
  const error = Object.assign(new Error('sms'), { stack: 'sms' });
  await job?.moveToFailed(error, 'token', false);
}

interface Dump {
  readonly jobs: unknown;
  readonly events: readonly Readonly<Record<string, unknown>>[];
}

/** Everything that Redis holds of a queue. Times are left out. */
async function dump(redis: Redis, queue: BullQueue): Promise<Dump> {
  const text = JSON.stringify(await dumpRedis(redis, queue)).replaceAll(queue.name, 'queue');
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
