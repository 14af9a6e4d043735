import { inspect } from 'node:util';
import type {
  BeforeApplicationShutdown,
  OnApplicationBootstrap,
  OnApplicationShutdown,
  OnModuleInit,
} from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import type { SmsContent, SmsMessage } from '../../core/message/sms-message.js';
import type { NoUnread } from '../../core/common/no-unread.js';
import { findAccount } from '../../nest/find-account.js';
import { attachStore, findReportFinder } from '../reports/report-keeper.js';
import type { CheckedQueueOptions } from './check-queue-options.js';
import {
  cancelBroadcast,
  changeMessage,
  changeUnknown,
  findMessage,
  progressOf,
  resent,
  statusOf,
  stopped,
} from './store/message-state.js';
import { decryptReason } from './store/encrypted-reason.js';
import { broadcastId, isBroadcastId } from './store/stored-message.js';
import { countMessages } from './producer/count-messages.js';
import { problem } from './problem.js';
import { ACCOUNT_METHODS, type QueueAccount, reachesAll } from './queue-account.js';
import { PATIENCE_WITH_MANY, QueueConnection } from './queue-connection.js';
import { addMessages } from './producer/add-messages.js';
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
import type { AnyIterable } from '../../core/runs/input.js';
import { QueueReports } from './producer/queue-reports.js';
import { erase } from './producer/erase.js';
import { plainOutcome } from './store/outcomes.js';
import { findRecords, unknownMessages } from './producer/unknown-records.js';
import { QueueWorker, type WorkerOptions } from './worker/queue-worker.js';
import { Cipher } from '../records/cipher.js';
import {
  SmsQueue,
  type SmsQueueAddManyOptions,
  type SmsQueueAddOptions,
  type SmsQueueBroadcastOptions,
  type SmsQueueCountLimits,
  type SmsQueueCounts,
} from './sms-queue.js';
import { WorkerWatch } from './worker/worker-watch.js';

