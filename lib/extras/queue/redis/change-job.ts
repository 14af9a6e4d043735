import type { Redis } from 'ioredis';
import type { StoredOutcome } from '../store/outcomes.js';
import {
  asFailedReason,
  type BullQueue,
  changedData,
  type DataChange,
  type SmsJob,
} from './sms-job.js';

/** A change of a job that is made in one step: all of it, or nothing. */
export interface JobChange {
  readonly message?: DataChange | undefined;
  /**
   * Where a failed job goes: back to the workers, or with an outcome to the finished ones. Where a job goes that
   * waits: away, or with an unknown outcome to the failed ones. Absent: the job stays where it is.
   */
  readonly to?: 'waiting' | 'removed' | StoredOutcome | undefined;
  /** What replaces the outcome of a finished job that stays where it is. It has the same status. */
  readonly outcome?: StoredOutcome | undefined;
}

// What BullMQ's own scripts do when they retry, complete, fail or remove a job; see `change.spec.ts`.
const CHANGE = `
local job, events, failed, completed, wait, meta, active, marker, prioritized, counter, delayed = unpack(KEYS)
local id, data, starts, finished, newData, to, now, field, outcome, priority = unpack(ARGV)
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
redis.call('HSET', job, 'data', newData)
if field ~= '' then redis.call('HSET', job, field, outcome) end
if field == 'failedReason' then redis.call('HSET', job, 'stacktrace', '[]') end
if to == '' then return 1 end
local event = { 'event', to, 'jobId', id, 'prev', from }
if to == 'removed' then
  redis.call('DEL', job)
elseif field ~= '' then
  if to == 'completed' then redis.call('HDEL', job, 'failedReason', 'stacktrace') end
  redis.call('HSET', job, 'finishedOn', now)
  redis.call('ZADD', to == 'failed' and failed or completed, now, id)
  event[7], event[8] = field, outcome
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

/** What the script calls its keys after the first, by their names in BullMQ. */
const KEYS = 'events failed completed wait meta active marker prioritized pc delayed'.split(' ');

/**
 * Changes a job in one step, if neither its data nor its state have changed since it was read.
 *
 * @returns whether it did; nothing was changed otherwise
 */
export async function changeJob(
  redis: Redis,
  queue: Pick<BullQueue, 'toKey'>,
  { id = '', data, attemptsStarted, finishedOn, opts }: SmsJob,
  { message = {}, to, outcome: replaced }: JobChange,
): Promise<boolean> {
  const keys = [id, ...KEYS].map((key) => queue.toKey(key));
  // As BullMQ wrote it.
  const seen = [JSON.stringify(data), attemptsStarted, finishedOn ?? ''];
  const [state, ...kept] = keptOutcome(typeof to === 'object' ? to : replaced);
  const target = typeof to === 'object' ? state : (to ?? '');
  // Another time than it had, so that the change can be seen.
  const now = Math.max(Date.now(), (finishedOn ?? 0) + 1);
  // The priority with which it was added. One whose worker was lost has none any more.
  const then = [target, now, ...kept, opts.priority ?? 0];
  const values = [id, ...seen, JSON.stringify(changedData(data, message)), ...then];
  return (await redis.eval(CHANGE, keys.length, ...keys, ...values)) === 1;
}

/** How BullMQ keeps an outcome. */
function keptOutcome(
  outcome: StoredOutcome | undefined,
): readonly [state: string, field: string, text: string] {
  if (!outcome) return ['', '', ''];
  if (outcome.status === 'unknown') return ['failed', 'failedReason', asFailedReason(outcome)];
  return ['completed', 'returnvalue', JSON.stringify(outcome)];
}
