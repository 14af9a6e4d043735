import type {
  BeforeApplicationShutdown,
  OnApplicationBootstrap,
  OnApplicationShutdown,
  OnModuleInit,
} from '@nestjs/common';
import type { CheckedMessage } from '../message/checked-message.js';
import { maskNumber } from '../common/mask.js';
import type { SmsContent, SmsMessage } from '../message/sms-message.js';
import { readCallOptions } from '../options/call-options.js';
import { SafeLogger } from '../events/safe-logger.js';
import type { ReportStore } from '../reports/report-store.js';
import {
  addManyOptions,
  addOptions,
  addTerms,
  keyFrom,
  queueBroadcastOptions,
  type ReadOptionsOfMany,
} from './add-options.js';
import type { CheckedQueueOptions } from './check-queue-options.js';
import { type Addition, addJobs, type AddResult, type Terms } from './add-jobs.js';
import { countJobs } from './count-jobs.js';
import { batchItems, checkedItems, type QueueItem } from './input-items.js';
import {
  changeUnknown,
  findJob,
  type FoundJob,
  outcomeOf,
  progressOf,
  statusOf,
} from './job-state.js';
import { plainOutcome } from './outcomes.js';
import { problem } from './problem.js';
import type { QueueAccount } from './queue-account.js';
import { type OpenQueue, PATIENCE_WITH_MANY, QueueConnection } from './queue-connection.js';
import { QueueReports } from './queue-reports.js';
import { QueueRemoval } from './queue-removal.js';
import { QueueRun } from './queue-run.js';
import { QueueWorker } from './queue-worker.js';
import { Sealer } from '../records/sealer.js';
import {
  SmsQueue,
  type SmsQueueAddManyOptions,
  type SmsQueueAddOptions,
  type SmsQueueAdded,
  type SmsQueueBroadcastOptions,
  type SmsQueueBroadcastRun,
  type SmsQueueCounts,
  type SmsQueueDelivery,
  type SmsQueueOutcome,
  type SmsQueueProgress,
  type SmsQueueRun,
  type SmsQueueStatus,
  type SmsQueueUnknown,
} from './sms-queue.js';
import type { BullQueue } from './store.js';
import { WorkerWatch } from './worker-watch.js';
import { broadcastId, idOfKey, openMessage, randomId, writeMessage } from './stored-job.js';

