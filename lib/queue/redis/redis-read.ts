import type { Redis } from 'ioredis';
import type { BullQueue, StoreCounts, StoredJob } from '../jobs/store.js';
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
    yield readJobs(redis, queue, ids.slice(from, from + PAGE));
  }
}

/** Reads jobs, apart from those that were removed meanwhile. */
export async function readJobs(
  redis: Redis,
  queue: BullQueue,
  ids: readonly string[],
): Promise<readonly StoredJob[]> {
  const found: unknown = await redis.eval(READ_PAGE, 1, queue.toKey(''), ...ids);
  const all: readonly unknown[] = Array.isArray(found) ? found : [];
  return ids.flatMap((id, index) => {
    const data = all[index];
    return typeof data === 'string' ? [{ id, data: JSON.parse(data) }] : [];
  });
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
export async function countInRedis(queue: BullQueue): Promise<StoreCounts> {
  const { normal = 0 } = PRIORITIES;
  const [counts, { [normal]: ofNormal = 0 }] = await Promise.all([
    queue.getJobCounts(),
    queue.getCountsPerPriority([normal]),
  ]);
  // The first of each priority. Those of low priority come after all of normal priority.
  const firsts = await Promise.all([
    queue.getJobs(['waiting', 'prioritized'], 0, 0, true),
    queue.getJobs(['prioritized'], ofNormal, ofNormal, true),
  ]);
  const times = firsts.flat().map((job) => job.timestamp + (job.opts.delay ?? 0));
  const of = (state: string): number => counts[state] ?? 0;
  return {
    waiting: of('waiting') + of('prioritized'),
    delayed: of('delayed'),
    sending: of('active'),
    unknown: of('failed'),
    finished: of('completed'),
    since: times.length > 0 ? Math.min(...times) : null,
    capped: false,
  };
}
