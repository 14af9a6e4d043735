import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type {
  BeforeApplicationShutdown,
  OnApplicationBootstrap,
  OnApplicationShutdown,
  OnModuleInit,
} from '@nestjs/common';
import type { JobType } from 'bullmq';
import { SmsGatewayError, SmsMessageError } from '../errors/index.js';
import type { CheckedContent, CheckedMessage } from '../message/checked-message.js';
import { maskNumber } from '../message/mask.js';
import type { SmsContent, SmsMessage } from '../message/sms-message.js';
import {
  checkAddOptions,
  checkBatchSize,
  type CheckedAddOptions,
  checkKey,
  checkKeyFunction,
} from './add-options.js';
import type { CheckedQueueOptions } from './check-queue-options.js';
import { batchItems, checkedItems, itemOf } from './input-items.js';
import { addJobs, addJobsInTransaction, type Addition } from './add-jobs.js';
import { failedJobOutcome, plainOutcome } from './outcomes.js';
import type { QueueAccount } from './queue-account.js';
import { PATIENCE_WITH_MANY, QueueConnection } from './queue-connection.js';
import { type ChunkResult, type QueueItem, QueueRun } from './queue-run.js';
import { QueueWorker } from './queue-worker.js';
import { Sealer } from './sealer.js';
import {
  SmsQueue,
  type SmsQueueAddManyOptions,
  type SmsQueueAddOptions,
  type SmsQueueAdded,
  type SmsQueueBroadcastOptions,
  type SmsQueueBroadcastRun,
  type SmsQueueCounts,
  type SmsQueueOutcome,
  type SmsQueueRun,
  type SmsQueueStatus,
  type SmsQueueUnknown,
} from './sms-queue.js';
import type { BullQueue } from './store.js';
import { idOfKey, randomId, readMessage, type SmsJob, writeMessage } from './stored-job.js';

/** Jobs that are read together. */
const PAGE = 500;
const WAITING: readonly JobType[] = ['waiting', 'prioritized', 'delayed'];
const FINISHED: readonly JobType[] = ['completed', 'failed'];

