import { once } from 'node:events';
import { problem } from '../problem.js';
import type { SmsQueueBullMq, SmsQueueRedis } from '../sms-queue.options.js';
import {
  type MessageChange,
  type MessageStore,
  type NewMessage,
  type NewTerms,
  PartlyDoneError,
  type StoreParts,
  WORKER_PATIENCE,
} from '../store/message-store.js';
import { isKeyed } from '../store/stored-message.js';
import { PREFIX, startBullWorker } from './bull-worker.js';
import { changeJob, type JobChange } from './change-job.js';
import { loadBullMq } from './load-bullmq.js';
import { countJobs, readJob, readPages, readSealed } from './read-jobs.js';
import { redisClients, refuseKeyPrefix } from './redis-clients.js';
import { checkDatabase } from './redis-database.js';
import { redisRecords } from './redis-records.js';
import { redisWeaknesses } from './redis-settings.js';
import { type BullQueue, isOurs, newData, PRIORITIES, readData, type SmsJob } from './sms-job.js';

/** How long a queue's command may be without an answer, in ms. */
const QUEUE_PATIENCE = 5000;

// Errors of ioredis if it never wrote the command, of Redis if it refuses the first write: its memory or disk is
// full, it has too few replicas, or it has become one; and of Redis if it does not begin any command.
const NOT_DONE =
  /enableOfflineQueue|ECONNREFUSED|^(?:OOM|MISCONF|NOREPLICAS|READONLY|CLUSTERDOWN|LOADING|BUSY|MASTERDOWN|TRYAGAIN) /;

// Redis answered the whole command like this: a permission is missing, or the client is not a Cluster client. Not
// for scripts, which may have written before the error.
const REFUSED = /^(?:NOPERM|MOVED) (?!.*\bscript\b)/;
const NOT_ADMITTED = /^(?:WRONGPASS|NOAUTH) /;

/**
 * Keeps the messages of a queue in Redis 7 or Valkey, as jobs of BullMQ.
 *
 * @param bullmq the user's copy of BullMQ, if there is one
 * @throws SmsConfigurationError if BullMQ or ioredis cannot be used, or the connection has a `keyPrefix`
 */
export async function createRedisStore(
  connection: string | SmsQueueRedis,
  bullmq: SmsQueueBullMq | undefined,
  { queueName, user, failed }: StoreParts,
): Promise<MessageStore> {
  const bull = await loadBullMq(bullmq, user);
  const clients = await redisClients(connection, failed, user);
  refuseKeyPrefix(clients.settings, user);
  // Nobody should wait for an `add` while the connection is down. A worker does wait.
  const redis = clients.open({ socketTimeout: QUEUE_PATIENCE, enableOfflineQueue: false });
  const records = redisRecords(redis, `${PREFIX}:records:`);
  let opened: BullQueue | undefined;
  const queue = (): BullQueue => {
    if (!opened) throw new Error('The queue is not prepared');
    return opened;
  };
  return {
    name: 'Redis',
    records,

    get bullQueue() {
      return queue();
    },

    checkStart: () => checkDatabase(redis, user),

    async prepare() {
      if (redis.status !== 'ready') await once(redis, 'ready');
      await redis.ping();
      const options = { connection: redis, prefix: PREFIX, skipWaitingForReady: true };
      const next: BullQueue = new bull.Queue(queueName, options, bull.createRedisBackend);
      next.on('error', failed);
      // It checks the store once, and BullMQ would keep a failure forever.
      await next.waitUntilReady();
      opened = next;
    },

    weaknesses: () => redisWeaknesses(redis),

    async add(messages, terms, transaction) {
      if (transaction) {
        throw problem('options.transaction', 'needs PostgreSQL; this queue is kept in Redis');
      }
      const failures = new Map<number, unknown>();
      const adding = messages.map((message, index) =>
        addJob(queue(), message, terms).catch((error: unknown) => failures.set(index, error)),
      );
      await Promise.all(adding);
      const causes = [...failures.values()];
      if (causes.length > 0 && causes.length === messages.length) {
        // The reason that proves least.
        throw causes.find((cause) => !provesNothingDone(cause)) ?? causes[0];
      }
      const keyed = messages.map(({ id }) => id).filter(isKeyed);
      const sealed = await readSealed(redis, queue(), keyed).catch((cause: unknown) => {
        throw new PartlyDoneError(undefined, { cause });
      });
      // What is gone by now was there.
      return { earlier: new Map(keyed.map((id) => [id, sealed.get(id)])), failures };
    },

    async find(id) {
      const state = await queue().getJobState(id);
      const job = await queue().getJob(id);
      if (!job || !isOurs(job.data)) return undefined;
      const change = (messageChange: MessageChange) =>
        changeJob(redis, queue(), job, jobChange(job, messageChange));
      return { ...readJob(job, state), change };
    },

    pages: () => readPages(redis, queue()),
    unknownIds: () => queue().getRanges(['failed'], 0, -1),
    count: () => countJobs(queue()),
    pause: () => queue().pause(),
    resume: () => queue().resume(),
    hasWorker: async () => (await queue().getWorkersCount()) > 0,

    async readStops(keys) {
      const [isPaused, marks] = await Promise.all([queue().isPaused(), records.read(keys)]);
      return { isPaused, marks };
    },

    openWorker(parts) {
      const patient = clients.open({ socketTimeout: WORKER_PATIENCE });
      return startBullWorker(bull, queue(), redis, patient, parts);
    },

    provesNothingDone,
    close: () => clients.close(),
  };
}

async function addJob(
  queue: BullQueue,
  { id, sealed }: NewMessage,
  { due, ...terms }: NewTerms,
): Promise<void> {
  const now = Date.now();
  const delay = 'at' in due ? Math.max(0, due.at - now) : due.delay;
  const priority = PRIORITIES[terms.priority];
  await queue.add('sms', newData(sealed, terms, now + delay + terms.life), {
    jobId: id,
    attempts: 1,
    removeOnFail: false,
    ...(delay > 0 && { delay }),
    ...(priority > 0 && { priority }),
  });
}

/** A change of a message as one of its job. */
function jobChange(
  { attemptsStarted, data, finishedOn }: SmsJob,
  { sealed, to, outcome }: MessageChange,
): JobChange {
  const { life, settled } = readData(data);
  if (to === 'resent') {
    const next = { isResent: true, expiresAt: Date.now() + life } as const;
    return { message: { ...next, sealed, allowedStarts: attemptsStarted + 1 }, to: 'waiting' };
  }
  return {
    message: { sealed, settled: settled && outcome },
    to,
    outcome: finishedOn === undefined ? undefined : outcome,
  };
}

function provesNothingDone(error: unknown): boolean {
  const texts = [NOT_DONE, REFUSED, NOT_ADMITTED];
  return error instanceof Error && texts.some((text) => text.test(error.message));
}
