import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { storeForTests } from './describe-stores.js';
import { outcomeOf, succeeds } from './open-queue.js';
import { openProxy } from './store-proxy.mjs';

describe('PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

  it('may be so far away that opening a connection takes longer than an operation may', async () => {
    const proxy = await openProxy(tested.store.url);
    afterThisTest(() => proxy.close());
    proxy.delay(150);
    const { queue } = await tested.open({}, { url: proxy.url });
    const { id } = await succeeds(() => queue.add(message()));
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
  });
});
