import { setMaxListeners } from 'node:events';
import { within } from '../../../core/common/promises.js';
import { CLAIM, QUEUED } from '../../../core/deadline/mode.js';
import { SmsTransportError } from '../../../core/errors/index.js';
import { SafeLogger } from '../../../core/logging/safe-logger.js';
import type { Cipher } from '../../records/cipher.js';
import type { CheckedQueueOptions } from '../check-queue-options.js';
import type { QueueAccount } from '../queue-account.js';
import type { QueueConnection } from '../queue-connection.js';
import {
  ClockError,
  type LostMessage,
  type StartEnd,
  type StoreWorker,
} from '../store/message-store.js';
import { plainOutcome } from '../store/outcomes.js';
import { tryReadMessage } from '../store/stored-message.js';
import { attemptLog } from './attempt-log.js';
import { startMessage } from './message-start.js';
import { findOtherReach } from './other-reach.js';
import { Stops } from './stops.js';

/** How long the results of sends that were ended at the end of the app may take to be stored, in ms. */
const STORE_PATIENCE = 2000;

/** Sends the messages of a queue, whatever store they are in. */
export class QueueWorker {
  private readonly logger = new SafeLogger('SmsQueue');
  /** Ends sends in progress. */
  private readonly stop = new AbortController();
  /** Ends the repetition of what the store does not take. */
  private readonly giveUp = new AbortController();
  private readonly sending = new Set<Promise<unknown>>();
  private worker: StoreWorker | undefined;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly options: CheckedQueueOptions,
    private readonly account: QueueAccount,
    private readonly cipher: Cipher,
    private readonly connection: QueueConnection,
  ) {
    // While the store is down, each message in progress waits on them.
    setMaxListeners(0, this.stop.signal, this.giveUp.signal);
  }

  async start(): Promise<void> {
    const { account, connection, cipher, logger, options } = this;
    const { name } = connection;
    const store = await connection.opened;
    try {
      for (const weakness of await store.weaknesses()) {
        logger.warn(`[${name}] ${store.name}: ${weakness}`);
      }
    } catch (error) {
      if (error instanceof ClockError) {
        logger.error(`[${name}] ${error.message}`);
        return;
      }
      logger.warn(
        `[${name}] The settings of ${store.name} cannot be read. Check that the store does not lose writes that it confirmed: see docs/queue-operation.md.`,
      );
    }
    const { concurrency = account.concurrency, lockDuration, rateLimit } = options;
    // Otherwise what is claimed during the first login would be sent at once when that ends.
    if (rateLimit) await account.logIn().catch(() => undefined);
    if (this.closing) return;
    const warn = (text: string): void => logger.warn(`[${name}] ${text}`);
    const logError = (text: string): void => logger.error(`[${name}] ${text}`);
    const parts = {
      account,
      cipher,
      logError,
      lockDuration,
      signal: this.stop.signal,
      mode: rateLimit ? CLAIM : QUEUED,
      stops: new Stops(store, connection.failed),
      isOthers: findOtherReach(account, warn),
      onAttempt: attemptLog(logger, name),
    };
    this.worker = store.openWorker({
      options,
      concurrency,
      start: (claim, brakes) =>
        this.noted(
          startMessage(parts, claim, brakes).catch((error: unknown): StartEnd => {
            // Unexpected. It may have been sent.
            logError(
              `Message ${claim.id} may have been sent: its send failed unexpectedly (${error instanceof Error ? error.name : typeof error}). Report this as a bug.`,
            );
            return { end: plainOutcome('unknown', 'worker-lost') };
          }),
        ),
      lost: (message) => this.lost(message),
      failed: connection.failed,
      answered: connection.answered,
      warn,
      logError,
      giveUp: this.giveUp.signal,
    });
  }

  /** Takes no more messages, waits for those being sent, then ends them. */
  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async shutDown(): Promise<void> {
    const { worker } = this;
    if (!worker) return;
    const closed = worker.close();
    await within(this.options.drain, Promise.race([closed, this.idle()]));
    this.stop.abort();
    await within(STORE_PATIENCE, closed);
    this.giveUp.abort();
    await within(STORE_PATIENCE, closed);
  }

  /** A worker had a message, and was lost. */
  private lost(message: LostMessage): void {
    const { account, cipher, connection, logger } = this;
    const text = `Message ${message.id} may have been sent, because the worker that had it was lost. Look it up at the gateway, then settle it or send it again.`;
    logger.warn(`[${connection.name}] ${text}`);
    const error = new SmsTransportError('worker-lost', text, { outcome: 'unknown' });
    account.reportLost(error, tryReadMessage(cipher, message));
  }

  private noted<T>(start: Promise<T>): Promise<T> {
    const ended = start.finally(() => this.sending.delete(ended));
    this.sending.add(ended);
    return ended;
  }

  private async idle(): Promise<void> {
    while (this.sending.size > 0) await Promise.allSettled(this.sending);
  }
}
