import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { within } from '../../../core/common/promises.js';
import { memberOf } from '../../../core/common/members.js';
import { SmsConfigurationError } from '../../../core/errors/index.js';

/** How long the start waits for the first answer of Redis, in ms. */
const PATIENCE = 1000;

/** Redis answered that a client cannot use its database. */
class DatabaseError extends Error {}

/**
 * Makes a client connect again until Redis selects its database. Without this, ioredis goes on in database 0,
 * where another environment may have its messages.
 */
export function insistOnDatabase(client: Redis): Redis {
  const select = client.select.bind(client);
  // Called at each connection, before the client is ready.
  client.select = async (database) => {
    try {
      return await select(database);
    } catch (error) {
      // The connection has already ended.
      if (memberOf(error, 'name') !== 'ReplyError') throw error;
      client.disconnect(true);
      const reply = String(memberOf(error, 'message'));
      throw reply.startsWith('NOAUTH')
        ? error
        : new DatabaseError(
            `Redis does not select database ${database} (${reply}). Provide a database that exists and that this user may select`,
          );
    }
  };
  return client;
}

/**
 * Waits until Redis has answered once, or about a second. Does not wait if the client uses database 0.
 *
 * @param user what needs it
 * @throws SmsConfigurationError if Redis answers that the client cannot use its database
 */
export async function checkDatabase(client: Redis, user: string): Promise<void> {
  if (!memberOf(client.options, 'db') || client.status === 'ready') return;
  const refusal = once(client, 'ready').then(
    () => undefined,
    (error: unknown) => error,
  );
  const error = await within(PATIENCE, refusal);
  if (error instanceof DatabaseError) {
    throw new SmsConfigurationError(`${user} cannot use its connection: ${error.message}.`);
  }
}
