import { jest } from '@jest/globals';
import { afterThisTest } from '../support/clean-up.js';
import { FakeAccount } from '../support/fake-account.js';
import { counted, errorOf, messageAt, numberAt, outcomesOf } from './runs.js';

const HOUR = 3_600_000;
const QUIET = { quiet: { from: '21:00', to: '09:00', timeZone: 'Asia/Kolkata' } };
const HIGH = { priority: 'high' } as const;

/** Timers and the calendar's clock, at 04:00 in India: five hours before the end. */
function atNight(): void {
  const doNotFake = ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const;
  jest.useFakeTimers({ now: Date.parse('2026-03-10T22:30:00Z'), doNotFake: [...doNotFake] });
  afterThisTest(() => jest.useRealTimers());
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const quietAccount = () => new FakeAccount((send) => send.accept(), QUIET);

describe('in quiet hours', () => {
  beforeEach(atNight);

  it('a send fails, and says when it may be made', async () => {
    const account = quietAccount();
    expect(await errorOf(account.sms.send(messageAt(0)))).toMatchObject({
      name: 'SmsGuardError',
      code: 'quiet-hours',
      outcome: 'not-sent',
      retryable: true,
      retryAfter: 5 * HOUR,
    });
    expect(account.sends).toEqual([]);
    await pass(5 * HOUR);
    await account.sms.send(messageAt(0));
    expect(account.sends).toHaveLength(1);
  });

  it('high priority is sent, alone and in a run', async () => {
    const account = quietAccount();
    await account.sms.send(messageAt(0), HIGH);
    await account.sms.sendMany([messageAt(1)], HIGH);
    await account.sms.broadcast({ text: 'hi' }, [numberAt(2)], HIGH);
    expect(account.sends).toHaveLength(3);
  });

  it('a run waits until they end, and goes on', async () => {
    const account = quietAccount();
    const runs = [
      account.sms.sendMany(counted(3, messageAt), { concurrency: 2 }),
      account.sms.broadcast({ text: 'hi' }, counted(10, numberAt), { batchSize: 5 }),
    ].map((run) => run.finish());
    await pass(5 * HOUR - 1);
    expect(account.sends).toEqual([]);
    await pass(1);
    expect(await Promise.all(runs)).toMatchObject([{ accepted: 3 }, { accepted: 2 }]);
    // A wait is not a failure, so no failure is reported.
    expect(account.observed.failed).toEqual([]);
  });

  it('a run sends nothing that waited for its turn until they began', async () => {
    jest.setSystemTime(Date.parse('2026-03-10T15:29:59Z'));
    const rateLimit = { recipients: 1, perMs: 600 };
    const account = new FakeAccount((send) => send.accept(), { ...QUIET, rateLimit });
    const tally = account.sms.sendMany(counted(4, messageAt), { concurrency: 4 }).finish();
    await pass(12 * HOUR - 1);
    expect(account.sends).toHaveLength(2);
    await pass(HOUR);
    expect(await tally).toMatchObject({ accepted: 4 });
  });

  it('a run that is aborted while it waits ends, and says that nothing was sent', async () => {
    const account = quietAccount();
    const caller = new AbortController();
    const options = { signal: caller.signal, concurrency: 2 };
    const outcomes = outcomesOf(account.sms.sendMany(counted(9, messageAt), options));
    await pass(HOUR);
    caller.abort();
    expect(await outcomes).toMatchObject([
      { index: 0, status: 'not-sent', error: { code: 'quiet-hours' } },
      { index: 1, status: 'not-sent', error: { code: 'quiet-hours' } },
    ]);
    expect(account.observed.failed).toEqual(['quiet-hours', 'quiet-hours']);
    await pass(10 * HOUR);
    expect(account.sends).toEqual([]);
  });

  it('a run does not delay the end of the app', async () => {
    const account = quietAccount();
    const events: string[] = [];
    account.sms.events$.subscribe(({ type }) => events.push(type));
    const tally = account.sms.sendMany(counted(2, messageAt)).finish();
    await pass(HOUR);
    await account.close();
    expect(await tally).toMatchObject({ accepted: 0, 'not-sent': 2 });
    expect(events).toEqual(['not-sent', 'not-sent']);
  });

  it('a loop over a run can be left', async () => {
    const account = quietAccount();
    const messages = [{ to: 'nobody', text: 'hi' }, messageAt(1)];
    for await (const { index } of account.sms.sendMany(messages)) {
      expect(index).toBe(0);
      break;
    }
    expect(account.sends).toEqual([]);
  });
});
