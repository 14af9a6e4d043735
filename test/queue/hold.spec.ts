import { Hold } from '../../lib/queue/hold.js';
import { afterThisTest } from '../support/clean-up.js';
import { holdTimers } from '../support/clock.js';

it('asks the store nothing until a hold is over, even one that is longer than a timer can be', async () => {
  const timers = holdTimers();
  let reads = 0;
  const hold = new Hold({
    getGlobalRateLimit: () => {
      reads += 1;
      return Promise.resolve(null);
    },
    setGlobalRateLimit: () => Promise.resolve(),
    rateLimit: () => Promise.resolve(),
    getRateLimitTtl: () => Promise.resolve(0),
    removeGlobalRateLimit: () => Promise.resolve(),
  });
  afterThisTest(() => hold.close());
  await hold.begin(999_999_999_000);
  await timers.pass(60_000);
  expect(reads).toBe(1);
});
