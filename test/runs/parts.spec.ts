import { jest } from '@jest/globals';
import { CallFailure } from '../../lib/core/deadline/failure.js';
import { Input } from '../../lib/core/runs/input.js';
import { type Job, Run } from '../../lib/core/runs/run.js';
import { SmsGuardError, SmsTransportError } from '../../lib/index.js';
import { afterThisTest } from '../support/clean-up.js';
import { FakeAccount, passTime } from '../support/fake-account.js';
import { messageAt, numberAt, settled } from './runs.js';

const down = () =>
  new CallFailure(new SmsTransportError('connection-failed', 'Down.', { outcome: 'not-sent' }));
const quietHours = () =>
  new CallFailure(new SmsGuardError('quiet-hours', 'Quiet.', { retryAfter: 50 }));
const FOREIGN = ['14155552671', '14155552672'];

describe('a number of a batch that guard refuses', () => {
  it('has its outcome while the rest of the batch is in progress', async () => {
    const account = new FakeAccount(undefined, { guard: { countries: ['IN'] } });
    const numbers = [numberAt(0), ...FOREIGN, numberAt(3)];
    const run = account.sms.broadcast({ text: 'hi' }, numbers)[Symbol.asyncIterator]();
    for (const index of [1, 2]) {
      const { value } = await run.next();
      expect(value).toMatchObject({ index, status: 'not-sent', error: { code: 'country' } });
    }
    expect(account.sends.map(({ recipients }) => recipients)).toEqual([[numberAt(0), numberAt(3)]]);
    account.sends[0]!.accept();
    expect(await run.next()).toMatchObject({ value: { index: 0, status: 'accepted' } });
    expect(await run.next()).toMatchObject({ done: true });
  });

  it('has its outcome even if the rest waits for the end of quiet hours', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString().slice(11, 16);
    const ago = new Date(Date.now() - 3_600_000).toISOString().slice(11, 16);
    const quiet = { from: ago, to: soon, timeZone: 'UTC' };
    const account = new FakeAccount(undefined, { guard: { countries: ['IN'] }, quiet });
    const run = account.sms.broadcast({ text: 'hi' }, [numberAt(0), ...FOREIGN]);
    for await (const { status, message } of run) {
      expect({ status, to: message.to }).toEqual({ status: 'not-sent', to: [FOREIGN[0]] });
      break;
    }
    expect(account.sends).toEqual([]);
  });
});

describe('in an outage', () => {
  it('messages that quiet hours held back are also sent one by one', async () => {
    const account = new FakeAccount();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    afterThisTest(() => jest.useRealTimers());
    let sent = 0;
    const jobOf = (index: number): Job => {
      let isHeld = index > 0;
      const send = async () => {
        if (isHeld) {
          isHeld = false;
          return quietHours();
        }
        sent += 1;
        return down();
      };
      return { index, message: messageAt(index), numbers: 1, send };
    };
    const caller = new AbortController();
    const run = new Run(account.sms, () => ({
      concurrency: 8,
      send: { signal: caller.signal },
      input: new Input([0, 1, 2, 3, 4, 5, 6, 7], 'numbers', 'numbers'),
      toJob: ({ done, value }) => (done ? undefined : jobOf(value)),
    }));
    const tally = run.finish();
    await settled();
    expect(sent).toBe(1);
    await passTime(99);
    expect(sent).toBe(1);
    await passTime(1);
    expect(sent).toBe(2);
    await passTime(200);
    expect(sent).toBe(3);
    caller.abort();
    // Those that still waited keep the reason for which they did.
    expect(await tally).toMatchObject({ 'not-sent': 8 });
    expect(sent).toBe(3);
    expect(jest.getTimerCount()).toBe(0);
  });
});
