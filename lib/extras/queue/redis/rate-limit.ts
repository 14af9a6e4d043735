import type { Redis } from 'ioredis';
import type { CheckedQueueOptions } from '../check-queue-options.js';
import type { BullQueue, SmsJob } from './sms-job.js';

/** Slices of a rate: around the border of two slices, BullMQ may let both slices' messages through. */
const SLICES = 20;

/** What BullMQ limits: `max` starts in each window of `duration` ms. */
export interface Limiter {
  readonly max: number;
  readonly duration: number;
}

export function limiterOf({
  sends,
  perMs,
}: NonNullable<CheckedQueueOptions['rateLimit']>): Limiter {
  const max = Math.max(1, Math.floor(sends / SLICES));
  return { max, duration: Math.ceil((perMs * max) / sends) };
}

/** How long BullMQ's script may take between the two, in ms: time goes on in a script, too. */
const SCRIPT = 20;

// BullMQ locks a job and counts its start in one script, so both have about the same age, by the clock of Redis.
const UNCOUNT_START = `
local window, lock = redis.call('PTTL', KEYS[1]), redis.call('PTTL', KEYS[2])
if window <= 0 or lock <= 0 or redis.call('GET', KEYS[2]) ~= ARGV[1] then return end
if ARGV[2] - lock <= ARGV[3] - window + ${SCRIPT} then redis.call('DECR', KEYS[1]) end`;

/**
 * Counts a start no longer, unless the window that counted it has ended.
 *
 * @param lock the lock token of the worker that has the job
 */
export async function uncountStart(
  redis: Redis,
  queue: Pick<BullQueue, 'toKey'>,
  { id = '', processedOn = 0 }: SmsJob,
  lock: string,
  { lockDuration, limiter }: { readonly lockDuration: number; readonly limiter: Limiter },
): Promise<void> {
  // Later, BullMQ may have renewed the lock, which then tells nothing of the start.
  if (Date.now() - processedOn > lockDuration / 5) return;
  const keys = [queue.toKey('limiter'), `${queue.toKey(id)}:lock`];
  await redis.eval(UNCOUNT_START, keys.length, ...keys, lock, lockDuration, limiter.duration);
}
