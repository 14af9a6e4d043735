import { Logger } from '@nestjs/common';
import { Cluster, Redis } from 'ioredis';
import { redisOtpStore } from '../../lib/extras/otp/index.js';
import { createGuardStore } from '../../lib/extras/queue/index.js';
import { createRedisStore } from '../../lib/extras/queue/redis/redis-store.js';
import { readStoreFailure } from '../../lib/extras/records/store-failure.js';
import { Latch } from '../support/eventually.js';
import { errorOf, message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { keepLog, SILENT } from '../support/keep-log.js';
import { describeStore, storeForTests } from './describe-stores.js';
import { openQueueApp, outcomeOf, succeeds, until } from './open-queue.js';
import { openProxy } from './store-proxy.mjs';
import { startStore } from './stores.mjs';

const GATEWAY = 'http://127.0.0.1:1';

Logger.overrideLogger(SILENT);

describeStore('Redis', 'in Redis', () => {
  const tested = storeForTests('Redis');
  const urlOf = (path: string): string => `${tested.store.url}/${path}`;

  /** A client of database 0, until the test ends. */
  const openFirst = (): Redis => {
    const redis = new Redis(tested.store.url);
    afterThisTest(() => redis.disconnect());
    return redis;
  };

  /** Opens an app with a queue as a user whose rights the test can change. */
  const openAs = async (admin: Redis, user: string) => {
    await admin.call('ACL', 'SETUSER', user, 'on', '>pass', '~*', '&*', '+@all');
    const url = new URL(urlOf('5'));
    [url.username, url.password] = [user, 'pass'];
    const { errors, logger } = keepLog();
    const app = await tested.open({}, { url: url.href, logger });
    return { ...app, errors };
  };

  it('a queue does not start if its database does not exist', async () => {
    const error = await errorOf(openQueueApp({ url: urlOf('99'), gateway: GATEWAY }));
    expect(error).toMatchObject({ code: 'configuration' });
    expect(error.message).toContain('does not select database 99 (ERR DB index is out of range)');
    expect(await openFirst().dbsize()).toBe(0);
  });

  it('a queue starts while Redis does not answer', async () => {
    const { queue } = await openQueueApp({ url: 'redis://127.0.0.1:1/5', gateway: GATEWAY });
    expect(await errorOf(queue.add(message()))).toMatchObject({ outcome: 'not-sent' });
  });

  it('a queue whose database can no longer be selected fails, and uses no other database', async () => {
    const admin = openFirst();
    const { queue, gateway, errors } = await openAs(admin, 'app');
    const { id } = await queue.add(message());
    await outcomeOf(queue, id);
    await admin.call('ACL', 'SETUSER', 'app', '-select');
    await admin.client('KILL', 'USER', 'app');
    await until(
      async () => errors.join(),
      (text) => text.includes('does not select database 5'),
    );
    expect(await errorOf(queue.add(message()))).toMatchObject({ outcome: 'not-sent' });
    expect(await admin.dbsize()).toBe(0);
    await admin.call('ACL', 'SETUSER', 'app', '+select');
    const added = await until(
      () => queue.add(message()).catch(() => undefined),
      (done) => done !== undefined,
    );
    expect(await outcomeOf(queue, added!.id)).toMatchObject({ status: 'accepted' });
    expect(gateway.sends).toHaveLength(2);
    expect(await admin.dbsize()).toBe(0);
  });

  it('a store of counts fails if its database cannot be selected, even at the start', async () => {
    const store = createGuardStore(urlOf('99'));
    afterThisTest(() => store.close());
    expect(await errorOf(store.onModuleInit())).toMatchObject({ code: 'configuration' });
    const count = { key: 'a', amount: 1, limit: 1, windowMs: 1000 };
    await expect(store.take([count])).rejects.toBeInstanceOf(Error);
    expect(await openFirst().dbsize()).toBe(0);
  });

  it.each([
    ['a client', () => new Redis(tested.store.url, { lazyConnect: true, keyPrefix: 'app:' })],
    ['a URL', () => urlOf('0?keyPrefix=app:')],
    [
      'a Cluster',
      () =>
        new Cluster([tested.store.url], { lazyConnect: true, redisOptions: { keyPrefix: 'app:' } }),
    ],
  ])('a keyPrefix of %s is refused, with what to use instead', async (_what, connection) => {
    const error = await errorOf(openQueueApp({ url: connection(), gateway: GATEWAY }));
    expect(error).toMatchObject({ code: 'configuration' });
    expect(error.message).toContain('another database for each');
  });

  it.each(['undefined', '1x', '3/', '0?db=undefined'])(
    'a URL with the database /%s is refused at the start',
    async (path) => {
      const error = await errorOf(openQueueApp({ url: urlOf(path), gateway: GATEWAY }));
      expect(error).toMatchObject({ code: 'configuration' });
      expect(error.message).toContain('(its database a number)');
      expect(() => createGuardStore(urlOf(path))).toThrow('(its database a number)');
    },
  );

  it('a client whose database is not a number is refused, and one in the query of a URL works', async () => {
    const client = new Redis(tested.store.url, { lazyConnect: true, db: Number(undefined) });
    const error = await errorOf(openQueueApp({ url: client, gateway: GATEWAY }));
    expect(error.message).toContain('an ioredis client (its db a number)');
    expect(() => createGuardStore(client)).toThrow('an ioredis client (its db a number)');
    expect(() => redisOtpStore(client)).toThrow('its database a number');
    const { queue } = await tested.open({}, { url: urlOf('?db=3') });
    await queue.add(message());
    expect(await openFirst().dbsize()).toBe(0);
  });

  it('a client of the package redis is refused, with what to provide', async () => {
    const methods = ['get', 'set', 'eval', 'ping', 'on', 'duplicate', 'configGet', 'sendCommand'];
    const client = Object.fromEntries(methods.map((name) => [name, () => undefined])) as never;
    const error = await errorOf(openQueueApp({ url: client, gateway: GATEWAY }));
    expect(error).toMatchObject({ code: 'configuration' });
    expect(error.message).toContain('an ioredis client');
    expect(() => createGuardStore(client)).toThrow('an ioredis client');
    expect(() => redisOtpStore(client)).toThrow('a client of ioredis');
  });

  it('an error names redis:// if TLS gets no answer', async () => {
    const tls = urlOf('0').replace('redis:', 'rediss:');
    const given = new Redis(tls, { lazyConnect: true, connectTimeout: 100 });
    const failed = new Latch();
    const store = await createRedisStore(given, undefined, {
      queueName: 'queue',
      user: 'A test',
      failed: () => failed.open(),
      warn: () => undefined,
    });
    const error = await store.prepare().catch((reason: unknown) => reason);
    await failed.opened;
    await store.close();
    expect(readStoreFailure(error)).toEqual({
      text: 'connect ETIMEDOUT (TLS). If this Redis has no TLS, use redis:// instead of rediss://',
      isLasting: true,
    });
  });

  it('a host name that leads to another server after a failover is followed, whatever the client says', async () => {
    const next = await startStore('Redis');
    afterThisTest(() => next.close());
    const proxy = await openProxy(tested.store.url);
    afterThisTest(() => proxy.close());
    const asked: string[] = [];
    const client = new Redis(proxy.url, {
      reconnectOnError: ({ message: text }) => {
        asked.push(text);
        return false;
      },
    });
    afterThisTest(() => client.disconnect());
    const byUrl = await tested.open({}, { url: proxy.url, worker: false });
    const byClient = await tested.open({}, { url: client, worker: false });
    const counts = createGuardStore(proxy.url);
    afterThisTest(() => counts.close());
    const count = { key: 'a', amount: 1, limit: 9, windowMs: 60_000 };
    await succeeds(() => counts.take([count]));
    proxy.leadTo(next.url);
    const { hostname, port } = new URL(next.url);
    const old = openFirst();
    await old.replicaof(hostname, Number(port));
    afterThisTest(() => old.replicaof('NO', 'ONE'));
    for (const { queue } of [byUrl, byClient]) {
      const { id } = await succeeds(() => queue.add(message()));
      expect(await queue.status(id)).toBe('waiting');
    }
    expect(asked).toContainEqual(expect.stringContaining('READONLY'));
    await succeeds(() => counts.take([count]));
  });

  it('numbers stay numbers, whatever a URL asks for', async () => {
    const { queue } = await tested.open({}, { url: urlOf('0?stringNumbers=true') });
    const { id } = await queue.add(message());
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
    expect(await queue.counts()).toMatchObject({ waiting: 0, finished: 1 });
  });
});
