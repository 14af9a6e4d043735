import type { SmsOtpStore } from './otp-store.js';

/** The part of an `ioredis` client that the store uses. */
export interface SmsOtpRedis {
  /** Runs a script. */
  eval(script: string, keys: number, ...rest: (string | number)[]): Promise<unknown>;
}

const READ = `
local clock = redis.call('TIME')
return { clock[1] * 1000 + math.floor(clock[2] / 1000), redis.call('GET', KEYS[1]) }`;

// An empty text means that there was no entry: entries are never empty.
const SWAP = `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

/**
 * Stores one-time passwords in Redis 7 or Valkey, where they expire by themselves. Times are by its clock.
 *
 * @param client of `ioredis`; the app closes it
 * @param prefix of every key
 */
export function redisOtpStore(client: SmsOtpRedis, prefix = 'sms-otp:'): SmsOtpStore {
  return {
    async read(key) {
      const answer = await client.eval(READ, 1, prefix + key);
      const [now, value]: unknown[] = Array.isArray(answer) ? answer : [];
      return { now: Number(now), value: typeof value === 'string' ? value : undefined };
    },

    async swap(key, before = '', after, ttl) {
      return Number(await client.eval(SWAP, 1, prefix + key, before, after, Math.ceil(ttl))) === 1;
    },
  };
}
