import { setTimeout as sleep } from 'node:timers/promises';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { acceptance } from '../support/scripted-gateway.js';
import { counted, freshName, openQueueApp, openWithGateway } from './open-queue.js';
import { openProxy } from './store-proxy.mjs';
import { OWN_STORES } from './stores.mjs';
import { storeForTests } from './describe-stores.js';
import { eventually } from '../support/eventually.js';
import { keepLog } from '../support/keep-log.js';

const MESSAGES = 300;
const CONCURRENCY = 10;

/** Takes a while, so that messages are being sent when the network breaks. */
const send = () => sleep(20).then(() => acceptance());

describe.each(OWN_STORES)('if the network between a worker and %s breaks,', (name) => {
  const tested = storeForTests(name);

  it.each([
    ['cut', 3, ''],
    ['loseAnswers', 1, 'store failed'],
    ['silence', 1, 'store failed'],
  ] as const)(
    'no message is sent twice or lost, and only those that were being claimed are unknown: %s, times %d',
    async (fault, faults, said) => {
      const proxy = await openProxy(tested.store.url);
      afterThisTest(() => proxy.close());
      const own = { name: freshName(), lockDuration: 2000 };
      const options = { ...own, worker: false };
      const { queue, gateway } = await openWithGateway(tested.store, { send }, options);
      const shared = { ...own, gateway: gateway.url };
      const { lines, logger } = keepLog();
      await queue.addMany(Array.from({ length: MESSAGES }, (_, index) => message(`m${index}`)));
      await openQueueApp({ ...shared, url: proxy.url, concurrency: CONCURRENCY, logger });
      const untilAtWork = async () => {
        const before = gateway.sends.length;
        await eventually(() => gateway.sends.length > before + CONCURRENCY);
      };
      for (let count = 1; count <= faults; count += 1) {
        await untilAtWork();
        expect(proxy[fault]()).toBeGreaterThan(0);
      }
      await untilAtWork();
      await counted(queue, ({ waiting }) => waiting === 0);
      // What was sent gets its outcome, late where the worker lost its lock meanwhile.
      const { unknown } = await counted(
        queue,
        ({ finished, unknown: lost }) =>
          finished + lost === MESSAGES && finished === gateway.sends.length,
      );
      expect(new Set(gateway.texts).size).toBe(gateway.texts.length);
      expect(lines.join()).toContain(said);
      // A worker takes one message for each that it ends, and one more.
      expect(unknown).toBeLessThanOrEqual(faults * (CONCURRENCY + 1));
    },
    90_000,
  );
});
