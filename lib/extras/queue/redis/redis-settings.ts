import type { Redis } from 'ioredis';
import { ClockError } from '../store/message-store.js';

/** How far a worker's clock may be off without a warning, in ms. */
const SMALL_OFFSET = 1000;
/** How far it may be off, in ms. Locks use the clock of Redis, and the times of messages use the workers' clocks. */
const LARGEST_OFFSET = 60_000;

const SETTINGS = ['maxmemory-policy', 'appendonly', 'appendfsync', 'min-replicas-to-write'];
const HAS_REPLICAS = /^connected_slaves:[1-9]/m;

/**
 * What the queue's promises require and Redis does not provide, in sentences.
 *
 * @throws ClockError if the clock of this machine is too far off for a worker
 */
export async function redisWeaknesses(redis: Redis): Promise<readonly string[]> {
  const askedAt = Date.now();
  const [s, us] = await redis.time();
  const offset = Math.round(Number(s) * 1000 + Number(us) / 1000 - (askedAt + Date.now()) / 2);
  const clock = clockProblem(offset);
  const [policy, appendonly, appendfsync, replicas] = await Promise.all(
    SETTINGS.map((name) => settingOf(redis, name)),
  );
  const hasReplicas = HAS_REPLICAS.test(await redis.info('replication'));
  return [
    clock,
    policy !== 'noeviction' &&
      `maxmemory-policy is '${policy}': Redis may drop messages when its memory is full. Set it to noeviction.`,
    appendonly !== 'yes' &&
      'appendonly is off: after a crash of Redis, messages are lost and some are sent twice. Set it to yes.',
    appendonly === 'yes' &&
      appendfsync !== 'always' &&
      'appendfsync is not always: a power cut loses the last second, so messages may be lost or sent twice. Set it to always, or accept that.',
    hasReplicas &&
      replicas === '0' &&
      'min-replicas-to-write is 0: when a replica takes over, the old master may still accept writes for a while, so messages may be lost or sent twice. Set it to 1 or more.',
  ].filter((sentence) => typeof sentence === 'string');
}

/** @param offset how far the clock of Redis is ahead of this machine's, in ms */
function clockProblem(offset: number): string | undefined {
  const difference = Math.abs(offset);
  if (difference > LARGEST_OFFSET) {
    throw new ClockError(
      `The clock of this machine is ${difference} ms ${offset < 0 ? 'ahead of' : 'behind'} that of Redis. When messages are sent depends on the workers' clocks, so this worker does not start. Set the clock, for example by NTP, and start the app again.`,
    );
  }
  if (difference <= SMALL_OFFSET) return undefined;
  return `the clock of this machine differs by ${difference} ms. Synchronise it, for example with NTP: from ${LARGEST_OFFSET} ms on, this worker does not start.`;
}

async function settingOf(redis: Redis, name: string): Promise<string | undefined> {
  const answer: unknown = await redis.config('GET', name);
  return Array.isArray(answer) ? String(answer[1]) : undefined;
}
