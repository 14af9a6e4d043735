import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresStore } from '../../lib/queue/postgres-store.js';
import { createRedisStore } from '../../lib/queue/redis-store.js';
import type { QueueStore } from '../../lib/queue/store.js';
import type { TestStore } from './stores.mjs';

const ATTEMPTS = 20;

/**
 * Opens a store as a queue does, with tables in place. It tries again as a queue does: on a busy machine,
 * a database may take a connection later than within the 800 ms that a queue waits.
 */
export async function openStore({
  name,
  url,
}: Pick<TestStore, 'name' | 'url'>): Promise<QueueStore> {
  const create = name === 'Redis' ? createRedisStore : createPostgresStore;
  const store = await create(url, () => undefined);
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
