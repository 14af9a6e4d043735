import type {
  BeforeApplicationShutdown,
  OnApplicationBootstrap,
  OnApplicationShutdown,
  OnModuleInit,
} from '@nestjs/common';
import type { JobType } from 'bullmq';
import { SmsConfigurationError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import { maskNumber } from '../common/mask.js';
import type { SmsContent, SmsMessage } from '../message/sms-message.js';
import { checkBatchSize } from '../run/run-options.js';
import { SafeLogger } from '../events/safe-logger.js';
import { checkAddOptions, checkKey, checkKeyFunction, keyFrom, problem } from './add-options.js';
import type { CheckedQueueOptions } from './check-queue-options.js';
import { type Addition, addJobs, type AddResult, type Terms } from './add-jobs.js';
import { countJobs } from './count-jobs.js';
import { batchItems, checkedItems, type QueueItem } from './input-items.js';
import {
  FINISHED,
  findJob,
  type FoundJob,
  isRemovable,
  outcomeOf,
  progressOf,
  removeWaiting,
  retryWith,
  statusOf,
  unknownJob,
  WAITING,
} from './job-state.js';
import { plainOutcome } from './outcomes.js';
import type { QueueAccount } from './queue-account.js';
import { type OpenQueue, PATIENCE_WITH_MANY, QueueConnection } from './queue-connection.js';
import { QueueRun } from './queue-run.js';
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
  type SmsQueueOptionsOfMany,
  type SmsQueueOutcome,
  type SmsQueueProgress,
  type SmsQueueRun,
  type SmsQueueStatus,
  type SmsQueueUnknown,
} from './sms-queue.js';
import type { BullQueue, StoredJob } from './store.js';
import {
  broadcastId,
  idOfKey,
  isBroadcastId,
  type JobData,
  randomId,
  readMessage,
  writeMessage,
} from './stored-job.js';

