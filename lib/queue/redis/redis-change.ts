import type { BullQueue } from '../jobs/store.js';
import { finishOf, type JobChange, type SmsJob } from '../jobs/stored-job.js';

// What BullMQ's own scripts do when they retry a failed job or complete one; see `change.spec.ts`.
const CHANGE = `
local job, events, failed, completed, wait, meta, active, marker, prioritized, counter = unpack(KEYS)
local id, data, starts, finished, newData, to, now, outcome = unpack(ARGV)
local seen = redis.call('HMGET', job, 'data', 'ats', 'finishedOn')
if seen[1] ~= data or (seen[2] or '0') ~= starts or (seen[3] or '') ~= finished then return 0 end
if to ~= '' and redis.call('ZREM', failed, id) == 0 then return 0 end
redis.call('HSET', job, 'data', newData)
if to == '' then return 1 end
local event = { 'event', to, 'jobId', id, 'prev', 'failed' }
if to == 'completed' then
  redis.call('HDEL', job, 'failedReason', 'stacktrace')
  redis.call('HSET', job, 'returnvalue', outcome, 'finishedOn', now)
  redis.call('ZADD', completed, now, id)
  event[7], event[8] = 'returnvalue', outcome
else
  redis.call('HDEL', job, 'failedReason', 'finishedOn', 'processedOn')
  local priority = tonumber(redis.call('HGET', job, 'priority')) or 0
  if priority == 0 then
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
];

interface Scripts {
  eval(script: string, keys: number, ...rest: (string | number)[]): Promise<unknown>;
}

/** Changes a job in Redis; see `QueueStore.change`. */
export async function changeInRedis(
  redis: Scripts,
  queue: BullQueue,
  job: SmsJob,
  { data, to }: JobChange,
): Promise<boolean> {
  const id = job.id ?? '';
  const isCompleted = typeof to === 'object';
  const keys = [id, ...KEYS].map((key) => queue.toKey(key));
  const changed = await redis.eval(
    CHANGE,
    keys.length,
    ...keys,
    id,
    // As BullMQ wrote it.
    JSON.stringify(job.data),
    job.attemptsStarted,
    job.finishedOn ?? '',
    JSON.stringify(data),
    isCompleted ? 'completed' : (to ?? ''),
    finishOf(job),
    isCompleted ? JSON.stringify(to) : '',
  );
  return changed === 1;
}
