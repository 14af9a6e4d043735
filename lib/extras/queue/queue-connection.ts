import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  SmsConfigurationError,
  type SmsErrorOutcome,
  SmsGatewayError,
  SmsTransportError,
} from '../../core/errors/index.js';
import { setAccount } from '../../core/errors/sms-gateway.error.js';
import { within } from '../../core/common/promises.js';
import { SafeLogger } from '../../core/logging/safe-logger.js';
import { isRedis } from './check-queue-options.js';
import { loadBullMq } from './load-bullmq.js';
import { PartlyDoneError } from './jobs/lasting-backend.js';
import { Outage } from './jobs/outage.js';
import { createPostgresStore } from './postgres/postgres-store.js';
import { createRedisStore } from './redis/redis-store.js';
import { readStoreFailure } from '../records/store-failure.js';
import type { SmsQueueOptions } from './sms-queue.options.js';
import { type BullQueue, openQueue, type QueueStore } from './jobs/store.js';

/** How long an operation may take, in ms. */
const PATIENCE = 1000;
/** How long one on many messages may take, in ms. */
export const PATIENCE_WITH_MANY = 10_000;
const RETRY_PAUSE = 1000;
/** The shortest time between two logged errors of an outage, in ms. */
const LOG_EVERY = 30_000;
const CLOSE_PATIENCE = 2000;

export interface OpenQueue {
  readonly store: QueueStore;
  readonly queue: BullQueue;
  /** Adds messages in the user's own transactions. */
  readonly transactional: BullQueue | undefined;
}

/** A queue's connection to its store: opened in the background, whatever state the store is in. */
export class QueueConnection {
  private readonly logger = new SafeLogger('SmsQueue');
  private loading: Promise<QueueStore> | undefined;
  private opening: Promise<OpenQueue> | undefined;
  private store: QueueStore | undefined;
  private open: OpenQueue | undefined;
  /** Why the store could not be opened last time. */
  private openingFailure: unknown;
  private readonly closing = new AbortController();
  // Of several connections that fail, some are open again while others still fail.
  private readonly outage = new Outage(LOG_EVERY, true);

  /** The queue's name in the store. */
  readonly queueName: string;

  /** @param name the name of the account */
  constructor(
    readonly name: string,
    private readonly connection: SmsQueueOptions['connection'],
    private readonly bullmq?: SmsQueueOptions['bullmq'],
  ) {
    this.queueName = `sms-${Buffer.from(name).toString('base64url')}`;
  }

  /** Resolves once the store has answered for the first time. Rejects if it is closed before that. */
  get opened(): Promise<OpenQueue> {
    if (this.opening) return this.opening;
    // A driver that is closed before it has connected may never answer.
    const closed = once(this.closing.signal, 'abort').then(shutDown);
    this.opening = Promise.race([this.openUntilDone(), closed]);
    // Without a worker, nobody waits for it.
    this.opening.catch(() => undefined);
    return this.opening;
  }

  /**
   * Starts to connect. Resolves once BullMQ and the store's driver are loaded, whether the store answers or not.
   *
   * @throws SmsConfigurationError if one of the two is missing or has another version, or the driver or the store refuses
   *   the connection's settings
   */
  async load(): Promise<void> {
    try {
      await (await this.loaded()).checkStart?.();
    } catch (error) {
      // Nest calls no hooks of an app that did not start.
      await this.close();
      if (error instanceof SmsConfigurationError) throw error;
      throw new SmsConfigurationError(
        `SmsQueueModule cannot use the connection of the queue '${this.name}': ${this.shown(error)}.`,
      );
    }
    this.opened.catch(() => undefined);
  }

  /**
   * Carries out an operation, within a time: about a second if none is given.
   *
   * @throws SmsTransportError `queue-failed`
   */
  async run<T>(operation: (open: OpenQueue) => Promise<T>, patience = PATIENCE): Promise<T> {
    const open = await this.current();
    try {
      const done = await within(
        patience,
        operation(open).then((value) => ({ value })),
      );
      if (!done) throw new Error(`it does not answer within ${patience} ms`);
      this.answered();
      return done.value;
    } catch (error) {
      if (error instanceof SmsGatewayError) throw error;
      throw this.failureOf(error);
    }
  }

  /** Logs why an operation failed, and returns its error. */
  failureOf(cause: unknown): SmsTransportError {
    const { store } = this;
    this.failed(cause instanceof PartlyDoneError ? cause.cause : cause);
    const outcome = store?.provesNothingDone(cause) ? 'not-sent' : 'unknown';
    return this.error(store, outcome, cause);
  }

