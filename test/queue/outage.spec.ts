import { Outage } from '../../lib/extras/queue/store/outage.js';
import { holdTimers } from '../support/clock.js';

it('an outage is logged once, and another one only a while later', async () => {
  const timers = holdTimers();
  const outage = new Outage(60_000);
  expect([outage.begins(), outage.begins()]).toEqual([true, false]);
  await timers.pass(60_000);
  expect(outage.begins()).toBe(false);
  expect([outage.ends(), outage.ends()]).toEqual([true, false]);
  expect([outage.begins(), outage.begins(), outage.ends()]).toEqual([true, false, true]);
  expect([outage.begins(), outage.ends()]).toEqual([false, false]);
});
