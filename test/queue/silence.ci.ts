import { setTimeout as sleep } from 'node:timers/promises';
import { createGuardStore } from '../../lib/queue/index.js';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';
import { freshName, KEY, openQueueApp, until } from './open-queue.js';
import { openProxy } from './store-proxy.mjs';
import { OWN_STORES, startStore, type TestStore } from './stores.mjs';

/** How long it takes until something is true, in ms. */
async function timeUntil<T>(read: () => Promise<T>, isRight: (value: T) => boolean) {
  const begun = performance.now();
  await until(read, isRight);
  return performance.now() - begun;
}

/** An app behind a proxy, and one that adds to the same queue without the proxy. */
async function open(store: TestStore) {
  const proxy = await openProxy(store.url);
  afterThisTest(() => proxy.close());
  const gateway = await ScriptedGateway.listen();
  const lines: string[] = [];
  const keep = (line: unknown) => void lines.push(String(line));
  const logger = { log: keep, warn: keep, error: keep };
  const options = { gateway: gateway.url, name: freshName(), logger };
  const app = await openQueueApp({ ...options, url: proxy.url });
  const web = await openQueueApp({ ...options, url: store.url, worker: false });
  const sent = () => Promise.resolve(gateway.sends.map(({ fields }) => fields['msg']));
  for (const { queue } of [app, web]) {
    await until(
      () => queue.add(message('before')).catch(() => undefined),
      (added) => added !== undefined,
    );
  }
  await until(sent, (texts) => texts.length === 2);
  return { proxy, app, web, sent, lines };
}

describe.each(OWN_STORES)('if connections to %s stay silent while new ones work,', (name) => {
  let store: TestStore;

  beforeAll(async () => {
    store = await startStore(name);
  }, 120_000);

  afterAll(() => store?.close());

  it('adds work again within 15 s and idle workers within 20 s, and the log says it once', async () => {
    const { proxy, app, web, sent, lines } = await open(store);
    // Every connection of a pool is open.
    await Promise.all(Array.from({ length: 10 }, () => app.queue.counts()));
    await until(sent, (texts) => texts.length === 2);
    proxy.silence();
    // A claim on its way would take the message, and its answer would be lost.
    await sleep(500);
    await web.queue.add(message('waits'));
    const times = await Promise.all([
      timeUntil(
        () => Promise.any([app.queue.add(message('added')), sleep(200, undefined)]),
        (added) => added !== undefined,
      ),
      timeUntil(sent, (texts) => texts.includes('waits')),
    ]);
    expect(times[0]).toBeLessThan(15_000);
    expect(times[1]).toBeLessThan(20_000);
    await until(sent, (texts) => texts.includes('added'));
    expect(lines.filter((line) => line.includes('store failed'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('answers again'))).toHaveLength(1);
  }, 90_000);

  it('the counts of a guard work again', async () => {
    const proxy = await openProxy(store.url);
    afterThisTest(() => proxy.close());
    const guard = createGuardStore(proxy.url, { key: KEY });
    afterThisTest(() => guard.close());
    const take = () => guard.take([{ key: freshName(), amount: 1, limit: 1, windowMs: 60_000 }]);
    await until(take, ({ over }) => over.length === 0);
    proxy.silence();
    const taken = () => take().catch(() => undefined);
    expect(await timeUntil(taken, (answer) => answer !== undefined)).toBeLessThan(15_000);
  }, 60_000);
});

it('a message far ahead and a silent connection that listens delay a message by at most 10 s, on PostgreSQL', async () => {
  const store = await startStore('PostgreSQL');
  const { proxy, web, sent } = await open(store);
  await web.queue.add(message('far ahead'), { delay: 3_600_000 });
  // BullMQ looks once more after 5 s, and then waits for the message far ahead.
  await sleep(6000);
  proxy.silence((said) => said.includes('LISTEN'));
  await web.queue.add(message('now'));
  expect(await timeUntil(sent, (texts) => texts.includes('now'))).toBeLessThan(10_000);
}, 60_000);
