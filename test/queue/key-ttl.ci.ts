import { message } from '../support/account.js';
import { describeStores } from './describe-stores.js';
import { ended, openWithGateway, until } from './open-queue.js';
import { startStore, type TestStore } from './stores.mjs';

describeStores('keyTtl in %s', (name) => {
  let store: TestStore;

  beforeAll(async () => {
    store = await startStore(name);
  }, 120_000);

  afterAll(() => store?.close());

  it('ends while nothing is sent: outcomes are removed and keys are free again', async () => {
    const { queue } = await openWithGateway(store, {}, { keyTtl: 1000 });
    const { id } = await queue.add(message(), { key: 'once' });
    await until(() => queue.status(id), ended);
    await until(
      () => queue.status(id),
      (status) => status === undefined,
    );
    expect(await queue.add(message(), { key: 'once' })).toEqual({ id, duplicate: false });
  }, 60_000);

  it('does not end before its time', async () => {
    const { queue } = await openWithGateway(store, {}, { keyTtl: 3000 });
    const { id } = await queue.add(message(), { key: 'kept' });
    const outcome = await until(
      () => queue.outcome(id),
      (found) => found !== undefined,
    );
    let kept = 0;
    await until(
      async () => {
        const found = await queue.outcome(id);
        if (found) kept = Date.now() - (outcome?.at ?? 0);
        return found;
      },
      (found) => found === undefined,
    );
    expect(kept).toBeGreaterThan(2900);
  }, 60_000);
});
