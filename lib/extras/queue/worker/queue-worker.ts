import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../../../core/common/promises.js';
import { CLAIM, QUEUED } from '../../../core/deadline/mode.js';
import { SafeLogger } from '../../../core/logging/safe-logger.js';
import { Hold } from '../jobs/hold.js';
import { isOurs, isUnstarted } from '../jobs/stored-job.js';
import { createJobProcessor } from './job-processor.js';
import { createLateResult } from '../jobs/job-change.js';
import { isRefused, lastingBackend } from '../jobs/lasting-backend.js';
import { attemptLog } from './attempt-log.js';
import { stopsIn } from './stops.js';
import { ClockError } from '../jobs/clock.js';
import type { QueueAccount } from '../queue-account.js';
import type { QueueConnection } from '../queue-connection.js';
import type { CheckedQueueOptions } from '../check-queue-options.js';
import type { Cipher } from '../../records/cipher.js';
import { type BullQueue, type BullWorker, openWorker } from '../jobs/store.js';

/** How long the results of sends that were ended at the end of the app may take to be stored, in ms. */
const STORE_PATIENCE = 2000;
/** How long a worker that could not be opened waits, in ms, before it is opened again. */
const RETRY_PAUSE = 1000;
/** The error of BullMQ if it cannot renew a lock, which another worker may have by now. */
const LOST_LOCK = /^could not renew lock for job (.*)$/;
/** How long a worker waits for a limit, in ms, before it asks again: a limit can end before its time. */
const LONGEST_LIMIT_WAIT = 5000;
/** The longest time between two removals of finished messages that are older than `keyTtl`, in ms. */
const LONGEST_PAUSE = 30_000;
/** Slices of a rate: around the border of two slices, BullMQ may let both slices' messages through. */
const SLICES = 20;

