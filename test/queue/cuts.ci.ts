import { setTimeout as sleep } from 'node:timers/promises';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { acceptance, ScriptedGateway } from '../support/scripted-gateway.js';
import { freshName, openQueueApp, until } from './open-queue.js';
import { openProxy } from './store-proxy.mjs';
import { OWN_STORES, startStore, type TestStore } from './stores.mjs';

const MESSAGES = 300;
const CONCURRENCY = 10;

/** Takes a while, so that messages are being sent when the network breaks. */
const send = () => sleep(20).then(() => acceptance());

describe.each(OWN_STORES)('if the network between a worker and %s breaks,', (name) => {
  let store: TestStore;

  beforeAll(async () => {
    store = await startStore(name);
  }, 120_000);

  afterAll(() => store?.close());

  it.each([
    ['cut', 3],
    ['loseAnswers', 1],
    ['silence', 1],
  ] as const)(
    'no message is sent twice or lost, and only those that were being claimed are unknown: %s, times %d',
    async (fault, faults) => {
      const proxy = await openProxy(store.url);
      afterThisTest(() => proxy.close());
      const gateway = await ScriptedGateway.listen({ send });
      const shared = { gateway: gateway.url, name: freshName(), lockDuration: 2000 };
      const { queue } = await openQueueApp({ ...shared, url: store.url, worker: false });
      await until(
        () => queue.counts().catch(() => undefined),
        (counts) => counts !== undefined,
      );
      const texts = Array.from({ length: MESSAGES }, (_, index) => `message ${index}`);
      await queue.addMany(texts.map((text) => message(text)));
      await openQueueApp({ ...shared, url: proxy.url, concurrency: CONCURRENCY });
      const untilAtWork = async () => {
        const before = gateway.sends.length;
        await until(
          () => Promise.resolve(gateway.sends.length),
          (sends) => sends > before + CONCURRENCY,
        );
      };
      for (let count = 1; count <= faults; count += 1) {
        await untilAtWork();
        proxy[fault]();
      }
      await untilAtWork();
      await until(
        () => queue.counts(),
        ({ waiting }) => waiting === 0,
      );
      // What was sent gets its outcome, late where the worker lost its lock meanwhile.
      const { unknown } = await until(
        () => queue.counts(),
        (counts) =>
          counts.finished + counts.unknown === MESSAGES && counts.finished === gateway.sends.length,
      );
      expect(new Set(gateway.texts).size).toBe(gateway.texts.length);
      // A worker takes one message for each that it ends, and one more.
      expect(unknown).toBeLessThanOrEqual(faults * (CONCURRENCY + 1));
    },
    90_000,
  );
});
