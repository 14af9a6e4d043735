import { hasMethods } from '../../core/common/members.js';
import { SmsConfigurationError } from '../../core/errors/index.js';
import { isIoredis } from './redis-client.js';
import type { RecordStore } from './record-store.js';

/** The part of an `ioredis` client that the store uses. */
export interface SmsOtpRedis {
  /** Runs a script. */
  eval(script: string, keys: number, ...rest: (string | number)[]): Promise<unknown>;
}

const NOW = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)`;

const READ = `${NOW}
return { now, redis.call('GET', KEYS[1]) }`;

// An empty text means that there was no entry: entries are never empty.
const SWAP = `${NOW}
if now > tonumber(ARGV[4]) then return 0 end
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

/**
 * Stores one-time passwords in Redis 7 or Valkey, where they expire by themselves. All times use its clock.
 *
 * @param client of `ioredis`; the app closes it
 * @param prefix of every key
 * @throws SmsConfigurationError if it is not a client of ioredis, its database is no number, or the prefix is not a string
 */
export function redisOtpStore(client: SmsOtpRedis, prefix = 'sms-otp:'): RecordStore {
  if (!hasMethods(client, 'eval') || !isIoredis(client) || typeof prefix !== 'string') {
    throw new SmsConfigurationError(
      "redisOtpStore has an invalid argument. Provide a client of ioredis, its database a number, and optionally a prefix of keys like 'sms-otp:'.",
    );
  }
  return {
    async read(key) {
      const answer = await client.eval(READ, 1, prefix + key);
      const [now, value]: unknown[] = Array.isArray(answer) ? answer : [];
      return { now: Number(now), value: typeof value === 'string' ? value : undefined };
    },

    async swap(key, before = '', after, ttl, until = Number.MAX_SAFE_INTEGER) {
      const values = [before, after, Math.ceil(ttl), until];
      return Number(await client.eval(SWAP, 1, prefix + key, ...values)) === 1;
    },
  };
}
