import type {
  BeforeApplicationShutdown,
  OnApplicationBootstrap,
  OnApplicationShutdown,
  OnModuleInit,
} from '@nestjs/common';
import type { SmsContent, SmsMessage } from '../message/sms-message.js';
import { SafeLogger } from '../events/safe-logger.js';
import { maskNumber } from '../common/mask.js';
import type { ReportKeeper } from '../reports/report-keeper.js';
import type { CheckedQueueOptions } from './check-queue-options.js';
import { changeUnknown, findJob, outcomeOf, progressOf, statusOf } from './jobs/job-state.js';
import { plainOutcome } from './jobs/outcomes.js';
import { openMessage } from './jobs/stored-job.js';
import { countAll, countJobs } from './producer/count-jobs.js';
import { problem } from './problem.js';
import type { QueueAccount } from './queue-account.js';
import { PATIENCE_WITH_MANY, QueueConnection } from './queue-connection.js';
import { QueueProducer } from './producer/queue-producer.js';
import { QueueReports } from './producer/queue-reports.js';
import { cancel, erase } from './producer/queue-removal.js';
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

  override async status(id: string): Promise<SmsQueueStatus | undefined> {
    const found = await this.find(id);
    return found && statusOf(found);
  }

  override async outcome(id: string): Promise<SmsQueueOutcome | undefined> {
    const found = await this.find(id);
    return found && outcomeOf(found);
  }

  override async progress(id: string): Promise<SmsQueueProgress | undefined> {
    const found = await this.find(id);
    return found && progressOf(found);
  }

  override async deliveries(id: string): Promise<readonly SmsQueueDelivery[]> {
    const found = await this.find(id);
    const outcome = found && outcomeOf(found);
    const { reports } = this;
    if (!outcome || !reports) return [];
    return this.connection.run(() => reports.deliveries(found.job, outcome), PATIENCE_WITH_MANY);
  }

  override async *unknown(): AsyncGenerator<SmsQueueUnknown, void, undefined> {
    // All ids are read first, because settled messages leave this set.
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
      const reports = kept && (await this.connection.run(() => kept.about(job)));
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
        return { data: { ...data, x, n: attemptsStarted + 1 }, to: 'waiting' };
      }),
    );
  }

  override cancel(id: string): Promise<boolean> {
    return cancel(this.connection, id);
  }

  override async erase(number: string): Promise<number> {
    const read = this.findAccount().readRecipient(number);
    if (typeof read !== 'string') throw problem('number', read.issue);
    const { connection, options, sealer } = this;
    // Other processes may have stored reports.
    const reports = this.reports ?? new QueueReports(connection, sealer, options);
    return erase(connection, sealer, reports, read);
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
    return this.connection.run((open) => (most ? countJobs(open, most) : countAll(open)));
  }

  /** For `bullQueueOf`. */
  async bullQueue(): Promise<BullQueue> {
    return (await this.connection.opened).queue;
  }

  private find(id: string) {
    return this.connection.run(({ queue }) => findJob(queue, id));
  }
}
