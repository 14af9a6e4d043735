import { openKey } from '../../lib/queue/report-records.js';
import { Sealer, UnsealError } from '../../lib/queue/sealer.js';
import type { QueueStore } from '../../lib/queue/store.js';
import { describeStores } from './describe-stores.js';
import { freshName, KEY, until } from './open-queue.js';
import { openStore } from './open-store.js';
import { startStore, type TestStore } from './stores.mjs';

const OTHER_KEY = 'ef'.repeat(32);
const LONG = 60_000;

describeStores('records in %s', (name) => {
  let running: TestStore;
  let store: QueueStore;

  beforeAll(async () => {
    running = await startStore(name);
    store = await openStore(running);
  }, 120_000);

  afterAll(async () => {
    await store?.close();
    await running?.close();
  });

  const valueOf = async (...keys: readonly string[]) => (await store.records.read(keys)).values;
  const set = (key: string, from: string, to: string, ttl = LONG) =>
    store.records.swap([{ key, from, to, ttl }]);

  it('are changed only where they have the value that was read', async () => {
    const key = freshName();
    expect(await valueOf(key)).toEqual(['']);
    expect(await set(key, 'other', 'one')).toBe(false);
    expect(await set(key, '', 'one')).toBe(true);
    expect(await set(key, '', 'two')).toBe(false);
    expect(await set(key, 'one', 'two')).toBe(true);
    expect(await set(key, 'one', '')).toBe(false);
    expect(await valueOf(key)).toEqual(['two']);
    expect(await set(key, 'two', '')).toBe(true);
    expect(await valueOf(key)).toEqual(['']);
    // It was removed by someone else.
    expect(await set(key, 'two', 'three')).toBe(false);
    expect(await valueOf(key)).toEqual(['']);
  });

  it('are changed together, or none of them', async () => {
    const keys = [freshName(), freshName(), freshName()].toSorted();
    const change = (froms: readonly string[], to: string) =>
      store.records.swap(
        keys.map((key, index) => ({
          key,
          from: froms[index] ?? '',
          to: `${to}${index}`,
          ttl: LONG,
        })),
      );
    expect(await change(['', '', ''], 'a')).toBe(true);
    expect(await change(['a0', 'a1', 'other'], 'b')).toBe(false);
    expect(await valueOf(...keys)).toEqual(['a0', 'a1', 'a2']);
  });

  it('let one of those win who change them at once', async () => {
    const keys = [freshName(), freshName()];
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, to) =>
        // In opposite orders.
        store.records.swap(
          (to % 2 ? keys : keys.toReversed()).map((key) => ({
            key,
            from: '',
            to: `${to}`,
            ttl: LONG,
          })),
        ),
      ),
    );
    expect(all.filter(Boolean)).toHaveLength(1);
    expect(await valueOf(...keys)).toEqual(Array(2).fill(String(all.indexOf(true))));
  });

  it('are gone after their time, and the time is that of the store', async () => {
    const key = freshName();
    await set(key, '', 'one', 1);
    await until(
      () => valueOf(key),
      ([value]) => value === '',
    );
    expect(await set(key, 'one', 'two')).toBe(false);
    expect(await set(key, '', 'two')).toBe(true);
    const { now } = await store.records.read([key]);
    expect(Math.abs(now - Date.now())).toBeLessThan(LONG);
  });

  it('hold the key of the hashes, sealed, which stays the same while encryptionKeys change', async () => {
    const place = freshName();
    const open = (...keys: readonly string[]) => openKey(store.records, place, new Sealer(keys));
    const [key, same] = await Promise.all([open(KEY), open(KEY)]);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(same).toBe(key);
    expect((await valueOf(place))[0]).not.toContain(key);
    expect(await open(OTHER_KEY, KEY)).toBe(key);
    // It was sealed anew, so the old key is no longer needed.
    expect(await open(OTHER_KEY)).toBe(key);
    await expect(open(KEY)).rejects.toBeInstanceOf(UnsealError);
    expect(await openKey(store.records, freshName(), new Sealer())).not.toBe(key);
  });
});
