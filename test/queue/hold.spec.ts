import { Hold } from '../../lib/extras/queue/redis/hold.js';
import { holdTimers } from '../support/clock.js';

/** A hold of a queue whose store says how long all are held back. */
function open(left: () => Promise<number> = () => Promise.resolve(0)) {
  const done: string[] = [];
  const hold = new Hold({
    rateLimit: (ms) => Promise.resolve(void done.push(`hold ${ms}`)),
    getRateLimitTtl: () => {
      done.push('ask');
      return left();
    },
  });
  return { hold, done };
}

it('a hold sends no request to the store until it is over, and lasts at most an hour', async () => {
  const timers = holdTimers();
  const { hold, done } = open();
  await hold.begin(999_999_999_000);
  await timers.pass(60_000);
  expect(done).toEqual(['hold 3600000']);
  expect(await hold.left()).toBe(3_540_000);
});

it('a hold that another worker began is noticed within 100 ms, with at most ten requests to the store a second', async () => {
  const timers = holdTimers();
  let left = 0;
  const { hold, done } = open(() => Promise.resolve(left));
  expect(await hold.left()).toBe(0);
  left = 5000;
  for (let claims = 0; claims < 99; claims += 1) {
    expect(await hold.left()).toBe(0);
    await timers.pass(1);
  }
  expect(done).toEqual(['ask']);
  await timers.pass(1);
  expect(await hold.left()).toBe(5000);
  await timers.pass(4999);
  expect(await hold.left()).toBe(1);
  expect(done).toEqual(['ask', 'ask']);
});

it('a hold lasts while the store does not say whether it is over', async () => {
  holdTimers();
  const { hold } = open(() => Promise.reject(new Error('away')));
  expect(await hold.left()).toBeGreaterThan(0);
});

it('a hold is not shortened by a later answer', async () => {
  holdTimers();
  const { hold, done } = open();
  await hold.begin(9000);
  await hold.begin(1000);
  expect(done).toEqual(['hold 9000']);
});
