import { setTimeout as sleep } from 'node:timers/promises';
import { hasState } from './sql-state.js';

/** How often a statement is tried. */
const ATTEMPTS = 10;
/** The longest pause before another try, in ms. */
const LONGEST_PAUSE = 10;

/**
 * SQLSTATEs of a statement that was rolled back because of another one: a deadlock, or a conflict of serializable
 * transactions.
 */
export const CONFLICT = /^40(?:001|P01)$/;

/**
 * Repeats a statement that PostgreSQL rolled back because of another one. Do not use it for one statement of a
 * larger transaction.
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!hasState(error, CONFLICT) || attempt >= ATTEMPTS) throw error;
      // A random pause, so that the same two statements do not conflict again.
      await sleep(Math.random() * LONGEST_PAUSE);
    }
  }
}
