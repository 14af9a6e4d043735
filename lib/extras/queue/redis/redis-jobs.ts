import type { Redis } from 'ioredis';
import type { BullQueue, StoredJob, StoredJobs } from '../jobs/store.js';
import { asFailedReason } from '../jobs/outcomes.js';
import { finishOf, isOurs, type JobChange, PRIORITIES, priorityOf } from '../jobs/stored-job.js';

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

// What BullMQ's own scripts do when they retry, complete, fail or remove a job; see `change.spec.ts`.
const CHANGE = `
local job, events, failed, completed, wait, meta, active, marker, prioritized, counter, delayed = unpack(KEYS)
local id, data, starts, finished, newData, to, now, outcome, priority = unpack(ARGV)
local seen = redis.call('HMGET', job, 'data', 'ats', 'finishedOn')
if seen[1] ~= data or (seen[2] or '0') ~= starts or (seen[3] or '') ~= finished then return 0 end
local from = 'failed'
if to == 'waiting' or to == 'completed' then
  if redis.call('ZREM', failed, id) == 0 then return 0 end
elseif to ~= '' then
  if redis.call('ZREM', delayed, id) == 1 then from = 'delayed'
  elseif redis.call('ZREM', prioritized, id) == 1 then from = 'prioritized'
  elseif redis.call('LREM', wait, 1, id) == 1 then from = 'wait'
  else return 0 end
end
redis.call('HSET', job, 'data', newData, unpack(ARGV, 10))
if to == '' then return 1 end
local event = { 'event', to, 'jobId', id, 'prev', from }
if to == 'removed' then
  redis.call('DEL', job)
elseif to == 'failed' then
  redis.call('HSET', job, 'failedReason', outcome, 'stacktrace', '[]', 'finishedOn', now)
  redis.call('ZADD', failed, now, id)
  event[7], event[8] = 'failedReason', outcome
elseif to == 'completed' then
  redis.call('HDEL', job, 'failedReason', 'stacktrace')
  redis.call('HSET', job, 'returnvalue', outcome, 'finishedOn', now)
  redis.call('ZADD', completed, now, id)
  event[7], event[8] = 'returnvalue', outcome
else
  redis.call('HDEL', job, 'failedReason', 'finishedOn', 'processedOn')
  redis.call('HSET', job, 'priority', priority)
  if priority == '0' then
    redis.call('LPUSH', wait, id)
  else
    local count = redis.call('INCR', counter)
    redis.call('ZADD', prioritized, priority * 0x100000000 + count % 0x100000000, id)
  end
  local limits = redis.call('HMGET', meta, 'paused', 'concurrency')
  local isHeld = limits[1] or (limits[2] and redis.call('LLEN', active) >= tonumber(limits[2]))
  if not isHeld then redis.call('ZADD', marker, 0, '0') end
end
local most = redis.call('HGET', meta, 'opts.maxLenEvents') or 10000
redis.call('XADD', events, 'MAXLEN', '~', most, '*', unpack(event))
return 1`;

const KEYS = [
  'events',
  'failed',
  'completed',
  'wait',
  'meta',
  'active',
  'marker',
  'prioritized',
  'pc',
  'delayed',
];

/** What a store does with jobs, in Redis. */
export function redisJobs(redis: Redis): StoredJobs {
  const readJobs = async (queue: BullQueue, ids: readonly string[]) => {
    const found: unknown = await redis.eval(READ_PAGE, 1, queue.toKey(''), ...ids);
    const all: readonly unknown[] = Array.isArray(found) ? found : [];
    return ids.flatMap((id, index): readonly StoredJob[] => {
      const data = all[index];
      // It may have been removed meanwhile.
      return typeof data === 'string' ? [{ id, data: JSON.parse(data) }] : [];
    });
  };
  return {
    async *read(queue) {
      const ids = await idsIn(redis, queue);
      for (let from = 0; from < ids.length; from += PAGE) {
        yield readJobs(queue, ids.slice(from, from + PAGE));
      }
    },

    async messages(queue, ids) {
      const jobs = await readJobs(queue, ids);
      return new Map(jobs.map(({ id, data }) => [id, data?.m]));
    },

    // Redis knows how many there are.
    async count(queue) {
      const [, ...priorities] = Object.values(PRIORITIES);
      const [counts, ofEach] = await Promise.all([
        queue.getJobCounts(),
        queue.getCountsPerPriority(priorities),
      ]);
      // Reads the first job of each priority. BullMQ keeps `prioritized` sorted by priority.
      let at = 0;
      const firsts = [queue.getJobs(['waiting'], 0, 0, true)];
      for (const priority of priorities) {
        firsts.push(queue.getJobs(['prioritized'], at, at, true));
        at += ofEach[priority] ?? 0;
      }
      const times = (await Promise.all(firsts))
        .flat()
        .filter(({ data }) => isOurs(data))
        .map(({ data: { w = 0, x, l } }) => Math.max(w, x - l));
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
    },

    async removeFinished(queue, age, signal) {
      while ((await queue.clean(age, PAGE)).length === PAGE) signal.throwIfAborted();
    },

    async change(queue, job, { data, to, outcome: replaced }) {
      const { id = '', data: read, attemptsStarted, finishedOn } = job;
      const keys = [id, ...KEYS].map((key) => queue.toKey(key));
      // As BullMQ wrote it.
      const seen = [JSON.stringify(read), attemptsStarted, finishedOn ?? ''];
      const [state, outcome] = targetOf(to);
      const then = [state, finishOf(finishedOn), outcome, priorityOf(job)];
      const given = [id, ...seen, JSON.stringify(data), ...then, ...fieldsOf(replaced)];
      return (await redis.eval(CHANGE, keys.length, ...keys, ...given)) === 1;
    },
  };
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

/** The fields in which BullMQ keeps an outcome, with their values. The stack of a failure has its text again. */
function fieldsOf(outcome: JobChange['outcome']): readonly string[] {
  if (!outcome) return [];
  if (outcome.status === 'unknown') {
    return ['failedReason', asFailedReason(outcome), 'stacktrace', '[]'];
  }
  return ['returnvalue', JSON.stringify(outcome)];
}

/** The state that a change leads to, and its outcome in the form that BullMQ stores. */
function targetOf(to: JobChange['to']): readonly [state: string, outcome: string] {
  if (typeof to !== 'object') return [to ?? '', ''];
  if (to.status === 'unknown') return ['failed', asFailedReason(to)];
  return ['completed', JSON.stringify(to)];
}
