import type { Redis } from 'ioredis';
import type { QueueRecords } from '../store/queue-records.js';

// An empty text means that there was no record: records are never empty.
const SWAP = `
local swapped = {}
for at, key in ipairs(KEYS) do
  if (redis.call('GET', key) or '') == ARGV[2 * at] then
    redis.call('SET', key, ARGV[2 * at + 1], 'PX', ARGV[1])
    swapped[#swapped + 1] = at
  end
end
return swapped`;

/**
 * Stores records in Redis, where they expire by themselves.
 *
 * @param prefix of every key
 */
export function redisRecords(
  client: Pick<Redis, 'del' | 'eval' | 'mget'>,
  prefix: string,
): QueueRecords {
  const prefixed = (key: string): string => prefix + key;
  return {
    async read(keys) {
      const values = keys.length > 0 ? await client.mget(keys.map(prefixed)) : [];
      return new Map(keys.flatMap((key, at) => (values[at] ? [[key, values[at]] as const] : [])));
    },

    async swap(changes, ttl) {
      const keys = changes.map(({ key }) => prefixed(key));
      const values = changes.flatMap(({ before = '', after }) => [before, after]);
      const swapped = await client.eval(SWAP, keys.length, ...keys, Math.ceil(ttl), ...values);
      const numbers = Array.isArray(swapped) ? swapped.map(Number) : [];
      return new Set(numbers.flatMap((number) => changes[number - 1]?.key ?? []));
    },

    remove: (keys) => client.del(keys.map(prefixed)),
  };
}
