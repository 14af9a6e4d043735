import { inspect } from 'node:util';
import { isPromise } from '../common/promises.js';
import { logOf, quietly } from './safe-logger.js';

/**
 * Runs a handler of the app. What it throws, or rejects with, is logged: it must neither fail a send nor
 * end the process.
 *
 * @param what its name in the log
 * @returns if `work` returns a promise, whether it was fulfilled; otherwise undefined
 */
export function runSafely(
  account: string,
  what: string,
  work: () => unknown,
): Promise<boolean> | undefined {
  const failed = (error: unknown): false => {
    let stack: string | undefined;
    // What was thrown can be anything, for example an object that throws when it is shown.
    quietly(() => (stack = error instanceof Error ? error.stack : inspect(error)));
    logOf(account).error(`${what} failed. No message was affected.`, stack);
    return false;
  };
  try {
    const result = work();
    if (isPromise(result)) return Promise.resolve(result).then(() => true, failed);
  } catch (error) {
    failed(error);
  }
  return undefined;
}
