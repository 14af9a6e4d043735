import { setTimeout as sleep } from 'node:timers/promises';
import * as bull from 'bullmq';
import { createPostgresStore } from '../../lib/extras/queue/postgres/postgres-store.js';
import { createRedisStore } from '../../lib/extras/queue/redis/redis-store.js';
import type { QueueStore } from '../../lib/extras/queue/jobs/store.js';
import type { TestStore } from './stores.mjs';

const ATTEMPTS = 20;

/**
 * Opens a store and creates its tables, as a queue does. It retries as a queue does, because a database on a
 * busy machine may need longer than the 800 ms that a queue waits for a connection.
 */
export async function openStore({
  name,
  url,
}: Pick<TestStore, 'name' | 'url'>): Promise<QueueStore> {
  const create = name === 'Redis' ? createRedisStore : createPostgresStore;
  const store = await create(bull, url, () => undefined, 'A test');
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
