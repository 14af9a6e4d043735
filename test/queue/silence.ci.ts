import { setTimeout as sleep } from 'node:timers/promises';
import { createGuardStore } from '../../lib/extras/queue/index.js';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';
import { freshName, KEY, openQueueApp, succeeds } from './open-queue.js';
import { openProxy } from './store-proxy.mjs';
import { OWN_STORES, startStore, type TestStore } from './stores.mjs';
import { storeForTests } from './describe-stores.js';
import { eventually } from '../support/eventually.js';
import { keepLog } from '../support/keep-log.js';

/** How long something takes, in ms. */
async function timeOf(work: Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work;
  return performance.now() - begun;
}

/** An app behind a proxy, and one that adds to the same queue without the proxy. */
async function open(store: TestStore) {
  const proxy = await openProxy(store.url);
  afterThisTest(() => proxy.close());
  const gateway = await ScriptedGateway.listen();
  const { lines, logger } = keepLog();
  const options = { gateway: gateway.url, name: freshName(), logger };
  const app = await openQueueApp({ ...options, url: proxy.url });
  const web = await openQueueApp({ ...options, url: store.url, worker: false });
  for (const { queue } of [app, web]) await succeeds(() => queue.add(message('before')));
  await eventually(() => gateway.texts.length === 2);
  return { proxy, app, web, gateway, lines };
}

describe.each(OWN_STORES)('if connections to %s stay silent while new ones work,', (name) => {
  const tested = storeForTests(name);

  it('adds work again within 15 s and idle workers within 20 s, and the log says it once', async () => {
    const { proxy, app, web, gateway, lines } = await open(tested.store);
    // Every connection of a pool is open.
    await Promise.all(Array.from({ length: 10 }, () => app.queue.counts()));
    proxy.silence();
    // A claim on its way would take the message, and its answer would be lost.
    await sleep(500);
    await web.queue.add(message('waits'));
    const times = await Promise.all([
      timeOf(
        eventually(async () =>
          Promise.any([app.queue.add(message('added')).then(() => true), sleep(200, false)]),
        ),
      ),
      timeOf(eventually(() => gateway.texts.includes('waits'))),
    ]);
    expect(times[0]).toBeLessThan(15_000);
    expect(times[1]).toBeLessThan(20_000);
    await eventually(() => gateway.texts.includes('added'));
    expect(lines.filter((line) => line.includes('store failed'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('answers again'))).toHaveLength(1);
  }, 90_000);

  it('the counts of a guard work again', async () => {
    const proxy = await openProxy(tested.store.url);
    afterThisTest(() => proxy.close());
    const guard = createGuardStore(proxy.url, { key: KEY });
    afterThisTest(() => guard.close());
    const take = () => guard.take([{ key: freshName(), amount: 1, limit: 1, windowMs: 60_000 }]);
    await succeeds(take);
    proxy.silence();
    expect(await timeOf(succeeds(take))).toBeLessThan(15_000);
  }, 60_000);
});

it('a message far ahead and a silent connection that listens delay a message by at most 2 s, on PostgreSQL', async () => {
  const store = await startStore('PostgreSQL');
  const { proxy, web, gateway } = await open(store);
  await web.queue.add(message('far ahead'), { delay: 3_600_000 });
  proxy.silence((said) => said.includes('LISTEN'));
  await web.queue.add(message('now'));
  // It looks by itself.
  expect(await timeOf(eventually(() => gateway.texts.includes('now')))).toBeLessThan(2000);
}, 60_000);
