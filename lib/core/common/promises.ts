import { hasMethods } from './members.js';
import { LONGEST_TIMER } from './timers.js';

/**
 * Whether a value is a promise. Recognised by its method, because a stream's promises are of another
 * realm if the caller's code runs in a VM context, as in Jest.
 */
export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return hasMethods(value, 'then');
}

/**
 * Waits for something, but for at most `ms`: then resolves with undefined.
 *
 * @param isPassive whether the process may end during the wait, if nothing else keeps it running
 */
export async function within<T>(
  ms: number,
  work: PromiseLike<T> | undefined,
  isPassive = false,
): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, LONGEST_TIMER), undefined);
    if (isPassive) timer.unref();
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
