import { SmsGatewayError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import { addJobs, addJobsInTransaction, type Addition } from './add-jobs.js';
import { checkAddOptions, type CheckedAddOptions } from './add-options.js';
import type { CheckedQueueOptions } from './check-queue-options.js';
import { PATIENCE_WITH_MANY, type QueueConnection } from './queue-connection.js';
import type { ChunkResult } from './queue-run.js';
import type { Sealer } from './sealer.js';
import type { SmsQueueAddManyOptions, SmsQueueBroadcastOptions } from './sms-queue.js';
import { idOfKey, randomId, writeMessage } from './stored-job.js';

/** The part of a queue that adds. */
export class Adder {
  constructor(
    private readonly queueName: string,
    private readonly options: CheckedQueueOptions,
    private readonly parts: {
      readonly connection: QueueConnection;
      readonly sealer: Sealer;
    },
  ) {}

  /** A message as it is added. */
  prepare(message: CheckedMessage, key: string | undefined): Addition {
    const { recipients, ...content } = message;
    const id = key === undefined ? randomId() : idOfKey(this.queueName, key);
    return { id, isKeyed: key !== undefined, text: writeMessage(content, recipients) };
  }

  /**
   * Adds messages together.
   *
   * @throws SmsTransportError `queue-failed`; in a transaction, what its function rejects with
   */
  async add(
    additions: readonly Addition[],
    how: CheckedAddOptions,
    broadcast?: string,
  ): Promise<readonly ChunkResult[]> {
    const { connection, sealer } = this.parts;
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

  /** Adds a part of a run: where the store fails, each of them has that error. */
  async addChunk(
    additions: readonly Addition[],
    options: SmsQueueAddManyOptions | SmsQueueBroadcastOptions,
    broadcast?: string,
  ): Promise<readonly ChunkResult[]> {
    // Again for each chunk: `at` is a time, and the delay until then gets shorter.
    const how = checkAddOptions(options, this.options.expiresAfter, ['batchSize']);
    try {
      return await this.add(additions, how, broadcast);
    } catch (error) {
      if (!(error instanceof SmsGatewayError)) throw error;
      return additions.map(() => ({ error, isFatal: true }));
    }
  }
}
