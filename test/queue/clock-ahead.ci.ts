import { jest } from '@jest/globals';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { outcomeOf, until } from './open-queue.js';
import { probe } from './store-probe.js';

const HOUR = 3_600_000;
const ACCEPTED = { status: 'accepted' };
const RATE = { sends: 10, perMs: 1000 };

describeStores("a worker's clock, with the queue in %s,", (name) => {
  const tested = storeForTests(name);
  const { open } = tested;

  it('stops no worker after it was an hour ahead for a moment', async () => {
    const { queue } = await open({}, { rateLimit: RATE });
    const now = Date.now;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + HOUR);
    afterThisTest(() => clock.mockRestore());
    expect(await outcomeOf(queue, (await queue.add(message())).id)).toMatchObject(ACCEPTED);
    clock.mockRestore();
    expect(await outcomeOf(queue, (await queue.add(message())).id)).toMatchObject(ACCEPTED);
  });

  it('does not affect a Retry-After, which holds a queue for at most an hour', async () => {
    const headers = { 'retry-after': '9000' };
    const { queue } = await open({ send: () => ({ status: 429, headers }) });
    const { id } = await queue.add(message());
    const { nextAt = 0 } = (await until(
      () => queue.progress(id),
      (progress) => progress?.nextAt !== undefined && progress.attempts === 1,
    ))!;
    const left = await probe(tested.store, queue).heldFor();
    for (const ms of [left, nextAt - Date.now()]) {
      expect(ms).toBeGreaterThan(HOUR - 60_000);
      expect(ms).toBeLessThanOrEqual(HOUR);
    }
  });
});