/** The queue of an account, on BullMQ. */
export class BullSmsQueue
  extends SmsQueue
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly logger = new Logger('SmsQueue');
  private readonly sealer: Sealer;
  private readonly connection: QueueConnection;
  private readonly queueName: string;
  private worker: QueueWorker | undefined;

  /**
   * @param name the account's name
   * @param findAccount called once all providers exist
   */
  constructor(
    private readonly name: string,
    private readonly options: CheckedQueueOptions,
    private readonly findAccount: () => QueueAccount,
  ) {
    super();
    this.queueName = `sms-${Buffer.from(name).toString('base64url')}`;
    this.sealer = new Sealer(options.encryptionKeys);
    this.connection = new QueueConnection(name, options.connection, this.queueName);
  }

  async onModuleInit(): Promise<void> {
    this.findAccount();
    await this.connection.loaded;
    void this.connection.opened;
    if (this.options.encryptionKeys === undefined) {
      this.logger.warn(
        `[${this.name}] encryptionKeys is not set, so numbers and texts are stored as they are. Set it to one or more keys, made with 'openssl rand -hex 32'.`,
      );
    }
  }

  onApplicationBootstrap(): void {
    if (!this.options.worker) return;
    const { connection, queueName, sealer } = this;
    const account = this.findAccount();
    this.worker = new QueueWorker(this.name, this.options, {
      queueName,
      account,
      sealer,
      connection,
    });
    this.worker.start().catch(connection.failed);
  }

  /** Before the accounts end: a send that they refuse would only go back to the queue. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.close();
  }

  /** After the HTTP server has ended, whose last requests may still add messages. */
  async onApplicationShutdown(): Promise<void> {
    await this.connection.close();
  }

  override async add(
    message: SmsMessage,
    options: SmsQueueAddOptions = {},
  ): Promise<SmsQueueAdded> {
    const how = checkAddOptions(options, this.options.expiresAfter);
    const key = checkKey(options.key);
    const addition = this.addition(this.findAccount().checkMessage(message), key);
    const [result] = await this.insert([addition], how);
    if (!result || 'error' in result) throw result?.error ?? new Error('Nothing was added');
    return result;
  }

  override addMany(
    messages: Iterable<SmsMessage> | AsyncIterable<SmsMessage>,
    options: SmsQueueAddManyOptions = {},
  ): SmsQueueRun {
    const items = (): AsyncIterable<QueueItem<Addition>> => {
      this.checkManyOptions(options);
      const account = this.findAccount();
      return checkedItems(messages, (message, index) =>
        this.addition(account.checkMessage(message), checkKey(options.key?.(message, index))),
      );
    };
    return new QueueRun(items, (chunk) => this.insertChunk(chunk, options));
  }

  override broadcast(
    message: SmsContent,
    recipients: Iterable<string> | AsyncIterable<string>,
    options: SmsQueueBroadcastOptions = {},
  ): SmsQueueBroadcastRun {
    const id = `b${randomUUID()}`;
    const items = (): AsyncIterable<QueueItem<Addition>> => {
      this.checkManyOptions(options, ['batchSize']);
      const account = this.findAccount();
      const { checked } = account.readContent(message);
      const size = Math.min(checkBatchSize(options), account.largestBatch);
      return this.batches(batchItems(recipients, size, account.readRecipient), checked, options);
    };
    const run = new QueueRun(items, (chunk) => this.insertChunk(chunk, options, id));
    return Object.assign(run, { id });
  }

  override status(id: string): Promise<SmsQueueStatus | undefined> {
    return this.connection.run(async ({ queue }) => {
      const found = await findJob(queue, id);
      return found && statusOf(found.job, found.state);
    });
  }

  override outcome(id: string): Promise<SmsQueueOutcome | undefined> {
    return this.connection.run(async ({ queue }) => {
      const found = await findJob(queue, id);
      return found && outcomeOf(found.job, found.state);
    });
  }

  override async *unknown(): AsyncGenerator<SmsQueueUnknown, void, undefined> {
    for (const id of await this.idsOf(['failed'])) {
      const job = await this.connection.run(({ queue }) => queue.getJob(id));
      const outcome = job && outcomeOf(job, await this.connection.run(() => job.getState()));
      if (!job || outcome?.status !== 'unknown') continue;
      const message = readMessage(this.sealer, id, job.data);
      const recipients = message?.recipients.map(maskNumber) ?? [];
      yield { id, outcome, recipients, addedAt: job.timestamp };
    }
  }

  override async settle(id: string, outcome: 'accepted' | 'not-sent'): Promise<void> {
    if (outcome !== 'accepted' && outcome !== 'not-sent') {
      throw problem('outcome', "is not known; give 'accepted' or 'not-sent'");
    }
    await this.connection.run(async ({ queue }) => {
      const job = await unknownJob(queue, id);
      await job.updateData({ ...job.data, settled: plainOutcome(outcome, 'settled') });
      // A worker then completes it, without a send, and it is forgotten in time.
      await job.retry('failed');
    });
  }

  override async resend(id: string): Promise<void> {
    await this.connection.run(async ({ queue }) => {
      const job = await unknownJob(queue, id);
      const { late: _late, ...data } = job.data;
      const x = Date.now() + data.l;
      await job.updateData({ ...data, x, n: job.attemptsStarted + 1 });
      await job.retry('failed');
    });
  }

  override async cancel(id: string): Promise<number> {
    const ids = id.startsWith('b') ? await this.idsOf(WAITING, ({ data }) => data.b === id) : [id];
    let removed = 0;
    for (const each of ids) {
      if (await this.connection.run(({ queue }) => removeWaiting(queue, each))) removed += 1;
    }
    return removed;
  }

  override async erase(number: string): Promise<number> {
    const read = this.findAccount().readRecipient(number);
    if (typeof read !== 'string') throw problem('number', read.issue);
    const ids = await this.idsOf([...WAITING, ...FINISHED], (job) => this.isFor(job, read));
    let changed = 0;
    for (const id of ids) {
      if (await this.connection.run(({ queue }) => this.eraseFrom(queue, id, read))) changed += 1;
    }
    return changed;
  }

  override pause(): Promise<void> {
    return this.connection.run(({ queue }) => queue.pause());
  }

  override resume(): Promise<void> {
    return this.connection.run(({ queue }) => queue.resume());
  }

  override counts(): Promise<SmsQueueCounts> {
    return this.connection.run(async ({ queue }) => {
      const counts = await queue.getJobCounts(...WAITING, ...FINISHED, 'active');
      const count = (state: JobType): number => counts[state] ?? 0;
      return {
        waiting: count('waiting') + count('prioritized'),
        delayed: count('delayed'),
        sending: count('active'),
        unknown: count('failed'),
        finished: count('completed'),
      };
    });
  }

  /** For `bullQueueOf`. */
  async bullQueue(): Promise<BullQueue> {
    return (await this.connection.opened).queue;
  }

  private checkManyOptions(
    options: SmsQueueAddManyOptions | SmsQueueBroadcastOptions,
    more: readonly string[] = [],
  ): void {
    checkAddOptions(options, this.options.expiresAfter, more);
    checkKeyFunction(options.key);
  }

  private addition(message: CheckedMessage, key: string | undefined): Addition {
    const { recipients, ...content } = message;
    const id = key === undefined ? randomId() : idOfKey(this.queueName, key);
    return { id, isKeyed: key !== undefined, text: writeMessage(content, recipients) };
  }

  private async *batches(
    batches: AsyncIterable<QueueItem<readonly string[]>>,
    content: CheckedContent,
    { key }: SmsQueueBroadcastOptions,
  ): AsyncGenerator<QueueItem<Addition>, void, undefined> {
    for await (const batch of batches) {
      if ('error' in batch) yield batch;
      else {
        const { index, value: recipients } = batch;
        yield itemOf(index, () =>
          this.addition({ ...content, recipients }, checkKey(key?.(recipients, index))),
        );
      }
    }
  }

  private async insert(
    additions: readonly Addition[],
    how: CheckedAddOptions,
    broadcast?: string,
  ): Promise<readonly ChunkResult[]> {
    const { connection, sealer } = this;
    const { transaction } = how;
    const terms = { ...how, keyTtl: this.options.keyTtl, broadcast };
    if (!transaction) {
      const patience = additions.length > 1 ? PATIENCE_WITH_MANY : undefined;
      return connection.run((open) => addJobs(open, sealer, additions, terms), patience);
    }
    // Without a deadline: how long a transaction waits, such as for another one, is the user's to say.
    const open = await connection.current();
    return addJobsInTransaction(open, sealer, additions, terms, transaction);
  }

  private async insertChunk(
    additions: readonly Addition[],
    options: SmsQueueAddManyOptions | SmsQueueBroadcastOptions,
    broadcast?: string,
  ): Promise<readonly ChunkResult[]> {
    // Again for each chunk: `at` is a time, and the delay until then gets shorter.
    const how = checkAddOptions(options, this.options.expiresAfter, ['batchSize']);
    try {
      return await this.insert(additions, how, broadcast);
    } catch (error) {
      if (!(error instanceof SmsGatewayError)) throw error;
      return additions.map(() => ({ error, isFatal: true }));
    }
  }

  /** The ids of the jobs in some states. Read first, because jobs move while they are changed. */
  private async idsOf(
    states: readonly JobType[],
    isWanted: (job: SmsJob) => boolean = () => true,
  ): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    for (const state of states) {
      for (let from = 0; ; from += PAGE) {
        const jobs = await this.connection.run(
          ({ queue }) => queue.getJobs([state], from, from + PAGE - 1),
          PATIENCE_WITH_MANY,
        );
        for (const job of jobs) if (job?.id && isWanted(job)) ids.add(job.id);
        if (jobs.length < PAGE) break;
      }
    }
    return ids;
  }

  private isFor(job: SmsJob, number: string): boolean {
    const message = job.id ? readMessage(this.sealer, job.id, job.data) : undefined;
    return message?.recipients.includes(number) ?? false;
  }

  private async eraseFrom(queue: BullQueue, id: string, number: string): Promise<boolean> {
    const found = await findJob(queue, id);
    if (!found) return false;
    const { job, state } = found;
    const message = readMessage(this.sealer, id, job.data);
    if (!message?.recipients.includes(number) || state === 'active') return false;
    const recipients = message.recipients.filter((each) => each !== number);
    if (recipients.length === 0 && isWaiting(state) && !wasStarted(job)) {
      await job.remove();
      return true;
    }
    const { m: _message, ...data } = job.data;
    const text = writeMessage(message, recipients);
    await job.updateData({
      ...data,
      ...(recipients.length > 0 && { m: this.sealer.seal(text, id) }),
    });
    return true;
  }
}

