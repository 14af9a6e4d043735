import { getEventListeners } from 'node:events';
import { jest } from '@jest/globals';
import { Deadline, endedError } from '../../lib/core/deadline/deadline.js';

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

describe('a deadline', () => {
  it('asks for no negative delay after the time that it does not keep, of which Node.js would warn', async () => {
    const deadline = new Deadline(TIMEOUT);
    jest.advanceTimersByTime(500);
    const delays = jest.spyOn(globalThis, 'setTimeout');
    const waited = codeOf(deadline.wait(new Promise(() => undefined), 800));
    jest.advanceTimersByTime(1);
    expect(await waited).toBe('timeout, not-sent');
    expect(delays.mock.calls.map(([, delay]) => delay)).toEqual([0]);
    delays.mockRestore();
    deadline.dispose();
  });

  it('sets no timer that is longer than Node.js allows without a warning', () => {
    const longest = 2 ** 31 - 1;
    // Added to this time and subtracted again, the longest one is longer.
    jest.advanceTimersByTime(1.3);
    const delays = jest.spyOn(globalThis, 'setTimeout');
    const deadline = new Deadline({ total: longest, attempt: longest });
    deadline.stopClock();
    deadline.startClock();
    deadline.requestStarted();
    jest.advanceTimersByTime(longest - 1);
    expect(deadline.ended).toBeUndefined();
    jest.advanceTimersByTime(2);
    expect(deadline.ended).toBe('timeout');
    for (const [, delay] of delays.mock.calls) expect(delay).toBeLessThanOrEqual(longest);
    delays.mockRestore();
  });

  it.each<[string, (deadline: Deadline) => void, string | undefined]>([
    ['one more turn of the event loop', () => jest.advanceTimersToNextTimer(), 'timeout'],
    ['a request is about to begin', (deadline) => void deadline.checkPermit(), 'timeout'],
    ['nothing more, if its send is over by then', (deadline) => deadline.dispose(), undefined],
  ])('whose timer is late ends after %s', (_what, go, ended) => {
    const deadline = new Deadline(TIMEOUT);
    const late = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + TOTAL + 501);
    jest.advanceTimersToNextTimer();
    expect([deadline.ended, deadline.remaining]).toEqual([undefined, 0]);
    go(deadline);
    expect([deadline.ended, jest.getTimerCount()]).toEqual([ended, 0]);
    late.mockRestore();
  });

  it('ends at its deadline, once, and calls its listeners', () => {
    const deadline = new Deadline(TIMEOUT);
    const told: string[] = [];
    deadline.onEnd((reason) => told.push(reason), 0);
    jest.advanceTimersByTime(TOTAL - 1);
    expect([deadline.ended, deadline.remaining]).toEqual([undefined, 1]);
    jest.advanceTimersByTime(1);
    deadline.end('closed');
    expect([deadline.ended, told]).toEqual(['timeout', ['timeout']]);
  });

  it('calls no listener that was removed', () => {
    const deadline = new Deadline(TIMEOUT);
    const told: string[] = [];
    const [, stop] = ['a', 'b', 'c'].map((name) => deadline.onEnd(() => void told.push(name), 0));
    stop!();
    stop!();
    deadline.end('aborted');
    expect(told).toEqual(['a', 'c']);
  });

  it('ends its request, but not itself, when the time of the attempt has passed', () => {
    const deadline = new Deadline({ total: TOTAL, attempt: 300 });
    const failed: string[] = [];
    deadline.begin({ mayHaveBegun: false, fail: ({ kind }) => void failed.push(kind) });
    jest.advanceTimersByTime(400);
    expect(failed).toEqual([]);
    deadline.requestStarted();
    jest.advanceTimersByTime(299);
    expect(failed).toEqual([]);
    jest.advanceTimersByTime(1);
    expect([failed, deadline.ended]).toEqual([['timeout'], undefined]);
    deadline.requestStarted();
    deadline.requestEnded();
    jest.advanceTimersByTime(299);
    expect([failed, deadline.ended]).toEqual([['timeout'], undefined]);
    jest.advanceTimersByTime(1);
    expect([failed, deadline.ended]).toEqual([['timeout', 'timeout'], 'timeout']);
  });

  it('creates one timer, whatever its attempts', () => {
    const created = jest.spyOn(globalThis, 'setTimeout');
    const deadline = new Deadline({ total: TOTAL, attempt: 300 });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      deadline.requestStarted();
      jest.advanceTimersByTime(50);
      deadline.requestEnded();
    }
    expect(created).toHaveBeenCalledTimes(1);
    created.mockRestore();
    deadline.dispose();
  });

  it('passes no time while its clock is stopped', () => {
    const deadline = new Deadline(TIMEOUT);
    jest.advanceTimersByTime(400);
    deadline.stopClock();
    jest.advanceTimersByTime(10 * TOTAL);
    expect(deadline.ended).toBeUndefined();
    deadline.startClock();
    expect(deadline.remaining).toBe(600);
    jest.advanceTimersByTime(599);
    expect(deadline.ended).toBeUndefined();
    jest.advanceTimersByTime(1);
    expect(deadline.ended).toBe('timeout');
  });

  it('starts no clock after its end', () => {
    const deadline = new Deadline(TIMEOUT);
    deadline.stopClock();
    deadline.end('aborted');
    deadline.startClock();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ends at once if the caller has aborted before, with no time left', () => {
    const deadline = new Deadline(TIMEOUT, AbortSignal.abort());
    expect([deadline.ended, deadline.remaining]).toEqual(['aborted', 0]);
  });

  it('shares one listener on the caller’s signal with others, and removes it at the end', () => {
    const { signal } = new AbortController();
    const deadlines = Array.from({ length: 20 }, () => new Deadline(TIMEOUT, signal));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    const last = deadlines.pop()!;
    for (const deadline of deadlines) deadline.dispose();
    last.dispose();
    last.dispose();
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    const again = new Deadline(TIMEOUT, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    again.dispose();
  });

  it('ends with the caller’s signal, like all that share it, and with no other', () => {
    const caller = new AbortController();
    const deadlines = [1, 2].map(() => new Deadline(TIMEOUT, caller.signal));
    const other = new Deadline(TIMEOUT, new AbortController().signal);
    caller.abort();
    expect(deadlines.map(({ ended }) => ended)).toEqual(['aborted', 'aborted']);
    expect(other.ended).toBeUndefined();
    other.dispose();
  });

  it('has one signal, which aborts with it, whenever it is asked for', () => {
    const deadline = new Deadline(TIMEOUT);
    const { signal } = deadline;
    expect(deadline.signal).toBe(signal);
    expect(signal.aborted).toBe(false);
    deadline.end('closed');
    expect(signal.reason).toMatchObject({ code: 'closed', outcome: 'not-sent' });
    const ended = new Deadline(TIMEOUT, AbortSignal.abort());
    expect(ended.signal.reason).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
  });
});

