import type { SmsJob } from '../jobs/stored-job.js';
import { type QueueAccount, reachesAll } from '../queue-account.js';

/**
 * Finds the messages that this worker must leave alone: what staging added would go out to everybody from a worker of
 * production, and what production added would end as accepted at a worker of staging. Warns of the first one.
 */
export function findOtherReach(account: QueueAccount, logWarning: (text: string) => void) {
  let hasWarned = false;
  return ({ id, data: { r } }: SmsJob): boolean => {
    const own = reachesAll(account);
    // Earlier releases did not store it.
    if (r === undefined || r === own) return false;
    if (!hasWarned) {
      logWarning(
        `Message ${id} is left for another worker, as are others like it: the reach of the app that added it is ${named(r)}, and that of this worker is ${named(own)}. Set the same reach in both, or give staging a store of its own.`,
      );
    }
    hasWarned = true;
    return true;
  };
}

function named(isAll: boolean): string {
  return isAll ? "'all'" : "not 'all'";
}
