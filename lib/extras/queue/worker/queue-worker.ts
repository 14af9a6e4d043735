import { setMaxListeners } from 'node:events';
import { within } from '../../../core/common/promises.js';
import { CLAIM, QUEUED } from '../../../core/deadline/mode.js';
import { SmsTransportError } from '../../../core/errors/index.js';
import type { Cipher } from '../../records/cipher.js';
import type { CheckedQueueOptions } from '../check-queue-options.js';
import type { QueueAccount } from '../queue-account.js';
import type { QueueConnection } from '../queue-connection.js';
import {
  type Claim,
  ClockError,
  type LostMessage,
  type StoreWorker,
  type WorkerParts,
} from '../store/message-store.js';
import { plainOutcome } from '../store/outcomes.js';
import { tryReadMessage } from '../store/stored-message.js';
import { attemptLog } from './attempt-log.js';
import { MessageStart } from './message-start.js';
import { Stops } from './stops.js';

/** How long the results of sends that were ended at the end of the app may take to be stored, in ms. */
const STORE_PATIENCE = 2000;

/** The options of a queue that its worker reads. */
export type WorkerOptions = WorkerParts['options'] &
  Pick<CheckedQueueOptions, 'concurrency' | 'drain'>;

/** Sends the messages of a queue, whatever store they are in. */
export class QueueWorker {
  /** Ends sends in progress. */
  private readonly stop = new AbortController();
  /** Ends the repetition of what the store does not take. */
  private readonly giveUp = new AbortController();
  private worker: StoreWorker | undefined;
  private isClosing = false;
  private hasWarnedOfReach = false;

  constructor(
    private readonly options: WorkerOptions,
    private readonly account: QueueAccount,
    private readonly cipher: Cipher,
    private readonly connection: QueueConnection,
  ) {
    // While the store is down, each message in progress waits on them.
    setMaxListeners(0, this.stop.signal, this.giveUp.signal);
  }

  async start(): Promise<void> {
    const { account, connection, cipher, options } = this;
    const { logger } = connection;
    const store = await connection.opened;
    try {
      for (const weakness of await store.weaknesses()) {
        logger.warn(`${store.name}: ${weakness}`);
      }
    } catch (error) {
      if (error instanceof ClockError) {
        logger.error(error.message);
        return;
      }
      logger.warn(
        `The settings of ${store.name} cannot be read. Check that the store does not lose writes that it confirmed: see docs/queue-operation.md.`,
      );
    }
    const { concurrency = account.concurrency, lockDuration, rateLimit } = options;
    // Otherwise what is claimed during the first login would be sent at once when that ends.
    if (rateLimit) await account.logIn().catch(() => undefined);
    if (this.isClosing) return;
    const logError = (text: string): void => logger.error(text);
    const parts = {
      account,
      cipher,
      logError,
      lockDuration,
      signal: this.stop.signal,
      mode: rateLimit ? CLAIM : QUEUED,
      stops: new Stops(store, connection.queueName, connection.failed),
      onLeft: (claim: Claim) => this.warnOfReach(claim),
      onAttempt: attemptLog(logger),
    };
    this.worker = store.openWorker({
      options,
      concurrency,
      start: (claim, brakes) =>
        new MessageStart(parts, claim, brakes).run().catch((error: unknown) => {
          // Unexpected. It may have been sent.
          logError(
            `Message ${claim.id} may have been sent: its send failed unexpectedly (${error instanceof Error ? error.name : typeof error}). Report this as a bug.`,
          );
          return { end: plainOutcome('unknown', 'worker-lost') };
        }),
      lost: (message) => this.lost(message),
      failed: connection.failed,
      answered: connection.answered,
      warn: (text) => logger.warn(text),
      logError,
      giveUp: this.giveUp.signal,
    });
  }

  /** Takes no more messages, waits for those being sent, then ends them. */
  async close(): Promise<void> {
    this.isClosing = true;
    const closed = this.worker?.close();
    await within(this.options.drain, closed);
    this.stop.abort();
    await within(STORE_PATIENCE, closed);
    this.giveUp.abort();
    await within(STORE_PATIENCE, closed);
  }

  /** A worker had a message, and was lost. */
  private lost(message: LostMessage): void {
    const { account, cipher, connection } = this;
    const text = `Message ${message.id} may have been sent, because the worker that had it was lost. Look it up at the gateway, then settle it or send it again.`;
    connection.logger.warn(text);
    const error = new SmsTransportError('worker-lost', text, { outcome: 'unknown' });
    account.reportLost(error, tryReadMessage(cipher, message));
  }

  private warnOfReach({ id, reachesAll: isOfAdder }: Claim): void {
    if (this.hasWarnedOfReach) return;
    this.hasWarnedOfReach = true;
    this.connection.logger.warn(
      `Message ${id} is left for another worker, as are others like it: only ${isOfAdder ? 'the app that added it' : 'this worker'} has the reach 'all'. Set the same reach in both, or give staging a store of its own.`,
    );
  }
}
