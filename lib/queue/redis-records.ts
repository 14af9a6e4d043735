import type { Records } from './store.js';

/** In braces, so that a Redis Cluster keeps all records on one node. */
const PREFIX = '{sms-gateway}:records:';

const READ = `
local values = {}
for i, key in ipairs(KEYS) do values[i] = redis.call('GET', key) or '' end
local clock = redis.call('TIME')
return { clock[1] * 1000 + math.floor(clock[2] / 1000), values }`;

const SWAP = `
for i, key in ipairs(KEYS) do
  if (redis.call('GET', key) or '') ~= ARGV[3 * i - 2] then return 0 end
end
for i, key in ipairs(KEYS) do
  if ARGV[3 * i - 1] == '' then redis.call('DEL', key)
  else redis.call('SET', key, ARGV[3 * i - 1], 'PX', ARGV[3 * i]) end
end
return 1`;

interface Scripts {
  eval(script: string, keys: number, ...rest: (string | number)[]): Promise<unknown>;
}

/** Keeps records in Redis. */
export function redisRecords(redis: Scripts): Records {
  return {
    async read(keys) {
      const answer = await redis.eval(READ, keys.length, ...keys.map((key) => PREFIX + key));
      const [now, values]: unknown[] = Array.isArray(answer) ? answer : [];
      if (!Array.isArray(values)) throw new TypeError('Redis gave no records');
      return { now: Number(now), values: values.map(String) };
    },

    async swap(changes) {
      const keys = changes.map(({ key }) => PREFIX + key);
      const values = changes.flatMap(({ from, to, ttl }) => [from, to, ttl]);
      return (await redis.eval(SWAP, keys.length, ...keys, ...values)) === 1;
    },
  };
}
