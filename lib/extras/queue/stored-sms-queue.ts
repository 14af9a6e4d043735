import { inspect } from 'node:util';
import type {
  BeforeApplicationShutdown,
  OnApplicationBootstrap,
  OnApplicationShutdown,
  OnModuleInit,
} from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import type { SmsContent, SmsMessage } from '../../core/message/sms-message.js';
import { SafeLogger } from '../../core/logging/safe-logger.js';
import { attachStore, findReportFinder } from '../reports/report-keeper.js';
import type { CheckedQueueOptions } from './check-queue-options.js';
import { findMessage, progressOf, statusOf } from './store/message-state.js';
import { decryptReason } from './store/encrypted-reason.js';
import { broadcastId, idOfKey, randomId, writeMessage } from './store/stored-message.js';
import { checkCountLimits, countAll, countMessages } from './producer/count-messages.js';
import { problem } from './problem.js';
import { findQueueAccount, type QueueAccount, reachesAll } from './queue-account.js';
import { PATIENCE_WITH_MANY, QueueConnection } from './queue-connection.js';
import { type Addition, addMessages } from './producer/add-messages.js';
import {
  addManyOptions,
  addOptions,
  addTerms,
  keyFrom,
  queueBroadcastOptions,
  type ReadOptionsOfMany,
} from './producer/add-options.js';
import { batchItems, checkedItems, type QueuePlan, QueueRun } from './producer/queue-run.js';
import { type LookupOptions, readCallOptions } from '../../core/options/call-options.js';
import type { CheckedMessage } from '../../core/message/checked-message.js';
import type { AnyIterable } from '../../core/runs/input.js';
import { QueueReports } from './producer/queue-reports.js';
import { cancel, erase } from './producer/queue-removal.js';
import { listUnknown, resend, settle } from './producer/unknown-messages.js';
import { findRecords } from './producer/unknown-records.js';
import { QueueWorker } from './worker/queue-worker.js';
import { Cipher } from '../records/cipher.js';
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
  type SmsQueueRecords,
  type SmsQueueRun,
  type SmsQueueStatus,
  type SmsQueueUnknown,
} from './sms-queue.js';
import type { MessageStore } from './store/message-store.js';
import { WorkerWatch } from './worker/worker-watch.js';