export class QueueWorker {
  private readonly logger = new SafeLogger('SmsQueue');
  /** Ends what goes on in the background. */
  private readonly ended = new AbortController();
  /** Ends sends in progress. */
  private readonly stop = new AbortController();
  /** Ends the repetition of what the store does not take. */
  private readonly giveUp = new AbortController();
  private readonly sending = new Set<Promise<unknown>>();
  /** The ids of the messages that are being sent. */
  private readonly starts = new Set<string | undefined>();
  private worker: BullWorker | undefined;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly options: CheckedQueueOptions,
    private readonly account: QueueAccount,
    private readonly cipher: Cipher,
    private readonly connection: QueueConnection,
  ) {
    // While the store is down, each message in progress waits on them.
    setMaxListeners(0, this.stop.signal, this.giveUp.signal);
  }

  async start(): Promise<void> {
    const { account, connection, cipher } = this;
    const { name, queueName } = connection;
    const { store, queue } = await connection.opened;
    try {
      for (const weakness of await store.weaknesses()) {
        this.logger.warn(`[${name}] ${store.name}: ${weakness}`);
      }
    } catch (error) {
      if (error instanceof ClockError) {
        this.logger.error(`[${name}] ${error.message}`);
        return;
      }
      this.logger.warn(
        `[${name}] The settings of ${store.name} cannot be read. Check that it keeps what it has acknowledged: see docs/queue-operation.md.`,
      );
    }
    const { concurrency = account.concurrency, keyTtl, lockDuration, rateLimit } = this.options;
    // Otherwise what is claimed during the first login would be sent at once when that ends.
    if (rateLimit) await account.logIn().catch(() => undefined);
    if (this.closing) return;
    const limiter = rateLimit && limiterOf(rateLimit);
    const hold = new Hold(queue, limiter !== undefined);
    hold.end().catch(connection.failed);
    const { signal } = this.ended;
    // BullMQ by itself would forget them only when another message ends.
    void repeat(Math.min(LONGEST_PAUSE, keyTtl, lockDuration), signal, () =>
      store.removeFinished(queue, keyTtl, signal),
    );
    const late = createLateResult(() => connection.opened, this.giveUp.signal);
    const startJob = createJobProcessor({
      bull: store.bull,
      account,
      cipher,
      logError: (text) => this.logger.error(`[${name}] ${text}`),
      logWarning: (text) => this.logger.warn(`[${name}] ${text}`),
      lockDuration,
      signal: this.stop.signal,
      hold,
      mode: limiter ? CLAIM : QUEUED,
      stops: stopsIn({ store, queue }, connection.failed),
      onAttempt: attemptLog(this.logger, name),
      uncountStart: async (job, lock) => {
        if (!limiter || lock === undefined) return;
        const start = { lock, lockDuration, windowMs: limiter.duration };
        // If it fails, the start counts until its window ends.
        await store.uncountStart(queue, job, start).catch(() => undefined);
      },
      late,
      giveUp: this.giveUp.signal,
    });
    const onReduced = (id: string | undefined, code: string): void =>
      this.logger.error(
        `[${name}] ${store.name} cannot store the whole outcome of message ${id} (${code}), so only its status and code are kept. Report this as a bug.`,
      );
    await this.openUntilReady(() => {
      const worker = openWorker(
        store.bull,
        queueName,
        (job, lock) => this.noted(job.id, startJob(job, lock)),
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
        (...args) =>
          lastingBackend(store.forWorkers(...args), this.giveUp.signal, late.settle, onReduced),
      );
      worker.on('error', (error) => {
        const [isLost, id] = LOST_LOCK.exec(error.message) ?? [];
        if (!isRefused(error) && !isLost) return connection.failed(error);
        // It ended while its lock was being renewed. If another worker had it, its result is refused.
        if (isLost && !this.starts.has(id)) return;
        this.logger.warn(
          `[${name}] A message was taken from this worker, because the worker or ${store.name} did not respond for longer than lockDuration. The outcome of the message is kept if it is known. (${error.message})`,
        );
      });
      worker.on('active', connection.answered);
      worker.on('stalled', (id) => moveFirst(queue, id).catch(connection.failed));
      return worker;
    });
  }

  /** Takes no more messages, waits for those being sent, then ends them. */
  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  /** BullMQ's worker checks its store once, and would keep a failure forever. */
  private async openUntilReady(open: () => BullWorker): Promise<void> {
    while (!this.closing) {
      const worker = open();
      this.worker = worker;
      try {
        await worker.waitUntilReady();
        return;
      } catch (error) {
        this.connection.failed(error);
        worker.close(true).catch(this.connection.failed);
        await sleep(RETRY_PAUSE);
      }
    }
  }

  private async shutDown(): Promise<void> {
    this.ended.abort();
    const { worker } = this;
    if (!worker) return;
    const closed = worker.close();
    await within(this.options.drain, Promise.race([closed, this.idle()]));
    this.stop.abort();
    await within(STORE_PATIENCE, closed);
    this.giveUp.abort();
    await within(STORE_PATIENCE, closed);
  }

  private noted<T>(id: string | undefined, start: Promise<T>): Promise<T> {
    const ended = start
      .catch(() => undefined)
      .finally(() => {
        this.sending.delete(ended);
        this.starts.delete(id);
      });
    this.sending.add(ended);
    this.starts.add(id);
    return start;
  }

  private async idle(): Promise<void> {
    while (this.sending.size > 0) await Promise.allSettled(this.sending);
  }
}

/**
 * Lets a worker find out soon that a message is unknown. On PostgreSQL it would wait behind all others. One that
 * was certainly not sent keeps its priority.
 */
async function moveFirst(queue: BullQueue, id: string): Promise<void> {
  const job = await queue.getJob(id);
  if (job && isOurs(job.data) && !isUnstarted(job))
    await job.changePriority({ priority: 0, lifo: true });
}

/** Repeats work in the background. If it fails, the store does not answer, or another worker does the same. */
async function repeat(
  ms: number,
  signal: AbortSignal,
  work: () => Promise<unknown>,
): Promise<void> {
  while (await sleep(ms, true, { signal, ref: false }).catch(() => false)) {
    await work().catch(() => undefined);
  }
}

function limiterOf(rate: NonNullable<CheckedQueueOptions['rateLimit']>) {
  const max = Math.max(1, Math.floor(rate.sends / SLICES));
  return { max, duration: Math.ceil((rate.perMs * max) / rate.sends) };
}
