import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { Hold } from '../store/hold.js';
import type { StoreWorker, WorkerParts } from '../store/message-store.js';
import type { StoredOutcome } from '../store/outcomes.js';
import { createJobProcessor } from './job-start.js';
import { isRefused, lastingBackend } from './lasting-backend.js';
import { createLateResult } from './late-result.js';
import type { BullMq } from './load-bullmq.js';
import { limiterOf, uncountStart } from './rate-limit.js';
import { PAGE } from './read-jobs.js';
import type { BullQueue, JobData, SmsJob } from './sms-job.js';

/** How long a worker that could not be opened waits, in ms, before it is opened again. */
const RETRY_PAUSE = 1000;
/** The error of BullMQ if it cannot renew a lock, which another worker may have by now. */
const LOST_LOCK = /^could not renew lock for job /;
/** How long a worker waits before it checks a limit again, in ms: a limit can end early. */
const LONGEST_LIMIT_WAIT = 100;
/** The longest time between two removals of finished messages that are older than `keyTtl`, in ms. */
const LONGEST_PAUSE = 30_000;
/** In braces, so that a Redis Cluster keeps all keys of a queue on one node. */
export const PREFIX = '{sms-gateway}';
/** The limit of a worker that has none of its own: BullMQ checks for a hold only if there is a limit. */
export const NEVER_REACHED = 1_000_000;

/**
 * Starts a BullMQ worker in the background, and removes what has finished.
 *
 * @param patient another client for the same Redis, whose commands wait until it is connected
 */
export function startBullWorker(
  bull: BullMq,
  queue: BullQueue,
  redis: Redis,
  patient: Redis,
  parts: WorkerParts,
): StoreWorker {
  const { answered, concurrency, failed, giveUp, options } = parts;
  const { keyTtl, lockDuration, rateLimit } = options;
  const limiter = rateLimit ? limiterOf(rateLimit) : { max: NEVER_REACHED, duration: 1000 };
  // Otherwise BullMQ removes them only when another message ends. A failure does not matter: Redis is down, or another
  // worker removes them.
  const removal = setInterval(
    () => void removeFinished(queue, keyTtl).catch(() => undefined),
    Math.min(LONGEST_PAUSE, keyTtl, lockDuration),
  ).unref();
  const giveBack = async (job: SmsJob, lock = ''): Promise<void> => {
    if (!rateLimit) return;
    // If it fails, the start counts until its window ends.
    await uncountStart(redis, queue, job, lock, { lockDuration, limiter }).catch(() => undefined);
  };
  const hold = new Hold((ms) => extendHold(redis, queue, ms));
  const late = createLateResult(redis, queue, giveUp);
  const closing = new AbortController();
  const ends = { closing: closing.signal, giveUp };
  const open = () => {
    const worker = new bull.Worker<JobData, StoredOutcome>(
      queue.name,
      createJobProcessor({ ...parts, bull, hold, giveBack, late }),
      {
        connection: patient,
        prefix: PREFIX,
        concurrency,
        lockDuration,
        stalledInterval: lockDuration,
        // A message whose worker was lost goes to another one, which finds that it is unknown.
        maxStalledCount: 1_000_000,
        limiter,
        maximumRateLimitDelay: LONGEST_LIMIT_WAIT,
        runRetryDelay: 1000,
      },
      (...args) => lastingBackend(bull.createRedisBackend(...args), ends, answered),
    );
    worker.on('error', (error) => {
      // If another worker has the message by now, the result of this one is refused later.
      if (LOST_LOCK.test(error.message)) return;
      if (!isRefused(error)) return failed(error);
      parts.warn(
        `A message was taken from this worker, because the worker or Redis did not respond for longer than lockDuration. The outcome of the message is kept if it is known. (${error.message})`,
      );
    });
    return worker;
  };
  let worker = open();
  /** BullMQ's worker checks its store once, and would keep a failure forever. */
  const openUntilReady = async (): Promise<void> => {
    try {
      await worker.waitUntilReady();
    } catch (error) {
      failed(error);
      worker.close(true).catch(failed);
      await sleep(RETRY_PAUSE, undefined, { signal: closing.signal });
      worker = open();
      await openUntilReady();
    }
  };
  // It only rejects if the worker is closed.
  openUntilReady().catch(() => undefined);
  return {
    async close() {
      closing.abort();
      clearInterval(removal);
      await worker.close().catch(failed);
    },
  };
}

// A limit of sends never counts so far, so it is a hold. A shorter hold must not replace a longer one.
const EXTEND = `
local isHold = tonumber(redis.call('GET', KEYS[1]) or '0') >= tonumber(ARGV[1])
if isHold and redis.call('PTTL', KEYS[1]) >= tonumber(ARGV[2]) then return end
redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[2])`;

/** Makes BullMQ give no worker a message for so many ms from now, unless it does for longer. */
function extendHold(redis: Redis, queue: BullQueue, ms: number): Promise<unknown> {
  const values = [NEVER_REACHED, Math.ceil(ms), Number.MAX_SAFE_INTEGER];
  return redis.eval(EXTEND, 1, queue.toKey('limiter'), ...values);
}

async function removeFinished(queue: BullQueue, keyTtl: number): Promise<void> {
  while ((await queue.clean(keyTtl, PAGE)).length === PAGE) continue;
}
