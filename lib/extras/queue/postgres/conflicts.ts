import { setTimeout as sleep } from 'node:timers/promises';
import { memberOf } from '../../../core/common/members.js';

/** How often a statement is tried. */
const ATTEMPTS = 10;
/** The longest pause before another try, in ms. */
const LONGEST_PAUSE = 10;

/** SQLSTATEs of a statement that was rolled back because of another one: a deadlock, or serializable transactions. */
const CONFLICT = /^40(?:001|P01)$/;

/** Repeats a statement that PostgreSQL rolled back because of another one. Not for one of several in a transaction. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!CONFLICT.test(String(memberOf(error, 'code'))) || attempt >= ATTEMPTS) throw error;
      // Two that conflict would otherwise do so again.
      await sleep(Math.random() * LONGEST_PAUSE);
    }
  }
}
