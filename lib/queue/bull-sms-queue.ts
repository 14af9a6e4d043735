import { Logger } from '@nestjs/common';
import type {
  BeforeApplicationShutdown,
  OnApplicationBootstrap,
  OnApplicationShutdown,
  OnModuleInit,
} from '@nestjs/common';
import type { JobType } from 'bullmq';
import { SmsConfigurationError, SmsMessageError } from '../errors/index.js';
import type { CheckedContent, CheckedMessage } from '../message/checked-message.js';
import { maskNumber } from '../message/mask.js';
import type { SmsContent, SmsMessage } from '../message/sms-message.js';
import {
  checkAddOptions,
  checkBatchSize,
  checkKey,
  checkKeyFunction,
  keyFrom,
} from './add-options.js';
import type { CheckedQueueOptions } from './check-queue-options.js';
import { batchItems, checkedItems, itemOf } from './input-items.js';
import type { Addition } from './add-jobs.js';
import { Adder } from './adder.js';
import {
  FINISHED,
  findJob,
  isRemovable,
  oldestWaiting,
  outcomeOf,
  removeWaiting,
  retryWith,
  statusOf,
  unknownJob,
  WAITING,
} from './job-state.js';
import { plainOutcome } from './outcomes.js';
import type { QueueAccount } from './queue-account.js';
import { PATIENCE_WITH_MANY, QueueConnection } from './queue-connection.js';
import { type QueueItem, QueueRun } from './queue-run.js';
import { QueueWorker } from './queue-worker.js';
import { Sealer, UnsealError } from './sealer.js';
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
import {
  broadcastId,
  isBroadcastId,
  PRIORITIES,
  readMessage,
  type SmsJob,
  writeMessage,
} from './stored-job.js';

/** Jobs that are read together. */
const PAGE = 500;

/** The queue of an account, on BullMQ. */
export class BullSmsQueue
  extends SmsQueue
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly logger = new Logger('SmsQueue');
  private readonly sealer: Sealer;
  private readonly connection: QueueConnection;
  private readonly queueName: string;
  private readonly adder: Adder;
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
    const { connection, sealer } = this;
    this.adder = new Adder(this.queueName, options, { connection, sealer });
  }

  async onModuleInit(): Promise<void> {
    this.findAccount();
    await this.connection.load();
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
    const addition = this.adder.prepare(this.findAccount().checkMessage(message), key);
    const [result] = await this.adder.add([addition], how);
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
        this.adder.prepare(account.checkMessage(message), keyFrom(options.key, message, index)),
      );
    };
    return new QueueRun(items, (chunk) => this.adder.addChunk(chunk, options));
  }

  override broadcast(
    message: SmsContent,
    recipients: Iterable<string> | AsyncIterable<string>,
    options: SmsQueueBroadcastOptions = {},
  ): SmsQueueBroadcastRun {
    const id = broadcastId();
    const items = (): AsyncIterable<QueueItem<Addition>> => {
      this.checkManyOptions(options, ['batchSize']);
      const account = this.findAccount();
      const { checked } = account.readContent(message);
      const size = Math.min(checkBatchSize(options), account.largestBatch);
      const checks = {
        readRecipient: account.readRecipient,
        checkRecipient: (number: string) => account.checkRecipient(number),
      };
      return this.batches(batchItems(recipients, size, checks), checked, options);
    };
    const run = new QueueRun(items, (chunk) => this.adder.addChunk(chunk, options, id));
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
      const message = this.messageOf(job);
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
      const settled = plainOutcome(outcome, 'settled');
      // A worker then completes it, without a send, and it is forgotten in time.
      await retryWith(job, { ...job.data, settled });
    });
  }

  override async resend(id: string): Promise<void> {
    await this.connection.run(async ({ queue }) => {
      const job = await unknownJob(queue, id);
      if (job.data.m === undefined) {
        throw problem('id', 'is a message that was erased; only settle can end it');
      }
      const { late: _late, ...data } = job.data;
      const x = Date.now() + data.l;
      await retryWith(job, { ...data, x, n: job.attemptsStarted + 1 });
    });
  }

  override async cancel(id: string): Promise<number> {
    const ids = isBroadcastId(id) ? await this.idsOf(WAITING, ({ data }) => data.b === id) : [id];
    let removed = 0;
    for (const each of ids) {
      if (await this.connection.run(({ queue }) => removeWaiting(queue, each))) removed += 1;
    }
    return removed;
  }

  override async erase(number: string): Promise<number> {
    const read = this.findAccount().readRecipient(number);
    if (typeof read !== 'string') throw problem('number', read.issue);
    let unreadable = 0;
    const ids = await this.idsOf([...WAITING, ...FINISHED], (job) => {
      const message = this.messageOf(job);
      if (!message && job.data.m !== undefined) unreadable += 1;
      return message?.recipients.includes(read) ?? false;
    });
    let changed = 0;
    for (const id of ids) {
      if (await this.connection.run(({ queue }) => this.eraseFrom(queue, id, read))) changed += 1;
    }
    if (unreadable > 0) {
      throw new SmsConfigurationError(
        `encryptionKeys opens all but ${unreadable} of the queue's messages, which may be to this number. The others were erased (${changed}). Add the key that sealed them, and erase it again.`,
      );
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
      const [counts, waiting] = await Promise.all([
        queue.getJobCounts('delayed', ...FINISHED, 'active'),
        // The counts by state leave out some that wait in PostgreSQL while the queue is paused.
        queue.getCountsPerPriority(Object.values(PRIORITIES).map((priority = 0) => priority)),
      ]);
      const count = (state: JobType): number => counts[state] ?? 0;
      const { high = 0, normal = 0 } = PRIORITIES;
      const oldest = await oldestWaiting(queue, waiting[high] ?? 0, waiting[normal] ?? 0);
      return {
        waiting: Object.values(waiting).reduce((sum, each) => sum + each, 0),
        ...(oldest !== undefined && { oldest: Math.max(0, Date.now() - oldest) }),
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
          this.adder.prepare({ ...content, recipients }, keyFrom(key, recipients, index)),
        );
      }
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

  /** The message of a job. Undefined where it was erased, or no key opens it. */
  private messageOf({ id = '', data }: SmsJob): CheckedMessage | undefined {
    try {
      return readMessage(this.sealer, id, data);
    } catch (error) {
      if (error instanceof UnsealError) return undefined;
      throw error;
    }
  }

  private async eraseFrom(queue: BullQueue, id: string, number: string): Promise<boolean> {
    const found = await findJob(queue, id);
    if (!found) return false;
    const { job, state } = found;
    const message = this.messageOf(job);
    if (!message?.recipients.includes(number) || state === 'active') return false;
    const recipients = message.recipients.filter((each) => each !== number);
    // Otherwise it may have been sent, so its key and its outcome are kept.
    if (recipients.length === 0 && isRemovable(found)) return (await queue.remove(id)) === 1;
    const { m: _message, ...data } = job.data;
    const text = writeMessage(message, recipients);
    await job.updateData({
      ...data,
      ...(recipients.length > 0 && { m: this.sealer.seal(text, id) }),
    });
    return true;
  }
}

function problem(path: string, message: string): SmsMessageError {
  return new SmsMessageError([{ path, message }]);
}
