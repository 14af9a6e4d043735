import type { Redis } from 'ioredis';
import { errorOf, message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { clientOf, describeStores, storeForTests } from './describe-stores.js';
import { openQueueApp, until } from './open-queue.js';
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

    it('a missing permission within a script, or for some of many messages, proves nothing', async () => {
      const one = await openWithout('-zadd', '-lpush', '-rpush', '-xadd');
      expect(await errorOf(one.queue.add(message()))).toMatchObject({ outcome: 'unknown' });
      const many = await openWithout('-eval', '-evalsha');
      const error = await errorOf(many.queue.addMany([message('a'), message('b')]).finish());
      expect(error).toMatchObject({ outcome: 'unknown' });
    });

    it('a node of a Cluster names the one that has the keys, and nothing was added', async () => {
      const store = await openStore(tested.store);
      afterThisTest(() => store.close());
      const whole = new Error('MOVED 3999 127.0.0.1:6381');
      expect([store.provesNothingDone(whole), store.isRefusal(whole)]).toEqual([true, true]);
      // As Redis 7.2 words it.
      const within = new Error('NOPERM ACL failure in script: User clerk has no permissions');
      expect(store.provesNothingDone(within)).toBe(false);
    });
  }
});
