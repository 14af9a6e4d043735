import { jest } from '@jest/globals';
import { SmsMessageError, SmsTransportError, SmsGuardError } from '../../lib/index.js';
import { QueueRun } from '../../lib/extras/queue/producer/queue-run.js';
import { FakeAccount, passTime } from '../support/fake-account.js';
import { messageAt, numberAt, outcomesOf, settled } from './runs.js';
import { KINDS, Noted } from './noted.js';
import { CallFailure } from '../../lib/core/deadline/failure.js';
import { Input } from '../../lib/core/runs/input.js';
import { type Job, Run } from '../../lib/core/runs/run.js';
import { afterThisTest } from '../support/clean-up.js';

const SECRET = 'the code 482913';
const WRONG = { to: '12', text: SECRET };
const OK = messageAt(0);

const opened = () => new FakeAccount((send) => send.accept());

describe('a run with failures', () => {
  it('counts them by their codes, and warns once, of the first issue, if it is awaited', async () => {
    const account = opened();
    const run = account.sms.sendMany([OK, WRONG, { to: numberAt(1) } as never]);
    const tally = await run;
    expect(tally).toMatchObject({ accepted: 1, 'not-sent': 2, codes: { 'message-invalid': 2 } });
    await run;
    expect(account.warnings).toEqual([
      expect.stringMatching(
        /^\[default\] A run ended with 2 failures that the app caused\. The first, with index 1 \(message-invalid\): to: /,
      ),
    ]);
    expect(account.warnings.join()).not.toMatch(/482913|"12"/);
    expect(String(JSON.stringify(run))).toContain('"codes":{"message-invalid":2}');
  });

  it('warns of nothing after a loop, also if it is awaited then', async () => {
    const account = opened();
    const run = account.sms.sendMany([WRONG]);
    await outcomesOf(run);
    expect((await run).codes).toEqual({ 'message-invalid': 1 });
    expect(account.warnings).toEqual([]);
  });

  it('warns of nothing in a plan, or if all went well, or the cause is not in the app', async () => {
    const account = new FakeAccount((send) => send.refuse());
    await account.sms.plan({ text: 'hi' }, ['12']);
    expect((await account.sms.sendMany([])).codes).toEqual({});
    const tally = await account.sms.sendMany([OK]);
    expect(tally.codes).toEqual({ 'connection-lost': 1 });
    expect(account.warnings).toEqual([]);
  });
});

describe('a run of a queue with failures', () => {
  const down = new SmsTransportError('queue-failed', 'Down.', { outcome: 'not-sent' });
  const invalid = new SmsMessageError([{ path: 'key', message: 'is empty' }], 'argument-invalid');

  async function* items() {
    yield { index: 0, error: invalid };
    yield { index: 1, error: down };
  }

  it('counts them by their codes, and warns if it is awaited', async () => {
    const account = opened();
    const plan = { items: items(), isTransaction: false, add: async () => [] };
    const tally = await new QueueRun(() => plan, 'marketing');
    expect(tally).toMatchObject({ failed: 2, codes: { 'argument-invalid': 1, 'queue-failed': 1 } });
    expect(account.warnings).toEqual([
      '[marketing] A run ended with 1 failure that the app caused. The first, with index 0 (argument-invalid): key: is empty. To see each one, loop over the run.',
    ]);
  });
});

const MANY = 300_000;

describe('a broadcast to one number again and again', () => {
  it.each(KINDS)('lets other code run, and reacts to an abort (%s source)', async (kind) => {
    const account = new FakeAccount((send) => send.accept());
    const caller = new AbortController();
    const source = new Noted((index) =>
      index < MANY ? { value: numberAt(0) } : { done: true, value: undefined },
    );
    const { signal } = caller;
    const run = account.sms.broadcast({ text: 'Hello' }, source[kind](), { signal });
    setImmediate(() => setImmediate(() => caller.abort()));
    await run.finish();
    expect(source.pulls).toBeLessThan(MANY / 10);
    expect(source.returned).toBe(1);
    expect(account.sends).toEqual([]);
  });

  it.each(KINDS)('sends to it once (%s source)', async (kind) => {
    const account = new FakeAccount((send) => send.accept());
    const source = new Noted((index) =>
      index < 20_000
        ? { value: numberAt(Math.floor(index / 10_000)) }
        : { done: true, value: undefined },
    );
    await account.sms.broadcast({ text: 'Hello' }, source[kind]()).finish();
    expect(account.sends.map(({ recipients }) => recipients)).toEqual([[numberAt(0), numberAt(1)]]);
  });
});

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
