import { Outage } from '../../lib/queue/jobs/outage.js';
import { holdTimers } from '../support/clock.js';

it('an outage is told once when it begins and once when it ends', async () => {
  const timers = holdTimers();
  const outage = new Outage(60_000, false);
  expect(outage.ends()).toBe(false);
  expect([outage.begins(), outage.begins()]).toEqual([true, false]);
  await timers.pass(60_000);
  expect(outage.begins()).toBe(false);
  expect([outage.ends(), outage.ends()]).toEqual([true, false]);
});

it('an outage is told at most once a minute, even if it ends and begins in turn', async () => {
  const timers = holdTimers();
  const outage = new Outage(60_000, false);
  const told: boolean[] = [];
  for (let count = 0; count < 10; count += 1) {
    told.push(outage.begins());
    outage.ends();
  }
  expect(told.filter(Boolean)).toHaveLength(1);
  await timers.pass(60_000);
  expect(outage.begins()).toBe(true);
});

it('an outage that goes on is told again where that is wanted', async () => {
  const timers = holdTimers();
  const outage = new Outage(60_000, true);
  expect([outage.begins(), outage.begins()]).toEqual([true, false]);
  await timers.pass(60_000);
  expect(outage.begins()).toBe(true);
});
