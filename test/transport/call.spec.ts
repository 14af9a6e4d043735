import { getEventListeners } from 'node:events';
import { jest } from '@jest/globals';
import { Call, endedError } from '../../lib/core/deadline/call.js';

const TOTAL = 1000;
const TIMEOUT = { total: TOTAL, attempt: TOTAL };

beforeEach(() => jest.useFakeTimers());

afterEach(() => {
  const timers = jest.getTimerCount();
  jest.useRealTimers();
  if (timers > 0) throw new Error(`${timers} timers are left`);
});

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing was thrown',
    (error: { code: unknown; outcome: unknown }) => `${error.code}, ${error.outcome}`,
  );

describe('a call', () => {
  it('asks for no negative delay after its time without the reserve, of which Node.js would warn', async () => {
    const call = new Call(TIMEOUT);
    call.reserve = 800;
    jest.advanceTimersByTime(500);
    const delays = jest.spyOn(globalThis, 'setTimeout');
    const waited = codeOf(call.wait(new Promise(() => undefined)));
    jest.advanceTimersByTime(1);
    expect(await waited).toBe('timeout, not-sent');
    expect(delays.mock.calls.map(([, delay]) => delay)).toEqual([0]);
    delays.mockRestore();
    call.dispose();
  });

  it('sets no timer that is longer than Node.js allows without a warning', () => {
    const longest = 2 ** 31 - 1;
    // Added to this time and subtracted again, the longest one is longer.
    jest.advanceTimersByTime(1.3);
    const delays = jest.spyOn(globalThis, 'setTimeout');
    const call = new Call({ total: longest, attempt: longest });
    call.stopClock();
    call.startClock();
    call.requestStarted();
    jest.advanceTimersByTime(longest - 1);
    expect(call.ended).toBeUndefined();
    jest.advanceTimersByTime(2);
    expect(call.ended).toBe('timeout');
    for (const [, delay] of delays.mock.calls) expect(delay).toBeLessThanOrEqual(longest);
    delays.mockRestore();
  });

  it('ends at its deadline, once, and calls its listeners', () => {
    const call = new Call(TIMEOUT);
    const told: string[] = [];
    call.onEnd((reason) => told.push(reason));
    jest.advanceTimersByTime(TOTAL - 1);
    expect([call.ended, call.remaining]).toEqual([undefined, 1]);
    jest.advanceTimersByTime(1);
    call.end('closed');
    expect([call.ended, told]).toEqual(['timeout', ['timeout']]);
  });

  it('calls no listener that was removed', () => {
    const call = new Call(TIMEOUT);
    const told: string[] = [];
    const [, stop] = ['a', 'b', 'c'].map((name) => call.onEnd(() => void told.push(name)));
    stop!();
    stop!();
    call.end('aborted');
    expect(told).toEqual(['a', 'c']);
  });

  it('ends its request, but not itself, when the time of the attempt has passed', () => {
    const call = new Call({ total: TOTAL, attempt: 300 });
    const failed: string[] = [];
    call.request = { mayHaveBegun: false, fail: ({ kind }) => void failed.push(kind) };
    jest.advanceTimersByTime(400);
    expect(failed).toEqual([]);
    call.requestStarted();
    jest.advanceTimersByTime(299);
    expect(failed).toEqual([]);
    jest.advanceTimersByTime(1);
    expect([failed, call.ended]).toEqual([['timeout'], undefined]);
    call.requestStarted();
    call.requestEnded();
    jest.advanceTimersByTime(299);
    expect([failed, call.ended]).toEqual([['timeout'], undefined]);
    jest.advanceTimersByTime(1);
    expect([failed, call.ended]).toEqual([['timeout', 'timeout'], 'timeout']);
  });

  it('creates one timer, whatever its attempts', () => {
    const created = jest.spyOn(globalThis, 'setTimeout');
    const call = new Call({ total: TOTAL, attempt: 300 });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      call.requestStarted();
      jest.advanceTimersByTime(50);
      call.requestEnded();
    }
    expect(created).toHaveBeenCalledTimes(1);
    created.mockRestore();
    call.dispose();
  });

  it('passes no time while its clock is stopped', () => {
    const call = new Call(TIMEOUT);
    jest.advanceTimersByTime(400);
    call.stopClock();
    jest.advanceTimersByTime(10 * TOTAL);
    expect(call.ended).toBeUndefined();
    call.startClock();
    expect(call.remaining).toBe(600);
    jest.advanceTimersByTime(599);
    expect(call.ended).toBeUndefined();
    jest.advanceTimersByTime(1);
    expect(call.ended).toBe('timeout');
  });

  it('starts no clock after its end', () => {
    const call = new Call(TIMEOUT);
    call.stopClock();
    call.end('aborted');
    call.startClock();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ends at once if the caller has aborted before', () => {
    const call = new Call(TIMEOUT, AbortSignal.abort());
    expect(call.ended).toBe('aborted');
  });

  it('shares one listener on the caller’s signal with others, and removes it at the end', () => {
    const { signal } = new AbortController();
    const calls = Array.from({ length: 20 }, () => new Call(TIMEOUT, signal));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    const last = calls.pop()!;
    for (const call of calls) call.dispose();
    last.dispose();
    last.dispose();
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    const again = new Call(TIMEOUT, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    again.dispose();
  });

  it('ends with the caller’s signal, like all that share it, and with no other', () => {
    const caller = new AbortController();
    const calls = [1, 2].map(() => new Call(TIMEOUT, caller.signal));
    const other = new Call(TIMEOUT, new AbortController().signal);
    caller.abort();
    expect(calls.map(({ ended }) => ended)).toEqual(['aborted', 'aborted']);
    expect(other.ended).toBeUndefined();
    other.dispose();
  });

  it('has one signal, which aborts with it, whenever it is asked for', () => {
    const call = new Call(TIMEOUT);
    const { signal } = call;
    expect(call.signal).toBe(signal);
    expect(signal.aborted).toBe(false);
    call.end('closed');
    expect(signal.reason).toMatchObject({ code: 'closed', outcome: 'not-sent' });
    const ended = new Call(TIMEOUT, AbortSignal.abort());
    expect(ended.signal.reason).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
  });
});

