import { isPromise } from '../common/promises.js';
import { shownStack } from './log-fault.js';
import { logOf } from './safe-logger.js';

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
    logOf(account).error(`${what} failed. No message was affected.`, shownStack(error));
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
