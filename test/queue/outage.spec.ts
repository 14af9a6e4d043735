import { Outage } from '../../lib/extras/queue/store/outage.js';
import { holdTimers } from '../support/clock.js';

it('an outage that goes on is logged again only where that is wanted', async () => {
  const timers = holdTimers();
  const outage = new Outage(60_000, true);
  const once = new Outage(60_000, false);
  expect(once.begins()).toBe(true);
  expect([outage.begins(), outage.begins()]).toEqual([true, false]);
  await timers.pass(60_000);
  expect([outage.begins(), once.begins()]).toEqual([true, false]);
  expect([outage.ends(), outage.ends()]).toEqual([true, false]);
});