describe('a wait in a call', () => {
  it('ends as the work does, and leaves nothing behind', async () => {
    const call = new Call(TIMEOUT);
    expect(await call.wait(Promise.resolve(7))).toBe(7);
    expect(await codeOf(call.wait(Promise.reject(endedError('closed', 'unknown'))))).toBe(
      'closed, unknown',
    );
    expect(Reflect.get(call, 'listeners')).toEqual([]);
    call.dispose();
  });

  it('ends with the call, as not sent', async () => {
    const call = new Call(TIMEOUT);
    const waiting = codeOf(call.wait(new Promise(() => undefined)));
    call.end('aborted');
    expect(await waiting).toBe('aborted, not-sent');
    expect(Reflect.get(call, 'listeners')).toEqual([]);
    // A failure of the work after that is ignored.
    expect(await codeOf(call.wait(Promise.reject(new Error('late'))))).toBe('aborted, not-sent');
  });

  it.each([
    ['the call', (call: Call) => call.end('aborted'), 'aborted, not-sent'],
    ['its time', () => jest.advanceTimersByTime(TOTAL / 2), 'timeout, not-sent'],
  ])(
    'leaves no timer behind when %s ends, even if its work never does',
    async (_what, end, error) => {
      const call = new Call(TIMEOUT);
      call.reserve = TOTAL / 2;
      const waiting = codeOf(call.wait(new Promise(() => undefined)));
      end(call);
      expect(await waiting).toBe(error);
      expect(Reflect.get(call, 'listeners')).toEqual([]);
      call.dispose();
      expect(jest.getTimerCount()).toBe(0);
    },
  );

  it('can be a pause, until the call ends', async () => {
    const call = new Call(TIMEOUT);
    let isOver = false;
    const pausing = call.pause(300).then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(299);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await pausing;
    const cut = codeOf(call.pause(300));
    call.end('closed');
    expect(await cut).toBe('closed, not-sent');
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('the error of an end', () => {
  it.each([
    ['timeout', 'not-sent', 'A deadline passed before the request was started. Nothing was'],
    ['timeout', 'unknown', 'A deadline passed before the gateway answered. The message may'],
    ['aborted', 'not-sent', 'The caller aborted the request. Nothing was sent.'],
    [
      'closed',
      'unknown',
      'closed, or the app is shutting down. The message may have been sent. Look it up',
    ],
  ] as const)('%s, %s, says what happened and what is known', (reason, outcome, text) => {
    const error = endedError(reason, outcome);
    expect(error).toMatchObject({ code: reason, outcome });
    expect(error.message).toContain(text);
  });
});
