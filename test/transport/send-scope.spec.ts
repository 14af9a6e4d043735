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

describe('the life of a send', () => {
  it('ends at its deadline, once, and tells whoever asked to be told', () => {
    const scope = new SendScope(TOTAL);
    const told: string[] = [];
    scope.onEnd((reason) => told.push(reason));
    jest.advanceTimersByTime(TOTAL - 1);
    expect([scope.ended, scope.remaining]).toEqual([undefined, 1]);
    jest.advanceTimersByTime(1);
    scope.end('closed');
    expect([scope.ended, told]).toEqual(['timeout', ['timeout']]);
  });

  it('tells nobody who has taken the wish back', () => {
    const scope = new SendScope(TOTAL);
    const told: string[] = [];
    const listeners = ['a', 'b', 'c'].map((name) => () => void told.push(name));
    for (const listener of listeners) scope.onEnd(listener);
    scope.offEnd(listeners[1]!);
    scope.offEnd(() => undefined);
    scope.end('aborted');
    expect(told).toEqual(['a', 'c']);
  });

  it('lets no time pass while its clock stands', () => {
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

  it('starts no clock once it has ended', () => {
    const scope = new SendScope(TOTAL);
    scope.stopClock();
    scope.end('aborted');
    scope.startClock();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is over at once where the caller has given up before', () => {
    const scope = new SendScope(TOTAL, AbortSignal.abort());
    expect(scope.ended).toBe('aborted');
  });

  it('hangs on the caller’s signal by one listener for all, and by none once they are over', () => {
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

  it('ends with the caller’s signal, all that share it, and not with that of another', () => {
    const caller = new AbortController();
    const scopes = [1, 2].map(() => new SendScope(TOTAL, caller.signal));
    const other = new SendScope(TOTAL, new AbortController().signal);
    caller.abort();
    expect(scopes.map(({ ended }) => ended)).toEqual(['aborted', 'aborted']);
    expect(other.ended).toBeUndefined();
    other.dispose();
  });

  it('has a signal that is one and the same, and aborts with it, before or after it is asked for', () => {
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

describe('a wait within it', () => {
  it('gives what the work gives, and leaves nothing behind', async () => {
    const scope = new SendScope(TOTAL);
    const forgotten = jest.spyOn(scope, 'offEnd');
    expect(await scope.wait(Promise.resolve(7))).toBe(7);
    expect(await codeOf(scope.wait(Promise.reject(endedError('closed', 'unknown'))))).toBe(
      'closed, unknown',
    );
    expect(forgotten).toHaveBeenCalledTimes(2);
    scope.dispose();
  });

  it('ends with it, as not sent', async () => {
    const scope = new SendScope(TOTAL);
    const waiting = codeOf(scope.wait(new Promise(() => undefined)));
    scope.end('aborted');
    expect(await waiting).toBe('aborted, not-sent');
    // Nobody hears what the work says now, and that it fails is nobody's business.
    expect(await codeOf(scope.wait(Promise.reject(new Error('late'))))).toBe('aborted, not-sent');
  });

  it('pauses for a while, or until it ends', async () => {
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

describe('what a caller reads of an end', () => {
  it.each([
    ['timeout', 'not-sent', 'A deadline passed before the gateway was sent anything. Nothing was'],
    ['timeout', 'unknown', 'A deadline passed before the gateway had answered. The message may'],
    ['aborted', 'not-sent', 'The caller aborted the send. Nothing was sent.'],
    ['closed', 'unknown', 'The app is shutting down. The message may have been sent. Look it up'],
  ] as const)('%s, %s: what happened and what is known', (reason, outcome, text) => {
    const error = endedError(reason, outcome);
    expect(error).toMatchObject({ code: reason, outcome });
    expect(error.message).toContain(text);
  });
});
