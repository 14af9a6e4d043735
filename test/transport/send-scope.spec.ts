import { getEventListeners } from 'node:events';
import { jest } from '@jest/globals';
import { endedError, SendScope } from '../../lib/transport/send-scope.js';

const TOTAL = 1000;

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

describe('the scope of a send', () => {
  it('asks for no negative delay after its time without the reserve, of which Node.js would warn', async () => {
    const scope = new SendScope(TOTAL);
    scope.reserve = 800;
    jest.advanceTimersByTime(500);
    const delays = jest.spyOn(globalThis, 'setTimeout');
    const waited = codeOf(scope.wait(new Promise(() => undefined)));
    jest.advanceTimersByTime(1);
    expect(await waited).toBe('timeout, not-sent');
    expect(delays.mock.calls.map(([, delay]) => delay)).toEqual([0]);
    delays.mockRestore();
    scope.dispose();
  });

  it('ends at its deadline, once, and calls its listeners', () => {
    const scope = new SendScope(TOTAL);
    const told: string[] = [];
    scope.onEnd((reason) => told.push(reason));
    jest.advanceTimersByTime(TOTAL - 1);
    expect([scope.ended, scope.remaining]).toEqual([undefined, 1]);
    jest.advanceTimersByTime(1);
    scope.end('closed');
    expect([scope.ended, told]).toEqual(['timeout', ['timeout']]);
  });

  it('calls no listener that was removed', () => {
    const scope = new SendScope(TOTAL);
    const told: string[] = [];
    const listeners = ['a', 'b', 'c'].map((name) => () => void told.push(name));
    for (const listener of listeners) scope.onEnd(listener);
    scope.offEnd(listeners[1]!);
    scope.offEnd(() => undefined);
    scope.end('aborted');
    expect(told).toEqual(['a', 'c']);
  });

  it('passes no time while its clock is stopped', () => {
    const scope = new SendScope(TOTAL);
    jest.advanceTimersByTime(400);
    scope.stopClock();
    jest.advanceTimersByTime(10 * TOTAL);
    expect(scope.ended).toBeUndefined();
    scope.startClock();
    expect(scope.remaining).toBe(600);
    jest.advanceTimersByTime(599);
    expect(scope.ended).toBeUndefined();
    jest.advanceTimersByTime(1);
    expect(scope.ended).toBe('timeout');
  });

  it('starts no clock after its end', () => {
    const scope = new SendScope(TOTAL);
    scope.stopClock();
    scope.end('aborted');
    scope.startClock();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ends at once if the caller has aborted before', () => {
    const scope = new SendScope(TOTAL, AbortSignal.abort());
    expect(scope.ended).toBe('aborted');
  });

  it('shares one listener on the caller’s signal with others, and removes it at the end', () => {
    const { signal } = new AbortController();
    const scopes = Array.from({ length: 20 }, () => new SendScope(TOTAL, signal));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    const last = scopes.pop()!;
    for (const scope of scopes) scope.dispose();
    last.dispose();
    last.dispose();
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    const again = new SendScope(TOTAL, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    again.dispose();
  });

  it('ends with the caller’s signal, like all that share it, and with no other', () => {
    const caller = new AbortController();
    const scopes = [1, 2].map(() => new SendScope(TOTAL, caller.signal));
    const other = new SendScope(TOTAL, new AbortController().signal);
    caller.abort();
    expect(scopes.map(({ ended }) => ended)).toEqual(['aborted', 'aborted']);
    expect(other.ended).toBeUndefined();
    other.dispose();
  });

  it('has one signal, which aborts with it, whenever it is asked for', () => {
    const scope = new SendScope(TOTAL);
    const { signal } = scope;
    expect(scope.signal).toBe(signal);
    expect(signal.aborted).toBe(false);
    scope.end('closed');
    expect(signal.reason).toMatchObject({ code: 'closed', outcome: 'not-sent' });
    const ended = new SendScope(TOTAL, AbortSignal.abort());
    expect(ended.signal.reason).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
  });
});

describe('a wait in a scope', () => {
  it('ends as the work does, and leaves nothing behind', async () => {
    const scope = new SendScope(TOTAL);
    const forgotten = jest.spyOn(scope, 'offEnd');
    expect(await scope.wait(Promise.resolve(7))).toBe(7);
    expect(await codeOf(scope.wait(Promise.reject(endedError('closed', 'unknown'))))).toBe(
      'closed, unknown',
    );
    expect(forgotten).toHaveBeenCalledTimes(2);
    scope.dispose();
  });

  it('ends with the scope, as not sent', async () => {
    const scope = new SendScope(TOTAL);
    const waiting = codeOf(scope.wait(new Promise(() => undefined)));
    scope.end('aborted');
    expect(await waiting).toBe('aborted, not-sent');
    // A failure of the work after that is ignored.
    expect(await codeOf(scope.wait(Promise.reject(new Error('late'))))).toBe('aborted, not-sent');
  });

  it('can be a pause, until the scope ends', async () => {
    const scope = new SendScope(TOTAL);
    let isOver = false;
    const pausing = scope.pause(300).then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(299);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await pausing;
    const cut = codeOf(scope.pause(300));
    scope.end('closed');
    expect(await cut).toBe('closed, not-sent');
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('the error of an end', () => {
  it.each([
    ['timeout', 'not-sent', 'A deadline passed before the request was started. Nothing was'],
    ['timeout', 'unknown', 'A deadline passed before the gateway answered. The message may'],
    ['aborted', 'not-sent', 'The caller aborted the send. Nothing was sent.'],
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
