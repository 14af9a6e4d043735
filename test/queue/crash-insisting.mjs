import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats something that the store's outages make fail. */
export async function insisting(work) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error.code !== 'queue-failed') throw error;
      await sleep(200);
    }
  }
}