/** The queue of an account, on BullMQ. */
export class BullSmsQueue
  extends SmsQueue
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly logger = new SafeLogger('SmsQueue');
  private readonly sealer: Sealer;
  private readonly connection: QueueConnection;
  private readonly removal: QueueRemoval;
  private readonly watch: WorkerWatch | undefined;
  private readonly reports: QueueReports | undefined;
  private worker: QueueWorker | undefined;

  /**
   * @param name the account's name
   * @param findAccount called once all providers exist
   * @param attach also called then: passes the reports that this process receives to the store
   */
  constructor(
    private readonly name: string,
    private readonly options: CheckedQueueOptions,
    private readonly findAccount: () => QueueAccount,
    private readonly attach: (store: ReportStore) => void = () => undefined,
  ) {
    super();
    this.sealer = new Sealer(options.encryptionKeys, options.acceptUnsealed);
    this.connection = new QueueConnection(name, options.connection);
    this.removal = new QueueRemoval(this.connection, this.sealer);
    const warn = () =>
      this.logger.warn(
        `[${name}] Messages wait, but no worker is connected to the queue, so nothing is sent. Start a process without \`worker: false\`.`,
      );
    this.watch = options.worker ? undefined : new WorkerWatch(warn);
    const { reports } = options;
    this.reports = reports && new QueueReports(this.connection, this.sealer, reports, options);
  }

  /** Whether what it stores is encrypted. */
  get isSealed(): boolean {
    return this.options.encryptionKeys !== undefined;
  }

  async onModuleInit(): Promise<void> {
    const account = this.findAccount();
    if (this.reports) {
      this.reports.watch(account);
      this.attach(this.reports);
    }
    await this.connection.load();
    if (this.options.encryptionKeys === undefined) {
      this.logger.warn(
        `[${this.name}] encryptionKeys is not set, so numbers and texts are stored as they are. Set it to one or more keys, made with 'openssl rand -hex 32'.`,
      );
    }
  }

  onApplicationBootstrap(): void {
    if (!this.options.worker) return;
    const { connection, options, reports, sealer } = this;
    this.worker = new QueueWorker(options, this.findAccount(), sealer, connection, reports);
    this.worker.start().catch(connection.failed);
  }

  /** Before the accounts end: a send that they refuse would only go back to the queue. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.close();
  }

  /** After the HTTP server has ended, whose last requests may still add messages. */
  async onApplicationShutdown(): Promise<void> {
    this.watch?.close();
    this.reports?.close();
    await this.connection.close();
  }

  override async add(
    message: SmsMessage,
    options: SmsQueueAddOptions = {},
  ): Promise<SmsQueueAdded> {
    const { key, ...given } = readCallOptions(addOptions, options);
    const terms = this.termsOf(given);
    const addition = this.additionOf(this.findAccount().checkMessage(message), key);
    const [result] = await this.addJobs([addition], terms);
    if (!result || 'error' in result) throw result?.error ?? new Error('Nothing was added');
    return result;
  }

  override addMany(
    messages: Iterable<SmsMessage> | AsyncIterable<SmsMessage>,
    options: SmsQueueAddManyOptions = {},
  ): SmsQueueRun {
    const read = () => readCallOptions(addManyOptions, options);
    return this.runOf(read, ({ key }) => {
      const account = this.findAccount();
      return checkedItems(messages, (message, index) =>
        this.additionOf(account.checkMessage(message), keyFrom(key, message, index)),
      );
    });
  }

  override broadcast(
    message: SmsContent,
    recipients: Iterable<string> | AsyncIterable<string>,
    options: SmsQueueBroadcastOptions = {},
  ): SmsQueueBroadcastRun {
    const id = broadcastId();
    const read = () => readCallOptions(queueBroadcastOptions, options);
    const run = this.runOf(
      read,
      ({ key, batchSize }) => {
        const account = this.findAccount();
        const { checked } = account.readContent(message);
        const size = Math.min(batchSize, account.largestBatch);
        return batchItems(recipients, size, account, (batch, index) =>
          this.additionOf({ ...checked, recipients: batch }, keyFrom(key, batch, index)),
        );
      },
      id,
    );
    return Object.assign(run, { id });
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

  override async deliveries(id: string): Promise<readonly SmsQueueDelivery[]> {
    const found = await this.find(id);
    const outcome = found && outcomeOf(found);
    const { reports } = this;
    if (!outcome || !reports) return [];
    return this.connection.run(() => reports.deliveries(found.job, outcome));
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
      const { job } = found;
      const recipients = openMessage(this.sealer, id, job.data)?.recipients.map(maskNumber) ?? [];
      const kept = this.reports;
      const reports = kept && (await this.connection.run(() => kept.evidenceOf(job)));
      yield { id, outcome, recipients, addedAt: job.timestamp, ...(reports && { reports }) };
    }
  }

  override async settle(id: string, outcome: 'accepted' | 'not-sent'): Promise<void> {
    if (outcome !== 'accepted' && outcome !== 'not-sent') {
      throw problem('outcome', "is not known; use 'accepted' or 'not-sent'");
    }
    await this.connection.run((open) =>
      changeUnknown(open, id, ({ data }) => ({ data, to: plainOutcome(outcome, 'settled') })),
    );
  }

  override async resend(id: string): Promise<void> {
    await this.connection.run((open) =>
      changeUnknown(open, id, ({ attemptsStarted, data }) => {
        if (data.m === undefined) {
          throw problem('id', 'is a message that was erased; only settle can end it');
        }
        const x = Date.now() + data.l;
        const u = (data.u ?? 0) + 1;
        return { data: { ...data, x, n: attemptsStarted + 1, u }, to: 'waiting' };
      }),
    );
  }

  override cancel(id: string): Promise<number> {
    return this.removal.cancel(id);
  }

  override async erase(number: string): Promise<number> {
    const read = this.findAccount().readRecipient(number);
    if (typeof read !== 'string') throw problem('number', read.issue);
    return this.removal.erase(read);
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

  private termsOf(options: ReadOptionsOfMany, broadcast?: string): Terms {
    return { ...addTerms(options, this.options.expiresAfter), broadcast };
  }

  private runOf<Options extends ReadOptionsOfMany>(
    readOptions: () => Options,
    itemsOf: (options: Options) => AsyncIterable<QueueItem>,
    broadcast?: string,
  ): QueueRun {
    let terms: () => Terms;
    const items = (): AsyncIterable<QueueItem> => {
      const options = readOptions();
      terms = () => this.termsOf(options, broadcast);
      terms();
      return itemsOf(options);
    };
    return new QueueRun(items, (chunk) => this.addJobs(chunk, terms()));
  }

  private async addJobs(
    additions: readonly Addition[],
    terms: Terms,
  ): Promise<readonly AddResult[]> {
    const work = async (open: OpenQueue) => {
      const added = await addJobs(open, this.sealer, additions, terms);
      this.watch?.added(open.queue);
      return added;
    };
    // Without a deadline: how long a transaction waits, for example for another one, is up to the
    // user.
    if (terms.transaction) return work(await this.connection.current());
    return this.connection.run(work, additions.length > 1 ? PATIENCE_WITH_MANY : undefined);
  }
}
