import { type Addition, addJobs, type AddResult } from './add-jobs.js';
import {
  addManyOptions,
  addOptions,
  addTerms,
  keyFrom,
  queueBroadcastOptions,
  type ReadOptionsOfMany,
  type Terms,
} from './add-options.js';
import type { CheckedMessage } from '../../message/checked-message.js';
import type { SmsContent, SmsMessage } from '../../message/sms-message.js';
import { readCallOptions } from '../../options/call-options.js';
import type { Sealer } from '../../records/sealer.js';
import { batchItems, checkedItems, type QueueItem } from './input-items.js';
import type { QueueAccount } from '../queue-account.js';
import { type OpenQueue, PATIENCE_WITH_MANY, type QueueConnection } from '../queue-connection.js';
import { type QueuePlan, QueueRun } from './queue-run.js';
import { broadcastId, idOfKey, randomId, writeMessage } from '../jobs/stored-job.js';
import type {
  SmsQueueAddManyOptions,
  SmsQueueAddOptions,
  SmsQueueAdded,
  SmsQueueBroadcastOptions,
  SmsQueueBroadcastRun,
} from '../sms-queue.js';

interface Settings {
  /** How long a message may wait if its options do not set it, in ms. */
  readonly expiresAfter: number;
  /** Called once all providers exist. */
  readonly findAccount: () => QueueAccount;
  /** Called after each addition. */
  readonly onAdded: (open: OpenQueue) => void;
}

/** Adds messages to a queue. */
export class QueueProducer {
  constructor(
    private readonly connection: QueueConnection,
    private readonly sealer: Sealer,
    private readonly settings: Settings,
  ) {}

  async add(message: SmsMessage, options: SmsQueueAddOptions): Promise<SmsQueueAdded> {
    const { key, ...given } = readCallOptions(addOptions, options);
    const terms = addTerms(given, this.settings.expiresAfter);
    const addition = this.additionOf(this.settings.findAccount().checkMessage(message), key);
    const [result] = await this.addJobs([addition], terms);
    if (!result || 'error' in result) throw result?.error ?? new Error('Nothing was added');
    return result;
  }

  addMany(
    messages: Iterable<SmsMessage> | AsyncIterable<SmsMessage>,
    options: SmsQueueAddManyOptions,
  ): QueueRun {
    return new QueueRun(() => {
      const { key, ...given } = readCallOptions(addManyOptions, options);
      const account = this.settings.findAccount();
      const items = checkedItems(messages, (message, index) =>
        this.additionOf(account.checkMessage(message), keyFrom(key, message, index)),
      );
      return this.planOf(items, given);
    });
  }

  broadcast(
    message: SmsContent,
    recipients: Iterable<string> | AsyncIterable<string>,
    options: SmsQueueBroadcastOptions,
  ): SmsQueueBroadcastRun {
    const id = broadcastId();
    const run = new QueueRun(() => {
      const { key, batchSize, ...given } = readCallOptions(queueBroadcastOptions, options);
      const account = this.settings.findAccount();
      const { checked } = account.readContent(message);
      const size = Math.min(batchSize, account.largestBatch);
      const items = batchItems(recipients, size, account, (batch, index) =>
        this.additionOf({ ...checked, recipients: batch }, keyFrom(key, batch, index)),
      );
      return this.planOf(items, given, id);
    });
    return Object.assign(run, { id });
  }

  private additionOf(message: CheckedMessage, key: string | undefined): Addition {
    const id = key === undefined ? randomId() : idOfKey(this.connection.queueName, key);
    return { id, text: writeMessage(message) };
  }

  private planOf(
    items: AsyncIterable<QueueItem>,
    options: ReadOptionsOfMany,
    broadcast?: string,
  ): QueuePlan {
    const terms = () => addTerms(options, this.settings.expiresAfter, broadcast);
    // Throws before anything is read.
    terms();
    return { items, add: (additions) => this.addJobs(additions, terms()) };
  }

  private async addJobs(
    additions: readonly Addition[],
    terms: Terms,
  ): Promise<readonly AddResult[]> {
    const work = async (open: OpenQueue) => {
      const added = await addJobs(open, this.sealer, additions, terms);
      this.settings.onAdded(open);
      return added;
    };
    // Without a deadline: how long a transaction waits, for example for another one, is up to the
    // user.
    if (terms.transaction) return work(await this.connection.current());
    return this.connection.run(work, additions.length > 1 ? PATIENCE_WITH_MANY : undefined);
  }
}
