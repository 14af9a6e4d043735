import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresStore } from '../../lib/extras/queue/postgres/postgres-store.js';
import { createRedisStore } from '../../lib/extras/queue/redis/redis-store.js';
import type { MessageStore } from '../../lib/extras/queue/store/message-store.js';
import { freshName } from './open-queue.js';
import type { TestStore } from './stores.mjs';

const ATTEMPTS = 20;

const ignore = () => undefined;

/**
 * Opens a store and creates its tables, as a queue does. It retries as a queue does, because a database on a
 * busy machine may need longer than the 800 ms that a queue waits for a connection.
 */
export async function openStore(
  { name, url }: Pick<TestStore, 'name' | 'url'>,
  queueName = freshName(),
): Promise<MessageStore> {
  const parts = { queueName, user: 'A test', failed: ignore, warn: ignore };
  const store = await (name === 'Redis'
    ? createRedisStore(url, undefined, parts)
    : createPostgresStore(url, parts));
  for (let attempt = 1; ; attempt += 1) {
    try {
      await store.prepare();
      return store;
    } catch (error) {
      if (attempt === ATTEMPTS) {
        await store.close();
        throw error;
      }
      await sleep(200);
    }
  }
}
