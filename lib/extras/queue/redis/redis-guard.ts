import type { Redis } from 'ioredis';
import { BUCKETS, type SmsGuardStore } from '../../../core/limits/guard-store.js';
import { hasMethods } from '../../../core/common/members.js';
import type { SmsOtpRedis } from '../../records/redis-otp-store.js';
import type { SmsQueueRedis } from '../sms-queue.options.js';
import { redisClients } from './redis-clients.js';
import { checkDatabase } from './redis-database.js';

/** As that of the queue: in braces, so that a Redis Cluster keeps all counts on one node. */
const PREFIX = '{sms-gateway}:guard:';

// A count is a hash: the time until which something counts, and how much. The clock is that of Redis.
const TAKE = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local over, stamps = {}, {}
for i, key in ipairs(KEYS) do
  local amount = tonumber(ARGV[3 * i - 2])
  local limit = tonumber(ARGV[3 * i - 1])
  local window = tonumber(ARGV[3 * i])
  local size = math.ceil(window / ${BUCKETS})
  stamps[i] = (math.floor(now / size) + 1) * size + window
  local total, live = amount, {}
  local fields = redis.call('HGETALL', key)
  for j = 1, #fields, 2 do
    local stamp = tonumber(fields[j])
    if stamp <= now then
      redis.call('HDEL', key, fields[j])
    else
      total = total + fields[j + 1]
      live[#live + 1] = { stamp, tonumber(fields[j + 1]) }
    end
  end
  if total > limit then
    table.sort(live, function(a, b) return a[1] < b[1] end)
    local free = now
    for _, each in ipairs(live) do
      if total <= limit then break end
      total = total - each[2]
      free = each[1]
    end
    over[#over + 1] = i - 1
    over[#over + 1] = free - now
  end
end
if #over == 0 then
  for i, key in ipairs(KEYS) do
    redis.call('HINCRBY', key, string.format('%.0f', stamps[i]), ARGV[3 * i - 2])
    redis.call('PEXPIREAT', key, string.format('%.0f', stamps[i]))
  end
end
return { over, stamps }`;

const GIVE_BACK = `
for i, key in ipairs(KEYS) do
  local amount, field = tonumber(ARGV[2 * i - 1]), ARGV[2 * i]
  if amount > 0 and redis.call('HINCRBY', key, field, -amount) <= 0 then
    redis.call('HDEL', key, field)
  end
end`;

/** Counts in Redis 7 or Valkey. */
export function createRedisGuard(
  connection: string | SmsQueueRedis,
): SmsGuardStore & { checkStart(): Promise<void>; close(): Promise<void> } {
  let opening: Promise<Redis> | undefined;
  const client = async (): Promise<SmsOtpRedis> => {
    if (typeof connection === 'string') return (opening ??= openRedis(connection));
    if (hasMethods<SmsOtpRedis>(connection, 'eval')) return connection;
    throw new TypeError('The connection of createGuardStore is not an ioredis client');
  };
  return {
    async take(counts) {
      const keys = counts.map(({ key }) => PREFIX + key);
      const values = counts.flatMap(({ amount, limit, windowMs }) => [amount, limit, windowMs]);
      const answer = await (await client()).eval(TAKE, keys.length, ...keys, ...values);
      const [pairs = [], stamps = []] = asLists(answer);
      const over = [];
      for (let at = 0; at < pairs.length; at += 2) {
        over.push({ index: pairs[at] ?? 0, retryAfter: pairs[at + 1] ?? 0 });
      }
      return { over, stamps };
    },

    async giveBack(counts, stamps) {
      const keys = counts.map(({ key }) => PREFIX + key);
      const values = counts.flatMap(({ amount }, index) => [amount, stamps[index] ?? 0]);
      await (await client()).eval(GIVE_BACK, keys.length, ...keys, ...values);
    },

    async checkStart() {
      if (typeof connection !== 'string') return;
      await checkDatabase(await (opening ??= openRedis(connection)), 'createGuardStore');
    },

    async close() {
      (await opening)?.disconnect();
    },
  };
}

async function openRedis(url: string): Promise<Redis> {
  // The account says that its store fails.
  const clients = await redisClients(url, () => undefined, 'createGuardStore');
  return clients.open({
    // A send waits no longer than a second, and then is counted elsewhere.
    commandTimeout: 1000,
    // A connection that stays silent for longer is opened again.
    socketTimeout: 5000,
    maxRetriesPerRequest: 0,
  });
}

function asLists(answer: unknown): readonly (readonly number[])[] {
  if (!Array.isArray(answer)) return [];
  return answer.map((list: unknown) => (Array.isArray(list) ? list.map(Number) : []));
}
