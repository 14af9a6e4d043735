import type { Redis } from 'ioredis';
import type pg from 'pg';
import { errorOf, message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { clientOf, describeStores, storeForTests } from './describe-stores.js';
import { openQueueApp, succeeds, until } from './open-queue.js';
import { openStore } from './open-store.js';

const GATEWAY = 'http://127.0.0.1:1';

describeStores('if %s refuses,', (name) => {
  const tested = storeForTests(name);

  const urlWith = (changes: Partial<URL>): string =>
    Object.assign(new URL(tested.store.url), changes).href;

  const wrong: readonly (readonly [string, Partial<URL>, string])[] =
    name === 'Redis'
      ? [['password', { username: 'app', password: 'geheim' }, 'WRONGPASS']]
      : [
          [
            'password',
            { password: 'geheim' },
            'password authentication failed for user "postgres"',
          ],
          ['database', { pathname: '/missing' }, 'database "missing" does not exist'],
        ];

  it.each(wrong)('the error of add says that the %s is wrong', async (_what, changes, text) => {
    const { queue } = await openQueueApp({ url: urlWith(changes), gateway: GATEWAY });
    const error = await until(
      () => errorOf(queue.add(message())),
      (each) => !each.message.includes('Retry it later'),
    );
    expect(error).toMatchObject({ code: 'queue-failed', outcome: 'not-sent' });
    expect(error.message).toContain(text);
    expect(error.message).not.toContain('geheim');
  });

  if (name === 'PostgreSQL') {
    it('to write, as a server that has become a standby, add says so, and works once the name leads to another', async () => {
      const { queue } = await tested.open({}, { worker: false });
      const admin = clientOf(tested.store) as pg.Pool;
      const database = new URL(tested.store.url).pathname.slice(1);
      const setReadOnly = async (value: string) => {
        await admin.query(
          `ALTER DATABASE ${database} SET default_transaction_read_only = ${value}`,
        );
      };
      await setReadOnly('on');
      await admin.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
        [database],
      );
      const error = await until(
        () => errorOf(queue.add(message())),
        (each) => each.message.includes('read-only'),
      );
      expect(error).toMatchObject({ outcome: 'not-sent' });
      expect(error.message).toContain('Retry it later');
      // On this connection it would be refused, too.
      await admin.query('SET default_transaction_read_only = off');
      await setReadOnly('off');
      await succeeds(() => queue.add(message()));
    });
  }

  if (name === 'Redis') {
    /** Opens a queue as a user, then takes rights from it. */
    const openWithout = async (...rights: readonly string[]) => {
      const admin = clientOf(tested.store) as Redis;
      await admin.call('ACL', 'SETUSER', 'clerk', 'reset', 'on', '>pass', '~*', '&*', '+@all');
      const url = urlWith({ username: 'clerk', password: 'pass' });
      const app = await tested.open({}, { url, worker: false });
      await admin.call('ACL', 'SETUSER', 'clerk', ...rights);
      return app;
    };

    it('a missing permission for a whole command is named, and nothing was added', async () => {
      const { queue } = await openWithout('-eval', '-evalsha');
      const error = await errorOf(queue.add(message()));
      expect(error).toMatchObject({ outcome: 'not-sent' });
      expect(error.message).toContain('NOPERM');
      expect(error.message).toContain("run the 'eval");
    });

    it('a missing permission within a script proves nothing, and is named', async () => {
      const { queue } = await openWithout('-zadd', '-lpush', '-rpush', '-xadd');
      const error = await errorOf(queue.add(message()));
      expect(error).toMatchObject({ outcome: 'unknown' });
      expect(error.message).toContain('answered with an error');
      expect(error.message).toContain('user executing the script');
    });

    it('to run scripts, none of many messages was added', async () => {
      const { queue } = await openWithout('-eval', '-evalsha');
      const run = queue.addMany([message('a'), message('b')]);
      expect(await errorOf(run.finish())).toMatchObject({ outcome: 'not-sent' });
    });

    it('for as long as another script runs, nothing was added, and add says to retry', async () => {
      const { queue } = await tested.open({}, { worker: false });
      const [admin, other] = [clientOf(tested.store) as Redis, clientOf(tested.store) as Redis];
      await admin.config('SET', 'busy-reply-threshold', 1);
      const endless = other.eval('while true do end', 0).catch(() => undefined);
      const kill = () => admin.script('KILL').catch(() => undefined);
      afterThisTest(kill);
      await until(
        () => admin.ping().catch((error: Error) => error.message),
        (said) => said.startsWith('BUSY'),
      );
      const error = await errorOf(queue.add(message()));
      await kill();
      await endless;
      expect(error.message).toContain('BUSY Redis is busy');
      expect(error).toMatchObject({ code: 'queue-failed', outcome: 'not-sent' });
      expect(error.message).toContain('Retry it later');
      await queue.add(message());
    });

    it.each(['CLUSTERDOWN', 'LOADING', 'MASTERDOWN', 'TRYAGAIN'])(
      'a command with %s, nothing was done',
      async (code) => {
        const store = await openStore(tested.store);
        afterThisTest(() => store.close());
        expect(store.provesNothingDone(new Error(`${code} Something`))).toBe(true);
      },
    );

    it('a node of a Cluster names the one that has the keys, and nothing was added', async () => {
      const store = await openStore(tested.store);
      afterThisTest(() => store.close());
      const whole = new Error('MOVED 3999 127.0.0.1:6381');
      expect(store.provesNothingDone(whole)).toBe(true);
      // As Redis 7.2 words it.
      const within = new Error('NOPERM ACL failure in script: User clerk has no permissions');
      expect(store.provesNothingDone(within)).toBe(false);
    });
  }
});
