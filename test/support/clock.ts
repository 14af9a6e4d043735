import { jest } from '@jest/globals';
import { afterThisTest } from './clean-up.js';

/**
 * Puts `Date` under the test's control until its end. Timers still run in real time, because sockets
 * need them.
 */
export function setClock(iso: string): { pass(ms: number): void } {
  jest.useFakeTimers({
    now: Date.parse(iso),
    doNotFake: [
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
    ],
  });
  afterThisTest(() => jest.useRealTimers());
  return { pass: (ms) => void jest.setSystemTime(Date.now() + ms) };
}
