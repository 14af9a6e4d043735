import { SmsConfigurationError } from '../errors/index.js';
import type { SmsGuardStore } from '../limits/guard-store.js';
import { connectionSchema, isRedis } from './check-queue-options.js';
import { createPostgresGuard } from './postgres/postgres-guard.js';
import { createRedisGuard } from './redis/redis-guard.js';
import type { SmsQueuePool, SmsQueueRedis } from './sms-queue.options.js';

/** Counts that processes share. */
export interface SmsSharedGuardStore extends SmsGuardStore {
  /** Closes the connections that it opened. */
  close(): Promise<void>;
  /** Called by Nest if the store is a provider. */
  onApplicationShutdown(): Promise<void>;
}

/**
 * Keeps the counts of the option `guard` in Redis or PostgreSQL, so that all processes of an app share
 * them. It connects at the first send. Counts are found by a hash of the number and of the account.
 *
 * @param connection `redis://…` or `rediss://…`, `postgres://…` or `postgresql://…`, an ioredis client
 *   or a `pg.Pool`; a client or pool of yours is used as it is, and you close it
 * @throws SmsConfigurationError if it is none of these
 */
export function createGuardStore(
  connection: string | SmsQueueRedis | SmsQueuePool,
): SmsSharedGuardStore {
  const read = connectionSchema.safeParse(connection);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new SmsConfigurationError(`The connection of createGuardStore ${issue?.message}.`);
  }
  const store = isRedis(connection)
    ? createRedisGuard(connection)
    : createPostgresGuard(connection);
  let closing: Promise<void> | undefined;
  // Two modules may provide it, and a pool of PostgreSQL can be ended once.
  const close = (): Promise<void> => (closing ??= store.close());
  return { take: store.take, giveBack: store.giveBack, close, onApplicationShutdown: close };
}
