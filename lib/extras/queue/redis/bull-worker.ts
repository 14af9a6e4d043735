import { setTimeout as sleep } from 'node:timers/promises';
import type { BackendFactory, IQueueBackend, Processor, WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import type { StoreWorker, WorkerParts } from '../store/message-store.js';
import type { StoredOutcome } from '../store/outcomes.js';
import { changeJob } from './change-job.js';
import { Hold } from './hold.js';
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
const LOST_LOCK = /^could not renew lock for job (.*)$/;
/** How long a worker waits for a limit, in ms, before it asks again: a limit can end before its time. */
const LONGEST_LIMIT_WAIT = 5000;
/** The longest time between two removals of finished messages that are older than `keyTtl`, in ms. */
const LONGEST_PAUSE = 30_000;

/** How BullMQ reaches Redis. Our connection is in the factory. */
export type BullBackend = BackendFactory<IQueueBackend, unknown>;

/** What a worker needs of its store. */
export interface BullParts {
  readonly bull: BullMq;
  readonly queue: BullQueue;
  readonly redis: Redis;
  /** For workers: commands wait for the connection. */
  readonly backend: BullBackend;
}

/** Starts a BullMQ worker in the background, and removes what has finished. */
export function startBullWorker(
  { bull, queue, redis, backend }: BullParts,
  parts: WorkerParts,
): StoreWorker {
  const { concurrency, failed, giveUp, options, warn } = parts;
  const { keyTtl, lockDuration, rateLimit } = options;
  const limiter = rateLimit && limiterOf(rateLimit);
  const hold = new Hold(queue, limiter !== undefined);
  hold.end().catch(failed);
  const ended = new AbortController();
  const { signal } = ended;
  // BullMQ by itself would forget them only when another message ends.
  void repeat(Math.min(LONGEST_PAUSE, keyTtl, lockDuration), signal, async () => {
    while ((await queue.clean(keyTtl, PAGE)).length === PAGE) signal.throwIfAborted();
  });
  const change = (job: SmsJob, to: Parameters<typeof changeJob>[3]) =>
    changeJob(redis, queue, job, to);
  const late = createLateResult(queue, change, giveUp);
  const giveBack = async (job: SmsJob, lock: string | undefined): Promise<void> => {
    if (!limiter || lock === undefined) return;
    // If it fails, the start counts until its window ends.
    await uncountStart(redis, queue, job, { lock, lockDuration, limiter }).catch(() => undefined);
  };
  const startJob = createJobProcessor({ ...parts, bull, hold, giveBack, late });
  /** The ids of the messages that are being sent. */
  const starts = new Set<string | undefined>();
  const open = () => {
    const worker = openWorker(
      bull,
      queue.name,
      (job, lock) => {
        starts.add(job.id);
        return startJob(job, lock).finally(() => starts.delete(job.id));
      },
      {
        concurrency,
        lockDuration,
        stalledInterval: lockDuration,
        // A message whose worker was lost goes to another one, which finds that it is unknown.
        maxStalledCount: 1_000_000,
        ...(limiter && { limiter }),
        maximumRateLimitDelay: LONGEST_LIMIT_WAIT,
        runRetryDelay: 1000,
      },
      (...args) => lastingBackend(backend(...args), giveUp, late.settle),
    );
    worker.on('error', (error) => {
      const [isLost, id] = LOST_LOCK.exec(error.message) ?? [];
      if (!isRefused(error) && !isLost) return failed(error);
      // It ended while its lock was being renewed. If another worker had it, its result is refused.
      if (isLost && !starts.has(id)) return;
      warn(
        `A message was taken from this worker, because the worker or Redis did not respond for longer than lockDuration. The outcome of the message is kept if it is known. (${error.message})`,
      );
    });
    worker.on('active', parts.answered);
    return worker;
  };
  let worker = open();
  /** BullMQ's worker checks its store once, and would keep a failure forever. */
  const openUntilReady = async (): Promise<void> => {
    for (;;) {
      try {
        await worker.waitUntilReady();
        return;
      } catch (error) {
        failed(error);
        worker.close(true).catch(failed);
        await sleep(RETRY_PAUSE, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        worker = open();
      }
    }
  };
  void openUntilReady();
  return {
    async close() {
      ended.abort();
      await worker.close().catch(failed);
    },
  };
}

/** BullMQ wants one; ours is in the factory. */
const CONNECTION = 'own';

export function openQueue(
  { Queue }: Pick<BullMq, 'Queue'>,
  name: string,
  backend: BullBackend,
): BullQueue {
  return new Queue(name, { connection: CONNECTION }, backend);
}

function openWorker(
  { Worker }: Pick<BullMq, 'Worker'>,
  name: string,
  process: Processor<JobData, StoredOutcome>,
  options: Omit<WorkerOptions, 'connection'>,
  backend: BullBackend,
) {
  const worker = new Worker(name, process, { ...options, connection: CONNECTION }, backend);
  // While a worker waits for its rate limit, a message that it fetched when finishing another one would stay
  // untouched for seconds; so the wait ends when a message becomes active.
  const wait = worker.delay.bind(worker);
  let waiting: Parameters<typeof wait>[1];
  worker.delay = (ms, controller) => {
    waiting = controller;
    return wait(ms, controller);
  };
  worker.on('active', () => setImmediate(() => waiting?.abort()));
  return worker;
}

/** Repeats work in the background. If it fails, Redis does not answer, or another worker does the same. */
async function repeat(
  ms: number,
  signal: AbortSignal,
  work: () => Promise<unknown>,
): Promise<void> {
  while (await sleep(ms, true, { signal, ref: false }).catch(() => false)) {
    await work().catch(() => undefined);
  }
}
