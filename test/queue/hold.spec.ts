import { Hold } from '../../lib/extras/queue/store/hold.js';
import { holdTimers } from '../support/clock.js';

function open() {
  const begun: number[] = [];
  return { hold: new Hold(async (ms) => void begun.push(ms)), begun };
}

it('a hold lasts at most an hour', async () => {
  const timers = holdTimers();
  const { hold, begun } = open();
  expect(hold.left()).toBe(0);
  await hold.begin(999_999_999_000);
  expect(begun).toEqual([3_600_000]);
  await timers.pass(60_000);
  expect(hold.left()).toBe(3_540_000);
});

it('a hold is not shortened by a later answer', async () => {
  holdTimers();
  const { hold } = open();
  await hold.begin(9000);
  await hold.begin(1000);
  expect(hold.left()).toBe(9000);
});
