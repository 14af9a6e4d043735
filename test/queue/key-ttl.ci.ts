import { message } from '../support/account.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { outcomeOf } from './open-queue.js';
import { eventually } from '../support/eventually.js';

describeStores('keyTtl in %s', (name) => {
  const tested = storeForTests(name);

  it('ends in its time while nothing is sent: outcomes are removed and keys are free again', async () => {
    const { queue } = await tested.open({}, { keyTtl: 3000 });
    const { id } = await queue.add(message(), { key: 'once' });
    const { at = 0 } = (await outcomeOf(queue, id)) ?? {};
    let kept = 0;
    await eventually(async () => {
      const outcome = await queue.outcome(id);
      if (outcome) kept = Date.now() - at;
      return outcome === undefined;
    });
    expect(kept).toBeGreaterThan(2900);
    expect(await queue.add(message(), { key: 'once' })).toEqual({ id, duplicate: false });
  }, 60_000);
});
