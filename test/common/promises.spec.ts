import { jest } from '@jest/globals';
import { within } from '../../lib/core/common/promises.js';

describe('a wait with a time limit', () => {
  beforeEach(() => jest.useFakeTimers());

  afterEach(() => jest.useRealTimers());

  it.each([2 ** 31 - 1, 2 ** 31, Infinity])(
    'of %d ms sets no timer that is longer than Node.js allows',
    async (ms) => {
      const timers = jest.spyOn(globalThis, 'setTimeout');
      expect(await within(ms, Promise.resolve('done'))).toBe('done');
      expect(timers.mock.calls.map(([, delay]) => delay)).toEqual([2 ** 31 - 1]);
      expect(jest.getTimerCount()).toBe(0);
      timers.mockRestore();
    },
  );
});