/** The queue of an account, on BullMQ. */
export class BullSmsQueue
  extends SmsQueue
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly logger = new SafeLogger('SmsQueue');
  private readonly sealer: Sealer;
  private readonly connection: QueueConnection;
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
    this.sealer = new Sealer(options.encryptionKeys);
    this.connection = new QueueConnection(name, options.connection);
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
    const { connection, options, sealer } = this;
    this.worker = new QueueWorker(options, this.findAccount(), sealer, connection);
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
    const terms = this.termsOf(options);
    const key = checkKey(options.key);
    const addition = this.additionOf(this.findAccount().checkMessage(message), key);
    const [result] = await this.addJobs([addition], terms);
    if (!result || 'error' in result) throw result?.error ?? new Error('Nothing was added');
    return result;
  }

  override addMany(
    messages: Iterable<SmsMessage> | AsyncIterable<SmsMessage>,
    options: SmsQueueAddManyOptions = {},
  ): SmsQueueRun {
    return this.runOf(options, () => {
      const account = this.findAccount();
      return checkedItems(messages, (message, index) =>
        this.additionOf(account.checkMessage(message), keyFrom(options.key, message, index)),
      );
    });
  }

  override broadcast(
    message: SmsContent,
    recipients: Iterable<string> | AsyncIterable<string>,
    options: SmsQueueBroadcastOptions = {},
  ): SmsQueueBroadcastRun {
    const id = broadcastId();
    const items = (): AsyncIterable<QueueItem> => {
      const account = this.findAccount();
      const { checked } = account.readContent(message);
      const size = Math.min(checkBatchSize(options.batchSize), account.largestBatch);
      return batchItems(recipients, size, account, (batch, index) =>
        this.additionOf({ ...checked, recipients: batch }, keyFrom(options.key, batch, index)),
      );
    };
    return Object.assign(this.runOf(options, items, id), { id });
  }

  override status(id: string): Promise<SmsQueueStatus | undefined> {
    return this.find(id).then((found) => found && statusOf(found));
  }

  override outcome(id: string): Promise<SmsQueueOutcome | undefined> {
    return this.find(id).then((found) => found && outcomeOf(found));
  }

  override progress(id: string): Promise<SmsQueueProgress | undefined> {
    return this.find(id).then((found) => found && progressOf(found));
  }

  override async *unknown(): AsyncGenerator<SmsQueueUnknown, void, undefined> {
    // Read first, because they leave when they are settled.
    const ids = await this.connection.run(
      ({ queue }) => queue.getRanges(['failed'], 0, -1),
      PATIENCE_WITH_MANY,
    );
    for (const id of ids) {
      const found = await this.find(id);
      const outcome = found && outcomeOf(found);
      if (!found || outcome?.status !== 'unknown') continue;
      const recipients = this.messageOf(id, found.job.data)?.recipients.map(maskNumber) ?? [];
      yield { id, outcome, recipients, addedAt: found.job.timestamp };
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
    const ids = await this.idsOf([...WAITING, ...FINISHED], ({ id, data }) => {
      const message = this.messageOf(id, data);
      if (!message && data.m !== undefined) unreadable += 1;
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
    return this.connection.run(({ queue }) => countJobs(queue));
  }

  /** For `bullQueueOf`. */
  async bullQueue(): Promise<BullQueue> {
    return (await this.connection.opened).queue;
  }

  private find(id: string): Promise<FoundJob | undefined> {
    return this.connection.run(({ queue }) => findJob(queue, id));
  }

  private additionOf(message: CheckedMessage, key: string | undefined): Addition {
    const id = key === undefined ? randomId() : idOfKey(this.connection.queueName, key);
    return { id, text: writeMessage(message) };
  }

  private termsOf(options: SmsQueueOptionsOfMany, broadcast?: string): Terms {
    const { expiresAfter, keyTtl } = this.options;
    const more = broadcast === undefined ? [] : ['batchSize'];
    return { ...checkAddOptions(options, expiresAfter, more), keyTtl, broadcast };
  }

  private runOf(
    options: SmsQueueAddManyOptions | SmsQueueBroadcastOptions,
    read: () => AsyncIterable<QueueItem>,
    broadcast?: string,
  ): QueueRun {
    const items = (): AsyncIterable<QueueItem> => {
      this.termsOf(options, broadcast);
      checkKeyFunction(options.key);
      return read();
    };
    // Again for each chunk: `at` is a time, and the delay until then gets shorter.
    return new QueueRun(items, (chunk) => this.addJobs(chunk, this.termsOf(options, broadcast)));
  }

  private async addJobs(
    additions: readonly Addition[],
    terms: Terms,
  ): Promise<readonly AddResult[]> {
    const work = (open: OpenQueue) => addJobs(open, this.sealer, additions, terms);
    // Without a deadline: how long a transaction waits, such as for another one, is the user's to say.
    if (terms.transaction) return work(await this.connection.current());
    return this.connection.run(work, additions.length > 1 ? PATIENCE_WITH_MANY : undefined);
  }

  /** The ids of the messages in some states. Read first, because they move while they are changed. */
  private async idsOf(
    states: readonly JobType[],
    isWanted: (message: StoredJob) => boolean,
  ): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    for (const state of states) {
      let page: readonly StoredJob[] = [];
      let read = 0;
      do {
        const last = page.at(-1)?.id ?? '';
        page = await this.connection.run(
          ({ store, queue }) => store.read(queue, state, read, last),
          PATIENCE_WITH_MANY,
        );
        for (const job of page) if (isWanted(job)) ids.add(job.id);
        read += page.length;
      } while (page.length > 0);
    }
    return ids;
  }

  /** The message of a job. Undefined where it was erased, or no key opens it. */
  private messageOf(id: string, data: JobData): CheckedMessage | undefined {
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
    const message = this.messageOf(id, job.data);
    if (!message?.recipients.includes(number) || state === 'active') return false;
    const recipients = message.recipients.filter((each) => each !== number);
    // Otherwise it may have been sent, so its key and its outcome are kept.
    if (recipients.length === 0 && isRemovable(found)) return (await queue.remove(id)) === 1;
    const { m: _message, ...data } = job.data;
    const text = writeMessage({ ...message, recipients });
    await job.updateData({
      ...data,
      ...(recipients.length > 0 && { m: this.sealer.seal(text, id) }),
    });
    return true;
  }
}
