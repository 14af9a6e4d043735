import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { SmsConfigurationError } from '../../core/errors/index.js';
import { SafeLogger } from '../../core/logging/safe-logger.js';
import type { SmsGuardCount, SmsGuardStore } from '../../core/limits/guard-store.js';
import { checkGiven } from '../../core/options/registrations.js';
import { encryptionKey, kind, type SchemasOf } from '../../core/options/schemas.js';
import { connectionSchema, isRedis } from './check-queue-options.js';
import { createPostgresGuard } from './postgres/postgres-guard.js';
import { createRedisGuard } from './redis/redis-guard.js';
import type { SmsQueuePool, SmsQueueRedis } from './sms-queue.options.js';

/** The options of `createGuardStore`. */
export interface SmsGuardStoreOptions {
  /**
   * The key of the hashes that are stored of numbers: 64 hex digits, as `openssl rand -hex 32` prints them.
   * All processes need the same one: with another key, counts start over. Without it, whoever has the store
   * can find the numbers by trying all.
   */
  key?: string | undefined;
}

const optionsSchema = z.strictObject(
  { key: encryptionKey.optional() } satisfies SchemasOf<SmsGuardStoreOptions>,
  kind('an object like { key }'),
);

type OwnGuardStore = ReturnType<typeof createPostgresGuard> & { checkStart?(): Promise<void> };

/** Counts that processes share. */
export interface SmsSharedGuardStore extends SmsGuardStore {
  /** Closes the connections that it opened. */
  close(): Promise<void>;
  /**
   * Called by Nest if the store is a provider. If the URL names a Redis database, waits for the first answer, up
   * to about a second.
   *
   * @throws SmsConfigurationError if Redis does not select that database
   */
  onModuleInit(): Promise<void>;
  /** Called by Nest if the store is a provider. */
  onApplicationShutdown(): Promise<void>;
}

/**
 * Keeps the counts of the option `guard` in Redis or PostgreSQL, so that all processes of an app share
 * them. It connects at the first send. Counts are found by a hash of the number and of the account, which
 * `key` protects. Without `key`, it logs a warning.
 *
 * @param connection `redis://…` or `rediss://…`, `postgres://…` or `postgresql://…`, an ioredis client
 *   or a `pg.Pool`; a client or pool of yours is used as it is, and you close it
 * @throws SmsConfigurationError if it is none of these, or an option is invalid
 */
export function createGuardStore(
  connection: string | SmsQueueRedis | SmsQueuePool,
  options: SmsGuardStoreOptions = {},
): SmsSharedGuardStore {
  const { error } = connectionSchema.safeParse(connection);
  if (error) {
    throw new SmsConfigurationError(
      `The connection of createGuardStore ${error.issues[0]?.message}.`,
    );
  }
  const { key } = checkGiven(optionsSchema, options, 'createGuardStore has invalid options.');
  if (key === undefined) {
    new SafeLogger('SmsGateway').warn(
      "createGuardStore has no key, so whoever has the store can find numbers from their hashes by trying all. Provide { key }, made with 'openssl rand -hex 32'; limits then start over once.",
    );
  }
  const keyed = (counts: readonly SmsGuardCount[]): readonly SmsGuardCount[] =>
    key === undefined ? counts : counts.map((count) => ({ ...count, key: hashOf(count.key, key) }));
  const store: OwnGuardStore = isRedis(connection)
    ? createRedisGuard(connection)
    : createPostgresGuard(connection);
  let closing: Promise<void> | undefined;
  // Two modules may provide it, and a pool of PostgreSQL can be ended once.
  const close = (): Promise<void> => (closing ??= store.close());
  return {
    take: (counts) => store.take(keyed(counts)),
    giveBack: (counts, stamps) => store.giveBack(keyed(counts), stamps),
    close,
    async onModuleInit() {
      await store.checkStart?.();
    },
    onApplicationShutdown: close,
  };
}

function hashOf(text: string, key: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('base64url');
}
