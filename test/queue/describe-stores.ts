import { Redis } from 'ioredis';
import pg from 'pg';
import { afterThisTest } from '../support/clean-up.js';
import type { Script } from '../support/scripted-gateway.js';
import { openWithGateway, type QueueAppOptions } from './open-queue.js';
import { startStore, STORES, type TestStore } from './stores.mjs';

const NAMES: readonly TestStore['name'][] = ['PostgreSQL', 'Redis'];

/** `describe` for each store. */
export function describeStores(title: string, tests: (name: TestStore['name']) => void): void {
  for (const name of NAMES) describeStore(name, title.replace('%s', name), () => tests(name));
}

/** `describe` for one store. If there is no Redis, its tests are skipped, and their names say why. */
export function describeStore(name: TestStore['name'], title: string, tests: () => void): void {
  if (STORES.includes(name)) describe(title, () => tests());
  else describe.skip(`${title} (needs redis-server)`, () => tests());
}

/** Starts a store for the tests of a file or of a `describe`, and opens apps with a queue in it. */
export function storeForTests(name: TestStore['name']) {
  let store: TestStore;

  beforeAll(async () => {
    store = await startStore(name);
  }, 120_000);

  afterAll(() => store?.close());

  return {
    get store(): TestStore {
      return store;
    },
    open: (script?: Script, options?: Partial<QueueAppOptions>) =>
      openWithGateway(store, script, options),
  };
}

/** A client of a store, until the test ends. */
export function clientOf({ name, url }: Pick<TestStore, 'name' | 'url'>): Redis | pg.Pool {
  const client = name === 'Redis' ? new Redis(url) : new pg.Pool({ connectionString: url, max: 5 });
  afterThisTest(() => (client instanceof Redis ? client.disconnect() : client.end()));
  return client;
}

/** A connection to PostgreSQL, until the test ends. */
export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  afterThisTest(() => client.end());
  return client;
}
