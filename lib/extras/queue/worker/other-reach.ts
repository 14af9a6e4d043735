import { type QueueAccount, reachesAll } from '../queue-account.js';
import type { Claim } from '../store/message-store.js';

/** Whether another worker has to send a message. */
export type OtherReach = (claim: Pick<Claim, 'id' | 'reachesAll'>) => boolean;

/**
 * Finds the messages that this worker must leave alone. A production worker would send to everybody what staging added,
 * and a staging worker would end as accepted what production added. Warns about the first one.
 */
export function findOtherReach(
  account: QueueAccount,
  logWarning: (text: string) => void,
): OtherReach {
  let hasWarned = false;
  return ({ id, reachesAll: ofAdder }) => {
    const own = reachesAll(account);
    // Earlier releases did not store it.
    if (ofAdder === undefined || ofAdder === own) return false;
    if (!hasWarned) {
      logWarning(
        `Message ${id} is left for another worker, as are others like it: the reach of the app that added it is ${named(ofAdder)}, and that of this worker is ${named(own)}. Set the same reach in both, or give staging a store of its own.`,
      );
    }
    hasWarned = true;
    return true;
  };
}

function named(isAll: boolean): string {
  return isAll ? "'all'" : "not 'all'";
}
