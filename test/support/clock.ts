import { jest } from '@jest/globals';
import { afterThisTest } from './clean-up.js';

/**
 * Takes the calendar's clock into the test's hand until its end. Timers go on by themselves, so
 * that sockets live.
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