async function findJob(
  queue: BullQueue,
  id: string,
): Promise<{ job: SmsJob; state: string } | undefined> {
  if (typeof id !== 'string' || id === '') return undefined;
  // The state first: an outcome that is there by then belongs to it.
  const state = await queue.getJobState(id);
  const job = await queue.getJob(id);
  return job && { job, state };
}

function outcomeOf(job: SmsJob, state: string): SmsQueueOutcome | undefined {
  if (state === 'completed') return job.returnvalue;
  if (job.data.settled) return job.data.settled;
  return state === 'failed' ? failedJobOutcome(job.failedReason, job.data) : undefined;
}

function statusOf(job: SmsJob, state: string): SmsQueueStatus | undefined {
  const outcome = outcomeOf(job, state);
  if (outcome) return outcome.status;
  if (state === 'active' || (isWaiting(state) && wasStarted(job))) return 'sending';
  if (state === 'delayed') return 'delayed';
  return isWaiting(state) ? 'waiting' : undefined;
}

function isWaiting(state: string): boolean {
  return WAITING.some((waiting) => waiting === state);
}

/**
 * Whether a worker has used up the starts that are allowed. Where such a job waits, its worker was
 * lost: it may have been sent, and the next worker says so.
 */
function wasStarted({ attemptsStarted, data }: SmsJob): boolean {
  return attemptsStarted >= (data.n ?? 1);
}

/** @throws SmsMessageError where there is no such message, or its outcome is not unknown */
async function unknownJob(queue: BullQueue, id: string): Promise<SmsJob> {
  const found = await findJob(queue, id);
  const status = found && statusOf(found.job, found.state);
  if (found && status === 'unknown') return found.job;
  throw problem(
    'id',
    status === undefined
      ? 'is not in the queue'
      : `is '${status}'; only a message whose outcome is unknown can be settled or sent again`,
  );
}

async function removeWaiting(queue: BullQueue, id: string): Promise<boolean> {
  const found = await findJob(queue, id);
  if (!found || !isWaiting(found.state) || wasStarted(found.job)) return false;
  return (await queue.remove(id)) === 1;
}

function problem(path: string, message: string): SmsMessageError {
  return new SmsMessageError([{ path, message }]);
}
