import { SmsRejectedError, SmsTransportError } from '../../lib/index.js';
import { attemptLog } from '../../lib/extras/queue/worker/attempt-log.js';
import { holdTimers } from '../support/clock.js';

function open() {
  const timers = holdTimers();
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(line);
  const onAttempt = attemptLog({ warn: keep, log: keep });
  return { onAttempt, lines, timers };
}

const FAILURE = new SmsTransportError('connection-failed', 'refused', { outcome: 'not-sent' });
const FAILS = 'Sends of the queue fail (connection-failed).';
const WORKS = 'Sends of the queue work again.';

it('the log of attempts treats a rejection by the gateway as a send that works', () => {
  const { onAttempt, lines } = open();
  const rejected = new SmsRejectedError({ statusCode: '203', reason: 'Invalid', raw: {} });
  onAttempt(rejected);
  expect(lines).toEqual([]);
  onAttempt(FAILURE);
  onAttempt(rejected);
  expect(lines.at(-1)).toBe(WORKS);
});

it('the log of attempts says nothing about sends that were stopped', () => {
  const { onAttempt, lines } = open();
  for (const code of ['closed', 'aborted'] as const) {
    onAttempt(new SmsTransportError(code, 'ended', { outcome: 'not-sent' }));
  }
  expect(lines).toEqual([]);
});

it('the log of attempts warns at most once a minute if sends fail and work in turn, and again if the outage goes on', async () => {
  const { onAttempt, lines, timers } = open();
  for (let count = 0; count < 10; count += 1) {
    onAttempt(FAILURE);
    onAttempt();
  }
  onAttempt(FAILURE);
  expect(lines).toHaveLength(2);
  await timers.pass(60_000);
  onAttempt(FAILURE);
  expect(lines.slice(2)).toEqual([expect.stringContaining(FAILS)]);
});