/** The queue of an account, in a store. */
export class StoredSmsQueue
  extends SmsQueue
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly cipher: Cipher;
  private readonly connection: QueueConnection;
  private readonly expiresAfter: number;
  private readonly keepsReports: boolean;
  /** Undefined if this process has no worker. */
  private readonly workerOptions: WorkerOptions | undefined;
  private readonly watch: WorkerWatch | undefined;
  private readonly reports: QueueReports;
  private worker: QueueWorker | undefined;
  private account: QueueAccount | undefined;

  /**
   * @param name the account's name
   * @param modules where the account and its reports are found, once all providers exist
   */
  constructor(
    private readonly name: string,
    options: CheckedQueueOptions,
    private readonly modules: ModuleRef,
  ) {
    super();
    const { connection, bullmq, encryptionKeys, acceptUnsealed, worker, reports, ...others } =
      options;
    const { concurrency, drain, expiresAfter, keyTtl, lockDuration, rateLimit, ...unread } = others;
    void (unread satisfies NoUnread);
    this.cipher = new Cipher(encryptionKeys, acceptUnsealed);
    this.connection = new QueueConnection(name, connection, bullmq);
    this.expiresAfter = expiresAfter;
    this.keepsReports = reports;
    this.workerOptions = worker
      ? { concurrency, drain, keyTtl, lockDuration, rateLimit }
      : undefined;
    this.watch = worker ? undefined : new WorkerWatch(this.connection);
    this.reports = new QueueReports(this.connection, this.cipher, { keyTtl, encryptionKeys });
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
    if (this.keepsReports) {
      for (const account of accounts) attachStore(this.modules, account, this.reports);
    }
    await this.connection.load();
    if (!this.cipher.hasKeys) {
      this.connection.logger.warn(
        "encryptionKeys is not set, so numbers and texts are stored as they are. Set it to one or more keys, made with 'openssl rand -hex 32'.",
      );
    }
  }

  onApplicationBootstrap(): void {
    const { cipher, connection, workerOptions } = this;
    if (!workerOptions) return;
    this.worker = new QueueWorker(workerOptions, this.findAccount(), cipher, connection);
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

  override async add(message: SmsMessage, options: SmsQueueAddOptions = {}) {
    const { key, ...terms } = readCallOptions(addOptions, options);
    const { add } = this.planOf(terms);
    const [result] = await add([{ message: this.findAccount().checkMessage(message), key }]);
    if (!result || 'error' in result) throw result?.error ?? new Error('Nothing was added');
    return result;
  }

  override addMany(messages: AnyIterable<SmsMessage>, options: SmsQueueAddManyOptions = {}) {
    return new QueueRun(() => {
      const { key, ...terms } = readCallOptions(addManyOptions, options);
      const account = this.findAccount();
      const items = checkedItems(messages, (message, index) => ({
        message: account.checkMessage(message),
        key: key && keyFrom(() => key(message, index)),
      }));
      return { items, ...this.planOf(terms) };
    }, this.name);
  }

  override broadcast(
    message: SmsContent,
    recipients: AnyIterable<string>,
    options: SmsQueueBroadcastOptions = {},
  ) {
    const id = broadcastId(this.connection.queueName);
    const run = new QueueRun(() => {
      const { key, batchSize, ...terms } = readCallOptions(queueBroadcastOptions, options);
      const account = this.findAccount();
      const { checked } = account.readContent(message);
      const size = Math.min(batchSize, account.largestBatch);
      const items = batchItems(recipients, size, account, (batch, index) => ({
        message: { ...checked, recipients: batch },
        key: key && keyFrom(() => key([...batch], index)),
      }));
      return { items, ...this.planOf(terms, id) };
    }, this.name);
    return Object.assign(run, { id });
  }

  override async status(id: string) {
    const message = await this.find(id);
    return message && statusOf(message);
  }

  override async outcome(id: string) {
    const outcome = (await this.find(id))?.outcome;
    return outcome && decryptReason(this.cipher, id, outcome);
  }

  override async progress(id: string) {
    const message = await this.find(id);
    return message && progressOf(message);
  }

  override async deliveries(id: string) {
    const message = await this.find(id);
    if (!message || !this.keepsReports) return [];
    return this.connection.run(() => this.reports.deliveries(message), PATIENCE_WITH_MANY);
  }

  override unknown() {
    return unknownMessages(this.connection, this.cipher, this.keepsReports && this.reports);
  }

  override records(id: string, options: LookupOptions = {}) {
    const findersOf = (account?: string) => {
      const accounts = account === undefined ? this.findAccount().accounts : [account];
      return accounts.map((accountName) => findReportFinder(this.modules, accountName));
    };
    return findRecords(this.connection, this.cipher, findersOf, id, options);
  }

  override async settle(id: string, outcome: 'accepted' | 'not-sent'): Promise<void> {
    if (outcome !== 'accepted' && outcome !== 'not-sent') {
      throw problem('outcome', "is not known; use 'accepted' or 'not-sent'");
    }
    const change = { to: plainOutcome(outcome, 'settled') };
    await this.connection.run((store) => changeUnknown(store, id, () => change));
  }

  override async resend(id: string): Promise<void> {
    await this.connection.run((store) => changeUnknown(store, id, resent));
  }

  override async cancel(id: string): Promise<boolean> {
    const { queueName } = this.connection;
    return this.connection.run((store) =>
      isBroadcastId(id, queueName)
        ? cancelBroadcast(store, queueName, id)
        : changeMessage(store, id, stopped),
    );
  }

  override async erase(number: string): Promise<number> {
    const read = this.findAccount().readRecipient(number);
    if (typeof read !== 'string') throw problem('number', read.issue);
    return erase(this.connection, this.cipher, this.reports, read);
  }

  override pause(): Promise<void> {
    return this.connection.run((store) => store.pause());
  }

  override resume(): Promise<void> {
    return this.connection.run((store) => store.resume());
  }

  override counts(): Promise<SmsQueueCounts>;
  override counts(most: SmsQueueCountLimits): Promise<Partial<SmsQueueCounts>>;
  override counts(most?: SmsQueueCountLimits): Promise<Partial<SmsQueueCounts>> {
    return countMessages(this.connection, most);
  }

  /** For `bullQueueOf`. Undefined if the store does not use BullMQ. */
  async bullQueue(): Promise<object | undefined> {
    return (await this.connection.opened).bullQueue;
  }

  private findAccount(): QueueAccount {
    const { modules, name } = this;
    return (this.account ??= findAccount(modules, name, ACCOUNT_METHODS, 'SmsQueueModule'));
  }

  private find(id: string) {
    return this.connection.run((store) => findMessage(store, id));
  }

  /** How messages are added by options that were read. Throws before anything is read if they exclude each other. */
  private planOf(options: ReadOptionsOfMany, broadcast?: string): Omit<QueuePlan, 'items'> {
    const { cipher, connection, watch } = this;
    const { transaction, ...timing } = options;
    const terms = addTerms(timing, this.expiresAfter, reachesAll(this.findAccount()), broadcast);
    const add: QueuePlan['add'] = async (additions) => {
      const results = await addMessages(connection, cipher, additions, terms, transaction);
      watch?.added();
      return results;
    };
    return { add, isTransaction: transaction !== undefined };
  }
}
