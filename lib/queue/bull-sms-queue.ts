import type {
  BeforeApplicationShutdown,
  OnApplicationBootstrap,
  OnApplicationShutdown,
  OnModuleInit,
} from '@nestjs/common';
import type { SmsContent, SmsMessage } from '../message/sms-message.js';
import { SafeLogger } from '../events/safe-logger.js';
import type { ReportKeeper } from '../reports/report-keeper.js';
import type { CheckedQueueOptions } from './check-queue-options.js';
import { checkLimits, countAll } from './producer/count-jobs.js';
import { problem } from './problem.js';
import type { QueueAccount } from './queue-account.js';
import { QueueConnection } from './queue-connection.js';
import { QueueProducer } from './producer/queue-producer.js';
import { QueueReports } from './producer/queue-reports.js';
import { QueueRemoval } from './producer/queue-removal.js';
import { QueueTracker } from './producer/queue-tracker.js';
import { QueueWorker } from './worker/queue-worker.js';
import { Sealer } from '../records/sealer.js';
import {
  SmsQueue,
  type SmsQueueAddManyOptions,
  type SmsQueueAddOptions,
  type SmsQueueAdded,
  type SmsQueueBroadcastOptions,
  type SmsQueueBroadcastRun,
  type SmsQueueCountLimits,
  type SmsQueueCounts,
  type SmsQueueDelivery,
  type SmsQueueOutcome,
  type SmsQueueProgress,
  type SmsQueueRun,
  type SmsQueueStatus,
  type SmsQueueUnknown,
} from './sms-queue.js';
import type { BullQueue } from './jobs/store.js';
import { WorkerWatch } from './worker/worker-watch.js';

/** The queue of an account, on BullMQ. */
export class BullSmsQueue
  extends SmsQueue
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly logger = new SafeLogger('SmsQueue');
  private readonly sealer: Sealer;
  private readonly connection: QueueConnection;
  private readonly producer: QueueProducer;
  private readonly tracker: QueueTracker;
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
    private readonly attach: (store: ReportKeeper) => void = () => undefined,
  ) {
    super();
    this.sealer = new Sealer(options.encryptionKeys, options.acceptUnsealed);
    this.connection = new QueueConnection(name, options.connection);
    const warn = () =>
      this.logger.warn(
        `[${name}] Messages wait, but no worker is connected to the queue, so nothing is sent. Start a process without \`worker: false\`.`,
      );
    this.watch = options.worker ? undefined : new WorkerWatch(warn);
    this.reports = options.reports
      ? new QueueReports(this.connection, this.sealer, options)
      : undefined;
    this.producer = new QueueProducer(this.connection, this.sealer, {
      expiresAfter: options.expiresAfter,
      findAccount,
      onAdded: (open) => this.watch?.added(open),
    });
    this.tracker = new QueueTracker(this.connection, this.sealer, this.reports);
    this.removal = new QueueRemoval(this.connection, this.sealer);
  }

  async onModuleInit(): Promise<void> {
    this.findAccount();
    if (this.reports) this.attach(this.reports);
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
    this.watch?.close();
    await this.connection.close();
  }

  override add(message: SmsMessage, options: SmsQueueAddOptions = {}): Promise<SmsQueueAdded> {
    return this.producer.add(message, options);
  }

  override addMany(
    messages: Iterable<SmsMessage> | AsyncIterable<SmsMessage>,
    options: SmsQueueAddManyOptions = {},
  ): SmsQueueRun {
    return this.producer.addMany(messages, options);
  }

  override broadcast(
    message: SmsContent,
    recipients: Iterable<string> | AsyncIterable<string>,
    options: SmsQueueBroadcastOptions = {},
  ): SmsQueueBroadcastRun {
    return this.producer.broadcast(message, recipients, options);
  }

  override status(id: string): Promise<SmsQueueStatus | undefined> {
    return this.tracker.status(id);
  }

  override outcome(id: string): Promise<SmsQueueOutcome | undefined> {
    return this.tracker.outcome(id);
  }

  override progress(id: string): Promise<SmsQueueProgress | undefined> {
    return this.tracker.progress(id);
  }

  override deliveries(id: string): Promise<readonly SmsQueueDelivery[]> {
    return this.tracker.deliveries(id);
  }

  override unknown(): AsyncGenerator<SmsQueueUnknown, void, undefined> {
    return this.tracker.unknown();
  }

  override settle(id: string, outcome: 'accepted' | 'not-sent'): Promise<void> {
    return this.tracker.settle(id, outcome);
  }

  override resend(id: string): Promise<void> {
    return this.tracker.resend(id);
  }

  override cancel(id: string): Promise<boolean> {
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

  override counts(): Promise<SmsQueueCounts>;
  override counts(most: SmsQueueCountLimits): Promise<Partial<SmsQueueCounts>>;
  override async counts(most?: SmsQueueCountLimits): Promise<Partial<SmsQueueCounts>> {
    if (!most) return this.connection.run(countAll);
    checkLimits(most);
    return this.connection.run(({ store, queue }) => store.count(queue, most));
  }

  /** For `bullQueueOf`. */
  async bullQueue(): Promise<BullQueue> {
    return (await this.connection.opened).queue;
  }
}