  /** Logs that the store fails, at most once in a while. */
  readonly failed = (error: unknown): void => {
    if (this.closing.signal.aborted || !this.outage.begins()) return;
    this.logger.error(
      `[${this.name}] The queue's store failed: ${this.shown(error)}. Messages stay in the store, and the queue continues once the store answers.`,
    );
  };

  /** Logs that jobs were skipped. */
  foreign(count: number): void {
    this.logger.warn(
      `[${this.name}] ${count} of the queue's jobs are not messages, so they were skipped. Find out who wrote them, and remove them.`,
    );
  }

  readonly answered = (): void => {
    if (this.outage.ends()) this.logger.log(`[${this.name}] The queue's store answers again.`);
  };

  /** Ends it, whether the store answers or not. */
  async close(): Promise<void> {
    this.closing.abort();
    // BullMQ's queues have nothing of their own to close, and on PostgreSQL a closed one never answers.
    await within(CLOSE_PATIENCE, this.store?.close());
  }

  /**
   * What is open, within about a second.
   *
   * @throws SmsTransportError `queue-failed`, `not-sent`
   */
  async current(): Promise<OpenQueue> {
    const opened = () => this.opened.catch(() => undefined);
    const open = this.open ?? (await within(PATIENCE, opened()));
    if (open) return open;
    throw this.error(this.store, 'not-sent', this.openingFailure);
  }

  /** The error of an operation, with its text. */
  failure(text: string, outcome: SmsErrorOutcome): SmsTransportError {
    const error = new SmsTransportError('queue-failed', text, { outcome });
    setAccount(error, this.name);
    return error;
  }

  private error(
    store: QueueStore | undefined,
    outcome: SmsErrorOutcome,
    cause: unknown,
  ): SmsTransportError {
    const name = store?.name ?? 'The store';
    const { said, isLasting } = readStoreFailure(cause);
    const why = said === undefined ? '' : `: ${this.hidden(said)}`;
    if (outcome === 'unknown') {
      const what = why === '' ? 'did not answer, so' : 'answered with an error, but';
      return this.failure(
        `${name} ${what} the operation may have been carried out${why}. With a key it is safe to retry: nothing is queued twice.`,
        outcome,
      );
    }
    const advice = isLasting ? 'Fix the cause, then repeat the operation.' : 'Retry it later.';
    return this.failure(
      `${name} did not carry out the operation, so nothing was queued or changed${why}. ${advice}`,
      outcome,
    );
  }

  private loaded(): Promise<QueueStore> {
    return (this.loading ??= this.loadStore());
  }

  private async loadStore(): Promise<QueueStore> {
    const { bullmq, connection, failed, name } = this;
    const user = `SmsQueueModule (queue '${name}')`;
    const bull = await loadBullMq(bullmq, user);
    return isRedis(connection)
      ? createRedisStore(bull, connection, failed, user)
      : createPostgresStore(bull, connection, failed, user);
  }

  private async openUntilDone(): Promise<OpenQueue> {
    const { signal } = this.closing;
    this.store = await this.loaded();
    while (!signal.aborted) {
      try {
        await this.store.prepare();
        return await this.openQueues(this.store);
      } catch (error) {
        this.openingFailure = error;
        this.failed(error);
        await sleep(RETRY_PAUSE, undefined, { signal }).catch(() => undefined);
      }
    }
    return shutDown();
  }

  private async openQueues(store: QueueStore): Promise<OpenQueue> {
    const { bull, forQueues, forTransactions } = store;
    const transactional = forTransactions && openQueue(bull, this.queueName, forTransactions, true);
    const queue = openQueue(bull, this.queueName, forQueues);
    for (const each of [transactional, queue]) each?.on('error', this.failed);
    // They check the store once, and BullMQ would keep a failure forever.
    await Promise.all([transactional?.waitUntilReady(), queue.waitUntilReady()]);
    this.answered();
    return (this.open = { store, queue, transactional });
  }

  private shown(error: unknown): string {
    const text = error instanceof Error ? error.message || error.name : String(error);
    return this.hidden(readStoreFailure(error).said ?? text).replace(/\.$/, '');
  }

  // Drivers do not show passwords, but the text of an error is not theirs alone.
  private hidden(text: string): string {
    const { connection } = this;
    if (typeof connection !== 'string' || !URL.canParse(connection)) return text;
    const { password } = new URL(connection);
    if (password === '') return text;
    return text.replaceAll(password, '***').replaceAll(decodeURIComponent(password), '***');
  }
}

function shutDown(): never {
  throw new Error('The app is shutting down');
}
