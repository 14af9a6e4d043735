import { Hold } from '../../lib/extras/queue/redis/hold.js';
import { holdTimers } from '../support/clock.js';

/** A hold of a queue that is held back already. */
function open(left = 0) {
  const begun: number[] = [];
  const hold = new Hold({
    rateLimit: async (ms) => void begun.push(ms),
    getRateLimitTtl: async () => left,
  });
  return { hold, begun };
}

it('a hold lasts at most an hour', async () => {
  const timers = holdTimers();
  const { hold, begun } = open();
  expect(await hold.left()).toBe(0);
  await hold.begin(999_999_999_000);
  expect(begun).toEqual([3_600_000]);
  await timers.pass(60_000);
  expect(await hold.left()).toBe(3_540_000);
});

it('a hold is not shortened by a later answer', async () => {
  holdTimers();
  const { hold } = open();
  await hold.begin(9000);
  await hold.begin(1000);
  expect(await hold.left()).toBe(9000);
});

it('a hold does not shorten that of another worker', async () => {
  holdTimers();
  const { hold, begun } = open(5000);
  await hold.begin(1000);
  expect(begun).toEqual([]);
  await hold.begin(6000);
  expect(begun).toEqual([6000]);
});
