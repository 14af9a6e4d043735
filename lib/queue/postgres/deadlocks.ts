import { memberOf } from '../../common/members.js';

const ATTEMPTS = 5;

/** Repeats a statement that PostgreSQL rolled back because it and another one held each other's rows. */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (memberOf(error, 'code') !== '40P01' || attempt >= ATTEMPTS) throw error;
    }
  }
}
