import type { SmsReach } from '../../lib/index.js';
import { message, NUMBER } from '../support/account.js';
import { keepLog } from '../support/keep-log.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { allOf, counted, freshName, outcomeOf } from './open-queue.js';
import { probe } from './store-probe.js';

/** What an app adds, whose worker must leave it alone, whose sends it, and how both are named. */
const CASES: readonly [adder: SmsReach, other: SmsReach, same: SmsReach, text: RegExp][] = [
  ['none', 'all', { only: [NUMBER] }, /: only this worker has the reach 'all'/],
  ['all', 'none', 'all', /: only the app that added it has the reach 'all'/],
];

describeStores('a message in %s', (store) => {
  const tested = storeForTests(store);

  it.each(CASES)(
    'of an app whose reach is %j is left alone by a worker whose reach is %j, and sent by one with %j',
    async (adder, other, same, text) => {
      const name = freshName();
      const { warnings, logger } = keepLog();
      const { queue } = await tested.open({}, { name, worker: false, account: { reach: adder } });
      const many = await allOf(queue.addMany([message('of many')]));
      const batches = await allOf(queue.broadcast({ text: 'of a broadcast' }, [NUMBER]));
      const runs = [...many, ...batches].flatMap((each) => ('id' in each ? each.id : []));
      const ids = [(await queue.add(message())).id, ...runs];
      const earlier = await queue.add(message('of an earlier release'));
      const stored = probe(tested.store, queue);
      await stored.forgetReach(earlier.id);

      const wrong = await tested.open({}, { name, logger, account: { reach: other } });
      expect(await outcomeOf(queue, earlier.id)).toMatchObject({ status: 'accepted' });
      await counted(queue, ({ delayed }) => delayed === ids.length);
      await wrong.close();
      for (const id of ids) {
        expect(await queue.progress(id)).toEqual({ attempts: 0, nextAt: expect.any(Number) });
      }
      expect(wrong.gateway.sends).toHaveLength(other === 'all' ? 1 : 0);
      expect(warnings.filter((line) => line.includes('is left for another worker'))).toEqual([
        expect.stringMatching(text),
      ]);

      for (const id of ids) await stored.makeDue(id);
      const right = await tested.open({}, { name, account: { reach: same } });
      for (const id of ids) {
        expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted', accepted: 1 });
      }
      expect(right.gateway.sends).toHaveLength(ids.length);
    },
  );
});
