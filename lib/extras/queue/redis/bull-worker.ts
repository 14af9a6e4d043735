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

/** The error of BullMQ if it cannot renew a lock, which another worker may have by now. */
const LOST_LOCK = /^could not renew lock for job /;
/** How long a worker waits for a limit, in ms, before it asks again: a limit can end before its time. */
const LONGEST_LIMIT_WAIT = 100;
/** The longest time between two removals of finished messages that are older than `keyTtl`, in ms. */
const LONGEST_PAUSE = 30_000;
/** The limit of a worker without one: it looks whether it is held back only if it has a limit. */
export const NEVER_REACHED = 1_000_000;

/** What a worker needs of its store. */
export interface BullParts {
  readonly bull: BullMq;
  readonly queue: BullQueue;
  readonly redis: Redis;
  /** The same Redis. Commands wait for the connection. */
  readonly patient: Redis;
  readonly prefix: string;
}

/** Starts a BullMQ worker in the background, and removes what has finished. */
export function startBullWorker(
  { bull, queue, redis, patient, prefix }: BullParts,
  parts: WorkerParts,
): StoreWorker {
  const { concurrency, failed, giveUp, options } = parts;
  const { keyTtl, lockDuration, rateLimit } = options;
  const limiter = rateLimit ? limiterOf(rateLimit) : { max: NEVER_REACHED, duration: 1000 };
  // BullMQ by itself would forget them only when another message ends. If it fails, Redis does not answer, or another
  // worker does the same.
  const removal = setInterval(
    () => void removeFinished(queue, keyTtl).catch(() => undefined),
    Math.min(LONGEST_PAUSE, keyTtl, lockDuration),
  ).unref();
  const giveBack = async (job: SmsJob, lock = ''): Promise<void> => {
    if (!rateLimit) return;
    // If it fails, the start counts until its window ends.
    await uncountStart(redis, queue, job, lock, { lockDuration, limiter }).catch(() => undefined);
  };
  const hold = new Hold(async (ms) => {
    // A limit of sends never counts that far, so it is a hold. A shorter one would replace it.
    if ((await queue.getRateLimitTtl(NEVER_REACHED)) < ms) await queue.rateLimit(ms);
  });
  const late = createLateResult(redis, queue, giveUp);
  const worker = new bull.Worker<JobData, StoredOutcome>(
    queue.name,
    createJobProcessor({ ...parts, bull, hold, giveBack, late }),
    {
      connection: patient,
      prefix,
      concurrency,
      lockDuration,
      stalledInterval: lockDuration,
      // A message whose worker was lost goes to another one, which finds that it is unknown.
      maxStalledCount: 1_000_000,
      limiter,
      maximumRateLimitDelay: LONGEST_LIMIT_WAIT,
      runRetryDelay: 1000,
    },
    (...args) => lastingBackend(bull.createRedisBackend(...args), giveUp),
  );
  worker.on('error', (error) => {
    // If another worker has the message, its result is refused.
    if (LOST_LOCK.test(error.message)) return;
    if (!isRefused(error)) return failed(error);
    parts.warn(
      `A message was taken from this worker, because the worker or Redis did not respond for longer than lockDuration. The outcome of the message is kept if it is known. (${error.message})`,
    );
  });
  worker.on('active', parts.answered);
  return {
    async close() {
      clearInterval(removal);
      await worker.close().catch(failed);
    },
  };
}

async function removeFinished(queue: BullQueue, keyTtl: number): Promise<void> {
  let removed: readonly string[];
  do removed = await queue.clean(keyTtl, PAGE);
  while (removed.length === PAGE);
}