describe('a wait within a deadline', () => {
  it('ends as the work does, and leaves nothing behind', async () => {
    const deadline = new Deadline(TIMEOUT);
    expect(await deadline.wait(Promise.resolve(7))).toBe(7);
    expect(await codeOf(deadline.wait(Promise.reject(endedError('closed', 'unknown'))))).toBe(
      'closed, unknown',
    );
    expect(Reflect.get(deadline, 'listeners')).toEqual([]);
    deadline.dispose();
  });

  it('ends with the deadline, as not sent', async () => {
    const deadline = new Deadline(TIMEOUT);
    const waiting = codeOf(deadline.wait(new Promise(() => undefined)));
    deadline.end('aborted');
    expect(await waiting).toBe('aborted, not-sent');
    expect(Reflect.get(deadline, 'listeners')).toEqual([]);
    // A failure of the work after that is ignored.
    expect(await codeOf(deadline.wait(Promise.reject(new Error('late'))))).toBe(
      'aborted, not-sent',
    );
  });

  it.each([
    ['it', (deadline: Deadline) => deadline.end('aborted'), 'aborted, not-sent'],
    ['its time', () => jest.advanceTimersByTime(TOTAL / 2), 'timeout, not-sent'],
  ])(
    'leaves no timer behind when %s ends, even if its work never does',
    async (_what, end, error) => {
      const deadline = new Deadline(TIMEOUT);
      const waiting = codeOf(deadline.wait(new Promise(() => undefined), TOTAL / 2));
      end(deadline);
      expect(await waiting).toBe(error);
      expect(Reflect.get(deadline, 'listeners')).toEqual([]);
      deadline.dispose();
      expect(jest.getTimerCount()).toBe(0);
    },
  );

  it('can be a pause, until the deadline ends', async () => {
    const deadline = new Deadline(TIMEOUT);
    let isOver = false;
    const pausing = deadline.pause(300).then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(299);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await pausing;
    const cut = codeOf(deadline.pause(300));
    deadline.end('closed');
    expect(await cut).toBe('closed, not-sent');
    expect(jest.getTimerCount()).toBe(0);
  });
});

const messageOf = (wait: Promise<unknown>) => wait.catch(({ message }: Error) => message);

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

  it('names the option and its value, unless the deadline is no option', async () => {
    const never = new Promise(() => undefined);
    const deadline = new Deadline({ ...TIMEOUT, connect: 10 });
    const early = messageOf(deadline.wait(never, 400));
    const late = messageOf(deadline.wait(never));
    const other = new Deadline(TIMEOUT);
    const unnamed = messageOf(other.wait(never));
    jest.advanceTimersByTime(TOTAL);
    expect(await early).toMatch(
      /^This account's share of timeout\.total \(1000 ms\) passed before/,
    );
    expect(await late).toMatch(/^timeout\.total \(1000 ms\) passed before the request was started/);
    expect(await unnamed).toMatch(/^A deadline passed before the request was started/);
    expect(deadline.error('timeout', 'unknown', 'attempt').message).toMatch(
      /^timeout\.attempt \(1000 ms\) passed before the gateway answered/,
    );
    expect(deadline.error('aborted').message).not.toContain('timeout');
  });
});
