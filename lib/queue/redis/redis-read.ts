import type { Redis } from 'ioredis';
import type { SmsQueueCountLimits, SmsQueueCounts } from '../sms-queue.js';
import { type BullQueue, COUNTED, type StoredJob } from '../jobs/store.js';
import { PRIORITIES } from '../jobs/stored-job.js';

/** Messages that are read together. */
const PAGE = 1000;

/** BullMQ's keys for the ids in each state. */
const LISTS = ['wait', 'active'];
const SETS = ['delayed', 'prioritized', 'completed', 'failed'];

// In one command: for ioredis, a thousand commands are five times as much work.
const READ_PAGE = `
local found = {}
for index, id in ipairs(ARGV) do found[index] = redis.call('HGET', KEYS[1] .. id, 'data') end
return found`;

/** Reads all messages of a queue in Redis; see `QueueStore.read`. */
export async function* readFromRedis(
  redis: Redis,
  queue: BullQueue,
): AsyncGenerator<readonly StoredJob[], void, undefined> {
  const ids = await idsIn(redis, queue);
  for (let from = 0; from < ids.length; from += PAGE) {
    const page = ids.slice(from, from + PAGE);
    const found: unknown = await redis.eval(READ_PAGE, 1, queue.toKey(''), ...page);
    const all: readonly unknown[] = Array.isArray(found) ? found : [];
    yield page.flatMap((id, index) => {
      const data = all[index];
      // It may have been removed meanwhile.
      return typeof data === 'string' ? [{ id, data: JSON.parse(data) }] : [];
    });
  }
}

/**
 * The ids of all messages. In one step, because pages of ids that others shift would miss some. It takes a fifth
 * of the time of BullMQ's script, which stops Redis for a second with a million ids.
 */
async function idsIn(redis: Redis, queue: BullQueue): Promise<readonly string[]> {
  const all = redis.multi();
  for (const state of LISTS) all.lrange(queue.toKey(state), 0, -1);
  for (const state of SETS) all.zrange(queue.toKey(state), '0', '-1');
  const answers = (await all.exec()) ?? [];
  return answers.flatMap(([error, ids]) => {
    if (error) throw error;
    return Array.isArray(ids) ? ids.map(String) : [];
  });
}

/** Counts messages in Redis, which knows how many there are; see `QueueStore.count`. */
export async function countInRedis(
  queue: BullQueue,
  most: SmsQueueCountLimits,
): Promise<Partial<SmsQueueCounts>> {
  const [counts, waiting] = await Promise.all([
    queue.getJobCounts('delayed', 'active', 'failed', 'completed'),
    queue.getCountsPerPriority(Object.values(PRIORITIES).map((priority = 0) => priority)),
  ]);
  const { high = 0, normal = 0 } = PRIORITIES;
  const oldest = await oldestWaiting(queue, waiting[high] ?? 0, waiting[normal] ?? 0);
  const found = {
    waiting: Object.values(waiting).reduce((sum, each) => sum + each, 0),
    delayed: counts['delayed'],
    sending: counts['active'],
    unknown: counts['failed'],
    finished: counts['completed'],
  };
  const asked = COUNTED.filter((state) => most[state] !== undefined);
  return {
    ...Object.fromEntries(asked.map((state) => [state, found[state] ?? 0])),
    ...(oldest !== undefined && { oldest: Math.max(0, Date.now() - oldest) }),
  };
}

/**
 * When the oldest waiting message became ready to be sent, in ms since 1970. Undefined if none is waiting.
 *
 * @param high how many of high priority wait
 * @param normal how many of normal priority wait: those of low priority come after them
 */
async function oldestWaiting(
  queue: BullQueue,
  high: number,
  normal: number,
): Promise<number | undefined> {
  const firsts = await Promise.all([
    // The newest is first.
    ...(high > 0 ? [queue.getJobs(['waiting'], high - 1, high - 1)] : []),
    queue.getJobs(['prioritized'], 0, 0, true),
    queue.getJobs(['prioritized'], normal, normal, true),
  ]);
  // A job may have left meanwhile.
  const times = firsts
    .flat()
    .flatMap((job) => (job ? [job.timestamp + (job.opts.delay ?? 0)] : []));
  return times.length > 0 ? Math.min(...times) : undefined;
}
