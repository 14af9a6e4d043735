import type { BackendFactory, IQueueBackend, Processor, Queue, WorkerOptions } from 'bullmq';
import type { BullMq } from '../load-bullmq.js';
import type { QueueRecords } from './queue-records.js';
import type { SmsQueueCountLimits } from '../sms-queue.js';
import type { JobChange, JobData, SmsJob, StoredOutcome } from './stored-job.js';

/**
 * How long a worker waits for the answer to a command, in ms, before it takes the connection for dead. A
 * claim whose answer is lost is a message of unknown outcome, so a slow store must have time.
 */
export const WORKER_PATIENCE = 8000;

/** How BullMQ reaches a store. Its connection is in the factory. */
export type StoreBackend = BackendFactory<IQueueBackend, unknown>;

export type BullQueue = Queue<
  JobData,
  StoredOutcome,
  string,
  JobData,
  StoredOutcome,
  string,
  IQueueBackend,
  unknown
>;

export type BullWorker = ReturnType<typeof openWorker>;

/** What `counts` counts. */
export const COUNTED = ['waiting', 'delayed', 'sending', 'unknown', 'finished'] as const;

/** How many messages are in each state. */
export interface StoreCounts extends Readonly<Record<(typeof COUNTED)[number], number>> {
  /** When the oldest waiting message became ready to be sent, in ms since 1970, if one waits. */
  readonly since: number | null;
  /** There are more of a state than were counted. */
  readonly capped: boolean;
}

/** A worker's start of a job, which its `rateLimit` counted. */
interface CountedStart {
  readonly lock: string;
  /** How long a lock lasts without being renewed, in ms. */
  readonly lockDuration: number;
  /** How long BullMQ counts starts together, in ms. */
  readonly windowMs: number;
}

export interface StoredJob {
  readonly id: string;
  readonly data: JobData;
}

/** What a store does with jobs besides what BullMQ does. */
export interface StoredJobs {
  /**
   * Reads all messages that a queue has at one moment, in pages: none is missed because it moved, or because
   * others were removed.
   */
  read(queue: BullQueue): AsyncGenerator<readonly StoredJob[], void, undefined>;
  /** The encrypted messages of jobs, by their ids. Undefined for one that was erased. */
  messages(
    queue: BullQueue,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string | undefined>>;
  /** Counts messages, each state at least up to what is given. */
  count(queue: BullQueue, most: SmsQueueCountLimits): Promise<StoreCounts>;
  /**
   * Removes messages that ended longer ago than `age` ms, in steps.
   *
   * @param signal ends it between two steps
   */
  removeFinished(queue: BullQueue, age: number, signal: AbortSignal): Promise<void>;
  /**
   * Changes a job in one step, if neither its data nor its state have changed since it was read.
   *
   * @returns whether it did; nothing was changed otherwise
   */
  change(queue: BullQueue, job: SmsJob, change: JobChange): Promise<boolean>;
}

/** What keeps the messages: Redis or PostgreSQL, with connections of our own. */
export interface QueueStore extends StoredJobs {
  readonly name: string;
  /** Whether it takes or refuses each of several messages on its own, and not all of them in one step. */
  readonly addsEach: boolean;
  /** The BullMQ of the queue. Its classes are not those of another copy. */
  readonly bull: BullMq;
  /**
   * Waits for the store's first answer, but no longer than about a second, if there is something to find out.
   *
   * @throws SmsConfigurationError if the store answers that the connection cannot be used
   */
  checkStart?(): Promise<void>;
  /** Resolves once the store answers and is ready for BullMQ. */
  prepare(): Promise<void>;
  /** What the queue's promises require and the store's settings or rights do not provide, in sentences. */
  weaknesses(): Promise<readonly string[]>;
  /** For queues: operations fail at once while the store is down. */
  readonly forQueues: StoreBackend;
  /** For workers: operations may wait for the connection. */
  readonly forWorkers: StoreBackend;
  /** For queues that add in the user's transactions. Undefined: the store has none. */
  readonly forTransactions?: StoreBackend;
  /** Whether a transaction's `DATABASE` is that of the store. Undefined: the store has none. */
  isOwnDatabase?(database: string): Promise<boolean>;
  /** Counts a start no longer, unless the window that counted it has ended. */
  uncountStart(
    queue: Pick<BullQueue, 'name' | 'toKey'>,
    job: Pick<SmsJob, 'id' | 'processedOn'>,
    start: CountedStart,
  ): Promise<unknown>;
  readonly records: QueueRecords;
  /** Whether an error proves that an operation was not carried out. */
  provesNothingDone(error: unknown): boolean;
  /** Ends the connections, whether the store answers or not. */
  close(): Promise<void>;
}

/** BullMQ wants one; ours is in the factory. */
const CONNECTION = 'own';

export function openQueue(
  { Queue }: Pick<BullMq, 'Queue'>,
  name: string,
  backend: StoreBackend,
  skipMetasUpdate = false,
): BullQueue {
  return new Queue(name, { connection: CONNECTION, skipMetasUpdate }, backend);
}

export function openWorker(
  { Worker }: Pick<BullMq, 'Worker'>,
  name: string,
  process: Processor<JobData, StoredOutcome>,
  options: Omit<WorkerOptions, 'connection'>,
  backend: StoreBackend,
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
