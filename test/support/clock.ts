import { jest } from '@jest/globals';
import { afterThisTest } from './clean-up.js';

const ALL = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** The time of timers, which the test passes. */
export interface HeldTimers {
  pass(ms: number): Promise<void>;
}

/**
 * Lets the test pass the time of timers, until its end. Sockets go on by themselves.
 *
 * @param names which timers; others go on
 */
export function holdTimers(
  names: readonly string[] = ['performance', 'setTimeout', 'clearTimeout'],
): HeldTimers {
  const held = new Set(names);
  jest.useFakeTimers({ doNotFake: ALL.filter((name) => !held.has(name)) });
  afterThisTest(() => jest.useRealTimers());
  return { pass: (ms) => jest.advanceTimersByTimeAsync(ms) };
}

/** Lets the test set the calendar's clock, until its end. Timers go on by themselves. */
export function setClock(iso: string): { pass(ms: number): void } {
  jest.useFakeTimers({ now: Date.parse(iso), doNotFake: [...ALL] });
  afterThisTest(() => jest.useRealTimers());
  return { pass: (ms) => void jest.setSystemTime(Date.now() + ms) };
}

/** A clock that goes on while the process does not run. */
export type OwnClock = 'Date' | 'performance';

/**
 * Lets a test move the clocks while nothing runs, as if the process were frozen or its event loop blocked. Until
 * the test ends, the clocks stand still otherwise, and timers and sockets keep running.
 */
export function stopClocks(): { jump(ms: number, ...clocks: readonly OwnClock[]): void } {
  const now = { Date: Date.now(), performance: Math.ceil(performance.now()) };
  const spies = [
    jest.spyOn(Date, 'now').mockImplementation(() => now.Date),
    jest.spyOn(performance, 'now').mockImplementation(() => now.performance),
  ];
  afterThisTest(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return {
    jump(ms, ...clocks) {
      for (const clock of clocks) now[clock] += ms;
    },
  };
}
