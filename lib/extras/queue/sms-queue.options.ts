/** An ioredis client: known by its structure. */
export interface SmsQueueRedis {
  /** The state of its connection. */
  readonly status: string;
  /** Makes a client with the same settings. */
  duplicate(override?: object): unknown;
}

/** A `pg.Pool`: known by its structure. */
export interface SmsQueuePool {
  /** Its settings. */
  readonly options: object;
  /** Runs a statement. */
  query(text: string, values?: unknown[]): Promise<unknown>;
  /** Opens a connection. */
  connect(): Promise<unknown>;
}

/** The module `bullmq`, version 6.7 or a later 6: known by its structure. */
export interface SmsQueueBullMq {
  /** Its class for queues. */
  readonly Queue: object;
  /** Its class for workers. */
  readonly Worker: object;
  /** What BullMQ 5 does not have. */
  readonly createRedisBackend: object;
}

/** A value of a statement. */
export type SmsQueueValue = string | number | boolean | null;

/**
 * Runs one statement in your transaction and resolves with its rows, or with an object that has them
 * as `rows`. With `pg`: `(text, values) => client.query(text, values)`.
 *
 * The placeholders are `$1`, `$2` and so on, each used once and in this order. There is no `?` and no
 * comment in the text. What it rejects with is rethrown as it is.
 */
export type SmsQueueTransaction = (
  text: string,
  values: SmsQueueValue[],
) => Promise<readonly unknown[] | { readonly rows: readonly unknown[] }>;

/** The options of a queue. Times in ms. */
export interface SmsQueueOptions {
  /**
   * Where messages are kept: `redis://…` or `rediss://…`, `postgres://…` or `postgresql://…`, an
   * ioredis client or a `pg.Pool`. From a client or pool only its settings are taken: the queue opens
   * connections of its own.
   */
  connection: string | SmsQueueRedis | SmsQueuePool;
  /**
   * The module `bullmq` for a queue in Redis, if the app needs another version for itself: `await import('bullmq6')`,
   * after `npm install bullmq6@npm:bullmq@6`. Default: the package `bullmq`. A queue in PostgreSQL does not use it.
   */
  bullmq?: SmsQueueBullMq | undefined;
  /**
   * Whether this process sends what is queued. Default `true`; `false` in processes that only add. If
   * messages wait and no process has a worker, such a process warns once.
   */
  worker?: boolean | undefined;
  /** The most messages that this process sends at once. Default: the account's `maxConnections`. */
  concurrency?: number | undefined;
  /**
   * Keys that encrypt numbers and texts in the store (AES-256-GCM), of 64 hex digits each. The first
   * encrypts; all of them decrypt, so that keys can be changed. Without it they are stored as they are, and
   * a warning is logged.
   */
  encryptionKeys?: readonly string[] | undefined;
  /**
   * With `encryptionKeys`: whether to send messages that are stored unencrypted, because they were queued
   * before it was set. Default `false`: such a message is left in the queue until it expires, like one
   * that no key decrypts.
   */
  acceptUnsealed?: boolean | undefined;
  /**
   * How long a key and an outcome are kept after the message was finished; a worker removes them within a
   * minute after that. Default a day. All processes of a queue must use the same.
   */
  keyTtl?: number | undefined;
  /** How long after the time of a message's first attempt its request may begin, at least 1,000. Default a day. */
  expiresAfter?: number | undefined;
  /**
   * The most sends that all workers start together: `sends` per `perMs` window, ±10 %. Messages
   * that end without an attempt, for example because they expired, do not count. A message that is taken
   * makes one request to each account, and with the token flow, a worker logs in before it takes the first
   * one. All processes of a queue must use the same.
   */
  rateLimit?: { readonly sends: number; readonly perMs: number } | undefined;
  /**
   * How long a worker may be silent before its messages count as lost: what it was sending is then
   * `unknown`. All processes of a queue must use the same. Default 30,000.
   */
  lockDuration?: number | undefined;
  /** How long sends in progress, and storing their outcomes, may take when the app ends. Default 30,000. */
  drain?: number | undefined;
  /**
   * Stores the delivery reports that `SmsReportsModule` receives for the same account, or for the accounts of
   * the failover. All processes of a queue must use the same. Default `false`.
   */
  reports?: boolean | undefined;
}

/** A class that creates the options, for `useClass` and `useExisting`. */
export interface SmsQueueOptionsFactory {
  /** Returns the options. They are checked while Nest builds the module. */
  createSmsQueueOptions(): SmsQueueOptions | Promise<SmsQueueOptions>;
}
