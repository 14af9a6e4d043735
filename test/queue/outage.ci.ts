import * as bullmq from 'bullmq';
import { Redis } from 'ioredis';
import { errorOf, message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { warningsOf } from '../runs/warnings.js';
import { acceptance, ScriptedGateway } from '../support/scripted-gateway.js';
import { openQueueApp, openWithGateway, reaches, succeeds } from './open-queue.js';
import { openProxy } from './store-proxy.mjs';
import { OWN_STORES, startStore, type TestStore } from './stores.mjs';
import { eventually, Latch } from '../support/eventually.js';
import { keepLog } from '../support/keep-log.js';
import { runChild } from '../support/run-child.js';

describe.each(OWN_STORES)('while %s is down', (name) => {
  let store: TestStore;

  beforeEach(async () => {
    store = await startStore(name, { durable: true });
  }, 120_000);

  afterEach(() => store?.close());

  it('add fails with a clear error, and the queue goes on by itself once it is back', async () => {
    const { queue, gateway } = await openWithGateway(store);
    const first = await queue.add(message('before'));
    await reaches(queue, first.id, 'accepted');
    await store.stop('SIGKILL');

    const error = await errorOf(queue.add(message('lost'), { key: 'safe' }));
    expect(error).toMatchObject({ code: 'queue-failed' });
    expect(String(error)).not.toContain('postgres:');

    await store.start();
    const second = await succeeds(() => queue.add(message('lost'), { key: 'safe' }));
    await reaches(queue, second.id, 'accepted');
    expect(gateway.texts).toEqual(['before', 'lost']);
  });

  it('an app starts and closes, says so in its log, and works once it is there', async () => {
    await store.stop('SIGTERM');
    const { lines, logger } = keepLog();
    const gateway = await ScriptedGateway.listen();
    const app = await openQueueApp({ url: store.url, gateway: gateway.url, logger });
    expect(await errorOf(app.queue.add(message()))).toMatchObject({
      code: 'queue-failed',
      outcome: 'not-sent',
    });
    // Nest has one logger for all apps of a process.
    const closed = await openQueueApp({ url: store.url, gateway: gateway.url, logger });
    await closed.close();

    await store.start();
    const { id } = await succeeds(() => app.queue.add(message()));
    await reaches(app.queue, id, 'accepted');
    expect(lines.join('\n')).toMatch(/queue's store failed[^]*queue's store answers again/);
  });

  it('an app whose worker sends nothing closes without waiting for it', async () => {
    const log = keepLog();
    const { queue, gateway, ...app } = await openWithGateway(
      store,
      {},
      { drain: 600_000, logger: log.logger },
    );
    await reaches(queue, (await queue.add(message())).id, 'accepted');
    await store.stop('SIGKILL');
    await eventually(() => log.lines.some((line) => line.includes('store failed')));
    await app.close();
    expect(gateway.sends).toHaveLength(1);
  });

  it('an app whose worker has waited for it for a while closes, and its process ends', async () => {
    const child = new URL('close.child.ts', import.meta.url);
    // Longer than BullMQ waits for a message before it looks at its connection.
    expect(await runChild(child, [store.url, '8000'])).toBe('closed');
  }, 150_000);

  it('an app with a running worker closes', async () => {
    const answer = new Latch();
    const send = () => answer.opened.then(() => acceptance());
    const { gateway, ...app } = await openWithGateway(store, { send }, { drain: 100 });
    await app.queue.addMany(Array.from({ length: 20 }, (_, index) => message(`m${index}`)));
    await eventually(() => gateway.sends.length === 20);
    await store.stop('SIGKILL');
    const warnings = await warningsOf(async () => {
      answer.open();
      await app.close();
    });
    expect(warnings).toEqual([]);
  });
});

/** A store behind a proxy, a gateway, and a log, until the test ends. */
async function openParts(name: TestStore['name']) {
  const store = await startStore(name);
  afterThisTest(() => store.close());
  const proxy = await openProxy(store.url);
  afterThisTest(() => proxy.close());
  return { proxy, gateway: await ScriptedGateway.listen(), ...keepLog() };
}

it.each(OWN_STORES)(
  'a worker whose %s is down while it starts sends once it is back',
  async (name) => {
    const last = name === 'Redis' ? 'appendfsync is not always' : 'synchronous_commit is off';
    const { gateway, lines, logger, proxy } = await openParts(name);
    // The last thing that a worker does before it connects.
    const warn = (line: unknown) => {
      if (String(line).includes(last)) proxy.cutAll();
    };
    const options = { url: proxy.url, gateway: gateway.url, logger: { ...logger, warn } };
    const { queue } = await openQueueApp(options);
    await eventually(() => lines.some((line) => line.includes('store failed')));
    proxy.heal();
    await succeeds(() => queue.add(message()));
    await eventually(() => gateway.sends.length > 0);
  },
  60_000,
);

it.each(OWN_STORES)(
  'a worker with nothing to send says in its log that %s fails, and that it works again',
  async (name) => {
    const { gateway, lines, logger, proxy } = await openParts(name);
    const { queue } = await openQueueApp({ url: proxy.url, gateway: gateway.url, logger });
    await reaches(queue, (await queue.add(message())).id, 'accepted');
    proxy.cutAll();
    await eventually(() => lines.some((line) => line.includes('store failed')));
    proxy.heal();
    await eventually(() => lines.some((line) => line.includes('answers again')));
  },
  60_000,
);

describe('a Redis', () => {
  it.each<[string, (redis: Redis, isOn: boolean) => Promise<unknown>]>([
    ['is full', (redis, isOn) => redis.config('SET', 'maxmemory', Number(isOn))],
    [
      'has too few replicas',
      (redis, isOn) => redis.config('SET', 'min-replicas-to-write', Number(isOn)),
    ],
    [
      'has become a replica',
      (redis, isOn) => (isOn ? redis.replicaof('127.0.0.1', 1) : redis.replicaof('NO', 'ONE')),
    ],
  ])('that %s takes no message, and the error says so', async (_what, refuse) => {
    const store = await startStore('Redis', { durable: true });
    afterThisTest(() => store.close());
    const redis = new Redis(store.url);
    afterThisTest(() => redis.disconnect());
    const { queue } = await openWithGateway(store, {}, { worker: false });
    await refuse(redis, true);
    expect(await errorOf(queue.add(message()))).toMatchObject({
      code: 'queue-failed',
      outcome: 'not-sent',
    });
    // Redis refuses each of many by itself: here, all of them.
    const many = [message('one'), message('two')];
    expect(await errorOf(queue.addMany(many).finish())).toMatchObject({ outcome: 'not-sent' });
    await refuse(redis, false);
    // It connects again if its server was a replica.
    expect(await succeeds(() => queue.add(message()))).toMatchObject({ duplicate: false });
    expect(await queue.counts()).toMatchObject({ waiting: 1 });
  });

  it('that refuses the first question of a worker gets a new worker, which sends', async () => {
    const store = await startStore('Redis');
    afterThisTest(() => store.close());
    const workers: bullmq.Worker[] = [];
    class Worker extends bullmq.Worker {
      // As BullMQ does, each worker keeps what its first question got.
      override waitUntilReady(): ReturnType<bullmq.Worker['waitUntilReady']> {
        if (!workers.includes(this)) workers.push(this);
        const isFirst = workers[0] === this;
        return isFirst ? Promise.reject(new Error('NOAUTH')) : super.waitUntilReady();
      }
    }
    const { lines, logger } = keepLog();
    const options = { bullmq: { ...bullmq, Worker }, logger };
    const { queue, gateway } = await openWithGateway(store, {}, options);
    await eventually(() => lines.some((line) => line.includes('store failed: NOAUTH')));
    await queue.add(message());
    await eventually(() => gateway.sends.length > 0);
    expect(workers).toHaveLength(2);
  });
});
