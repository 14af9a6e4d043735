import { Redis } from 'ioredis';
import { SmsTransportError } from '../../lib/index.js';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { warningsOf } from '../runs/warnings.js';
import { acceptance, ScriptedGateway } from '../support/scripted-gateway.js';
import { openQueueApp, openWithGateway, until } from './open-queue.js';
import { openProxy } from './store-proxy.mjs';
import { OWN_STORES, startStore, type TestStore } from './stores.mjs';

/** The error of an operation that must fail. */
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => new Error('It did not fail'),
    (error: unknown) => error,
  );

describe.each(OWN_STORES)('while %s is down', (name) => {
  let store: TestStore;

  beforeEach(async () => {
    store = await startStore(name, { durable: true });
  }, 120_000);

  afterEach(() => store?.close());

  it('add fails with a clear error, and the queue goes on by itself once it is back', async () => {
    const gateway = await ScriptedGateway.listen();
    const { queue } = await openQueueApp({ url: store.url, gateway: gateway.url });
    const first = await queue.add(message('before'));
    await until(
      () => queue.status(first.id),
      (status) => status === 'accepted',
    );
    await store.stop('SIGKILL');

    const error = await errorOf(queue.add(message('lost'), { key: 'safe' }));
    expect(error).toBeInstanceOf(SmsTransportError);
    expect(error).toMatchObject({ code: 'queue-failed' });
    expect(String(error)).not.toContain('postgres:');

    await store.start();
    const second = await until(
      () => queue.add(message('lost'), { key: 'safe' }).catch(() => undefined),
      (added) => added !== undefined,
    );
    await until(
      () => queue.status(second!.id),
      (status) => status === 'accepted',
    );
    expect(gateway.sends.map(({ fields }) => fields['msg'])).toEqual(['before', 'lost']);
  });

  it('an app starts and closes, says so in its log, and works once it is there', async () => {
    await store.stop('SIGTERM');
    const lines: string[] = [];
    const keep = (line: unknown) => void lines.push(String(line));
    const logger = { log: keep, warn: keep, error: keep };
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
    const { id } = await until(
      () => app.queue.add(message()).catch(() => ({ id: '' })),
      (added) => added.id !== '',
    );
    await until(
      () => app.queue.status(id),
      (status) => status === 'accepted',
    );
    expect(lines.join('\n')).toMatch(/queue's store failed[^]*queue's store answers again/);
  });

  it('an app with a running worker closes', async () => {
    let answer: (() => void) | undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const gateway = await ScriptedGateway.listen({ send: () => answered.then(() => acceptance()) });
    const app = await openQueueApp({ url: store.url, gateway: gateway.url, drain: 100 });
    await app.queue.addMany(Array.from({ length: 20 }, (_, index) => message(`m${index}`)));
    await until(
      () => Promise.resolve(gateway.sends.length),
      (count) => count === 20,
    );
    await store.stop('SIGKILL');
    const warnings = await warningsOf(async () => {
      answer?.();
      await app.close();
    });
    expect(warnings).toEqual([]);
  });
});

it('a worker whose PostgreSQL is down while it starts sends once it is back', async () => {
  const store = await startStore('PostgreSQL');
  const proxy = await openProxy(store.url);
  afterThisTest(() => proxy.close());
  const gateway = await ScriptedGateway.listen();
  const lines: string[] = [];
  const keep = (line: unknown) => void lines.push(String(line));
  // The last thing that a worker does before it connects.
  const warn = (line: unknown) => {
    if (String(line).includes('synchronous_commit is off')) proxy.cutAll();
  };
  const { queue } = await openQueueApp({
    url: proxy.url,
    gateway: gateway.url,
    logger: { log: keep, warn, error: keep },
  });
  await until(
    () => Promise.resolve(lines),
    (said) => said.some((line) => line.includes('store failed')),
  );
  proxy.heal();
  await until(
    () => queue.add(message()).catch(() => undefined),
    (added) => added !== undefined,
  );
  await until(
    () => Promise.resolve(gateway.sends.length),
    (sent) => sent > 0,
  );
}, 60_000);

describe('a Redis', () => {
  it.each<[string, (redis: Redis) => Promise<unknown>, (redis: Redis) => Promise<unknown>]>([
    [
      'is full',
      (redis) => redis.config('SET', 'maxmemory', 1),
      (redis) => redis.config('SET', 'maxmemory', 0),
    ],
    [
      'has too few replicas',
      (redis) => redis.config('SET', 'min-replicas-to-write', 1),
      (redis) => redis.config('SET', 'min-replicas-to-write', 0),
    ],
    [
      'has become a replica',
      (redis) => redis.replicaof('127.0.0.1', 1),
      (redis) => redis.replicaof('NO', 'ONE'),
    ],
  ])('that %s takes no message, and the error says so', async (_what, refuse, allow) => {
    const store = await startStore('Redis', { durable: true });
    afterThisTest(() => store.close());
    const redis = new Redis(store.url);
    afterThisTest(() => redis.disconnect());
    const { queue } = await openWithGateway(store, {}, { worker: false });
    await refuse(redis);
    expect(await errorOf(queue.add(message()))).toMatchObject({
      code: 'queue-failed',
      outcome: 'not-sent',
    });
    // Redis refuses each of many by itself, and may have taken some.
    const many = [message('one'), message('two')];
    expect(await errorOf(queue.addMany(many).finish())).toMatchObject({ outcome: 'unknown' });
    await allow(redis);
    expect(await queue.add(message())).toMatchObject({ duplicate: false });
    expect(await queue.counts()).toMatchObject({ waiting: 1 });
  });
});