/** The queue of an account, in a store. */
export class StoredSmsQueue
  extends SmsQueue
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly logger = new SafeLogger('SmsQueue');
  private readonly cipher: Cipher;
  private readonly connection: QueueConnection;
  private readonly watch: WorkerWatch | undefined;
  private readonly reports: QueueReports | undefined;
  private worker: QueueWorker | undefined;

  /**
   * @param name the account's name
   * @param modules where the account and its reports are found, once all providers exist
   */
  constructor(
    private readonly name: string,
    private readonly options: CheckedQueueOptions,
    private readonly modules: ModuleRef,
  ) {
    super();
    this.cipher = new Cipher(options.encryptionKeys, options.acceptUnsealed);
    this.connection = new QueueConnection(name, options.connection, options.bullmq);
    const warn = () =>
      this.logger.warn(
        `[${name}] Messages wait, but no worker is connected to the queue, so nothing is sent. Start a process without \`worker: false\`.`,
      );
    this.watch = options.worker ? undefined : new WorkerWatch(warn);
    this.reports = options.reports
      ? new QueueReports(this.connection, this.cipher, options)
      : undefined;
  }

  /** Short, because it holds keys. */
  toJSON(): object {
    return { account: this.name };
  }

  [inspect.custom](): string {
    return `SmsQueue ${inspect(this.toJSON())}`;
  }

  async onModuleInit(): Promise<void> {
    // A failover gets no reports itself, only its accounts do.
    const { accounts } = this.findAccount();
    if (this.reports)
      for (const account of accounts) attachStore(this.modules, account, this.reports);
    await this.connection.load();
    if (this.options.encryptionKeys === undefined) {
      this.logger.warn(
        `[${this.name}] encryptionKeys is not set, so numbers and texts are stored as they are. Set it to one or more keys, made with 'openssl rand -hex 32'.`,
      );
    }
  }

  onApplicationBootstrap(): void {
    if (!this.options.worker) return;
    const { connection, options, cipher } = this;
    this.worker = new QueueWorker(options, this.findAccount(), cipher, connection);
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

  override async add(
    message: SmsMessage,
    options: SmsQueueAddOptions = {},
  ): Promise<SmsQueueAdded> {
    const { key, ...given } = readCallOptions(addOptions, options);
    const { add } = this.planOf(given);
    const [result] = await add([this.additionOf(this.findAccount().checkMessage(message), key)]);
    if (!result || 'error' in result) throw result?.error ?? new Error('Nothing was added');
    return result;
  }

  override addMany(
    messages: AnyIterable<SmsMessage>,
    options: SmsQueueAddManyOptions = {},
  ): SmsQueueRun {
    return new QueueRun(() => {
      const { key, ...given } = readCallOptions(addManyOptions, options);
      const account = this.findAccount();
      const items = checkedItems(messages, (message, index) =>
        this.additionOf(account.checkMessage(message), keyFrom(key, message, index)),
      );
      return { items, ...this.planOf(given) };
    }, this.name);
  }

  override broadcast(
    message: SmsContent,
    recipients: AnyIterable<string>,
    options: SmsQueueBroadcastOptions = {},
  ): SmsQueueBroadcastRun {
    const id = broadcastId(this.connection.queueName);
    const run = new QueueRun(() => {
      const { key, batchSize, ...given } = readCallOptions(queueBroadcastOptions, options);
      const account = this.findAccount();
      const { checked } = account.readContent(message);
      const size = Math.min(batchSize, account.largestBatch);
      const items = batchItems(recipients, size, account, (batch, index) =>
        this.additionOf({ ...checked, recipients: batch }, keyFrom(key, [...batch], index)),
      );
      return { items, ...this.planOf(given, id) };
    }, this.name);
    return Object.assign(run, { id });
  }

  override async status(id: string): Promise<SmsQueueStatus | undefined> {
    const message = await this.find(id);
    return message && statusOf(message);
  }

  override async outcome(id: string): Promise<SmsQueueOutcome | undefined> {
    const outcome = (await this.find(id))?.outcome;
    return outcome && decryptReason(this.cipher, id, outcome);
  }

  override async progress(id: string): Promise<SmsQueueProgress | undefined> {
    const message = await this.find(id);
    return message && progressOf(message);
  }

  override async deliveries(id: string): Promise<readonly SmsQueueDelivery[]> {
    const message = await this.find(id);
    const { reports } = this;
    const { outcome } = message ?? {};
    if (!message || !outcome || !reports) return [];
    return this.connection.run(() => reports.deliveries(message, outcome), PATIENCE_WITH_MANY);
  }

  override unknown(): AsyncGenerator<SmsQueueUnknown, void, undefined> {
    return listUnknown(this.connection, this.cipher, this.reports);
  }

  override records(id: string, options: LookupOptions = {}): Promise<SmsQueueRecords> {
    const findersOf = (account?: string) => {
      const accounts = account === undefined ? this.findAccount().accounts : [account];
      return accounts.map((each) => findReportFinder(this.modules, each));
    };
    return findRecords(this.connection, this.cipher, findersOf, id, options);
  }

  override settle(id: string, outcome: 'accepted' | 'not-sent'): Promise<void> {
    return settle(this.connection, id, outcome);
  }

  override resend(id: string): Promise<void> {
    return resend(this.connection, id);
  }

  override cancel(id: string): Promise<boolean> {
    return cancel(this.connection, id);
  }

  override async erase(number: string): Promise<number> {
    const read = this.findAccount().readRecipient(number);
    if (typeof read !== 'string') throw problem('number', read.issue);
    const { connection, options, cipher } = this;
    // Other processes may have stored reports.
    const reports = this.reports ?? new QueueReports(connection, cipher, options);
    return erase(connection, cipher, reports, read);
  }

  override pause(): Promise<void> {
    return this.connection.run((store) => store.pause());
  }

  override resume(): Promise<void> {
    return this.connection.run((store) => store.resume());
  }

  override counts(): Promise<SmsQueueCounts>;
  override counts(most: SmsQueueCountLimits): Promise<Partial<SmsQueueCounts>>;
  override async counts(most?: SmsQueueCountLimits): Promise<Partial<SmsQueueCounts>> {
    if (most !== undefined) checkCountLimits(most);
    return this.connection.run((store) => (most ? countMessages(store, most) : countAll(store)));
  }

  /** For `bullQueueOf`. Undefined if the store does not use BullMQ. */
  async bullQueue(): Promise<object | undefined> {
    return (await this.connection.opened).bullQueue;
  }

  private findAccount(): QueueAccount {
    return findQueueAccount(this.modules, this.name);
  }

  private find(id: string) {
    return this.connection.run((store) => findMessage(store, id));
  }

  private additionOf(message: CheckedMessage, key: string | undefined): Addition {
    const id = key === undefined ? randomId() : idOfKey(this.connection.queueName, key);
    return { id, text: writeMessage(message) };
  }

  /** How messages are added by options that were read. Throws before anything is read if they exclude each other. */
  private planOf(options: ReadOptionsOfMany, broadcast?: string): Omit<QueuePlan, 'items'> {
    const isAll = reachesAll(this.findAccount());
    const termsNow = () => addTerms(options, this.options.expiresAfter, isAll, broadcast);
    termsNow();
    const add: QueuePlan['add'] = async (additions) => {
      const terms = termsNow();
      const work = async (store: MessageStore) => {
        const added = await addMessages(store, this.cipher, additions, terms);
        this.watch?.added(store);
        return added;
      };
      const { connection } = this;
      const patience = additions.length > 1 ? PATIENCE_WITH_MANY : undefined;
      // Without a deadline: how long a transaction waits, for example for another one, is up to the user.
      const results = terms.transaction
        ? await work(await connection.current())
        : await connection.run(work, patience);
      return results.map((each) =>
        'cause' in each ? { error: connection.failureOf(each.cause) } : each,
      );
    };
    return { add, isTransaction: options.transaction !== undefined };
  }
}
