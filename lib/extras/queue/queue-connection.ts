import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  SmsConfigurationError,
  type SmsErrorOutcome,
  SmsGatewayError,
  type SmsTransportError,
} from '../../core/errors/index.js';
import { within } from '../../core/common/promises.js';
import { SafeLogger } from '../../core/logging/safe-logger.js';
import { isRedis } from './check-queue-options.js';
import { queueFailed } from './problem.js';
import { Outage } from './store/outage.js';
import { createPostgresStore } from './postgres/postgres-store.js';
import { createRedisStore } from './redis/redis-store.js';
import { readStoreFailure } from '../records/store-failure.js';
import type { SmsQueueOptions } from './sms-queue.options.js';
import { type MessageStore, PartlyDoneError } from './store/message-store.js';

/** How long an operation may take, in ms. */
const PATIENCE = 1000;
/** How long one on many messages may take, in ms. */
export const PATIENCE_WITH_MANY = 10_000;
const RETRY_PAUSE = 1000;
/** The shortest time between two logged errors of an outage, in ms. */
const LOG_EVERY = 30_000;
const CLOSE_PATIENCE = 2000;

/** A queue's connection to its store: opened in the background, whatever state the store is in. */
export class QueueConnection {
  private loading: Promise<MessageStore> | undefined;
  private opening: Promise<MessageStore> | undefined;
  private store: MessageStore | undefined;
  /** Why the store is not open yet. */
  private openingFailure: unknown;
  private readonly closing = new AbortController();
  // Of several connections that fail, some are open again while others still fail.
  private readonly outage = new Outage(LOG_EVERY);

  /** The queue's name in the store. */
  readonly queueName: string;
  readonly logger: SafeLogger;

  /** @param name the name of the account */
  constructor(
    readonly name: string,
    private readonly connection: SmsQueueOptions['connection'],
    private readonly bullmq?: SmsQueueOptions['bullmq'],
  ) {
    this.logger = new SafeLogger('SmsQueue', `[${name}] `);
    this.queueName = `sms-${Buffer.from(name).toString('base64url')}`;
  }

  /** Resolves once the store has answered for the first time. Rejects if it is closed before that. */
  get opened(): Promise<MessageStore> {
    if (this.opening) return this.opening;
    // A driver that is closed before it has connected may never answer.
    const closed = once(this.closing.signal, 'abort').then(() => {
      throw new Error('The app is shutting down');
    });
    this.opening = Promise.race([this.openUntilDone(), closed]);
    // Without a worker, nobody waits for it.
    this.opening.catch(() => undefined);
    return this.opening;
  }

  /**
   * Starts to connect. Resolves once the store's packages are loaded, whether the store answers or not.
   *
   * @throws SmsConfigurationError if one of them is missing or has another version, or the driver or the store refuses the
   *   connection's settings
   */
  async load(): Promise<void> {
    try {
      await (await (this.loading ??= this.loadStore())).checkStart?.();
    } catch (error) {
      // Nest calls no hooks of an app that did not start.
      await this.close();
      if (error instanceof SmsConfigurationError) throw error;
      throw new SmsConfigurationError(
        `SmsQueueModule cannot use the connection of the queue '${this.name}': ${this.shown(error)}.`,
      );
    }
    void this.opened;
  }

  /**
   * Carries out an operation, within a time: about a second if none is given.
   *
   * @throws SmsTransportError `queue-failed`
   */
  async run<T>(operation: (store: MessageStore) => Promise<T>, patience = PATIENCE): Promise<T> {
    const store = await this.current();
    try {
      const work = operation(store).then((value) => ({ value }));
      const done = await within(patience, work);
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
    this.failed(cause instanceof PartlyDoneError ? cause.cause : cause);
    return this.error(this.store?.provesNothingDone(cause) ? 'not-sent' : 'unknown', cause);
  }

  /** Logs that the store fails, at most once in a while. */
  readonly failed = (error: unknown): void => {
    if (this.closing.signal.aborted || !this.outage.begins()) return;
    this.logger.error(
      `The queue's store failed: ${this.shown(error)}. Messages stay in the store, and the queue continues once the store answers.`,
    );
  };

  readonly answered = (): void => {
    if (this.outage.ends()) this.logger.log("The queue's store answers again.");
  };

  /** Ends it, whether the store answers or not. */
  async close(): Promise<void> {
    this.closing.abort();
    await within(CLOSE_PATIENCE, this.store?.close());
  }

  /**
   * What is open, within about a second.
   *
   * @throws SmsTransportError `queue-failed`, `not-sent`
   */
  async current(): Promise<MessageStore> {
    const opened = this.opened.catch(() => undefined);
    const open = await within(PATIENCE, opened);
    if (open) return open;
    throw this.error('not-sent', this.openingFailure);
  }

  private error(outcome: SmsErrorOutcome, cause: unknown): SmsTransportError {
    const name = this.store?.name ?? 'The store';
    const { text: message, isLasting } = readStoreFailure(cause);
    const why = message === undefined ? '' : `: ${this.hidden(message)}`;
    const what = why === '' ? 'did not answer, so' : 'answered with an error, but';
    const advice = isLasting ? 'Fix the cause, then repeat the operation.' : 'Retry it later.';
    const text =
      outcome === 'unknown'
        ? `${what} the operation may have been carried out${why}. With a key it is safe to retry: nothing is queued twice.`
        : `did not carry out the operation, so nothing was queued or changed${why}. ${advice}`;
    return queueFailed(`${name} ${text}`, outcome, this.name);
  }

  private async loadStore(): Promise<MessageStore> {
    const { bullmq, connection, failed, name, queueName } = this;
    const warn = (text: string): void => this.logger.warn(text);
    const parts = { queueName, user: `SmsQueueModule (queue '${name}')`, failed, warn };
    this.store = await (isRedis(connection)
      ? createRedisStore(connection, bullmq, parts)
      : createPostgresStore(connection, parts));
    return this.store;
  }

  private async openUntilDone(): Promise<MessageStore> {
    const { signal } = this.closing;
    const store = await (this.loading ??= this.loadStore());
    for (;;) {
      try {
        await store.prepare();
        this.answered();
        return store;
      } catch (error) {
        this.openingFailure = error;
        this.failed(error);
        await sleep(RETRY_PAUSE, undefined, { signal });
      }
    }
  }

  private shown(error: unknown): string {
    const text = error instanceof Error ? error.message || error.name : String(error);
    return this.hidden(readStoreFailure(error).text ?? text).replace(/\.$/, '');
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
