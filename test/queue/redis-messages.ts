import { randomUUID } from 'node:crypto';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { bullQueueOf, type SmsQueue } from '../../lib/extras/queue/index.js';
import type { BullQueue, JobData, SmsJob } from '../../lib/extras/queue/redis/sms-job.js';
import type { StoredOutcome } from '../../lib/extras/queue/store/outcomes.js';
import { afterThisTest } from '../support/clean-up.js';
import { NEVER_REACHED } from '../../lib/extras/queue/redis/bull-worker.js';
import type { StoreProbe } from './store-probe.js';
import type { TestStore } from './stores.mjs';

/** The BullMQ queue of a queue. */
export const bullOf = (queue: SmsQueue): Promise<BullQueue> => bullQueueOf<BullQueue>(queue);

/** A job of a queue. */
export async function jobOf(queue: SmsQueue, id: string): Promise<SmsJob> {
  return theJob(await bullOf(queue), id);
}

/** A job of a BullMQ queue. */
export async function theJob(bull: BullQueue, id: string): Promise<SmsJob> {
  const job = await bull.getJob(id);
  if (!job) throw new Error('There is no job');
  return job;
}

/** A worker of a BullMQ queue that takes only what the test asks for, until the test ends. */
export function plainWorker(
  { url }: Pick<TestStore, 'url'>,
  queueName: string,
  options: { lockDuration?: number; limiter?: { max: number; duration: number } } = {},
): Worker<JobData, StoredOutcome> {
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  const worker = new Worker<JobData, StoredOutcome>(queueName, undefined, {
    connection: redis,
    prefix: '{sms-gateway}',
    autorun: false,
    ...options,
  });
  afterThisTest(async () => {
    await worker.close();
    redis.disconnect();
  });
  return worker;
}

export function redisProbe(store: TestStore, queue: SmsQueue): StoreProbe {
  const useClient = async <T>(work: (redis: Redis, bull: BullQueue) => Promise<T>): Promise<T> => {
    const redis = new Redis(store.url);
    try {
      return await work(redis, await bullOf(queue));
    } finally {
      redis.disconnect();
    }
  };
  return {
    takeFromWorker: (id) =>
      useClient(async (redis, bull) => void (await redis.del(`${bull.toKey(id)}:lock`))),

    // As BullMQ does once the lock has expired.
    giveToOthers: async (id) => void (await (await jobOf(queue, id)).moveToWait('0')),

    async claimAndVanish(lockDuration) {
      const worker = plainWorker(store, (await bullOf(queue)).name, { lockDuration });
      if (!(await worker.getNextJob(randomUUID()))) throw new Error('There is no job');
    },

    makeDue: async (id) => (await jobOf(queue, id)).promote(),

    async makeWaitSince(id, ms) {
      const job = await jobOf(queue, id);
      await job.updateData({ ...job.data, x: job.data.x - ms });
    },

    async expire(id) {
      const job = await jobOf(queue, id);
      await job.updateData({ ...job.data, x: Date.now() - 1 });
    },

    async forgetReach(id) {
      const job = await jobOf(queue, id);
      const { r: _reach, ...data } = job.data;
      await job.updateData(data);
    },

    textOf: (id = '[mk]?*') =>
      useClient(async (redis, bull) => {
        const hashes = (await redis.keys(bull.toKey(id))).map(async (key) =>
          (await redis.type(key)) === 'hash' ? redis.hgetall(key) : [],
        );
        const events = id.includes('*') ? await redis.xrange(bull.toKey('events'), '-', '+') : [];
        return JSON.stringify([await Promise.all(hashes), events]);
      }),

    heldFor: async () => (await bullOf(queue)).getRateLimitTtl(NEVER_REACHED),
  };
}
