import { setTimeout as sleep } from 'node:timers/promises';

/** How often a change is tried while other processes keep changing the same records. */
const TRIES = 250;
/** The longest wait between two tries, in ms. */
const LONGEST_WAIT = 10;

/**
 * Tries a change until no other process was faster. It waits a little between tries, at random: processes that change
 * the same record would otherwise keep getting in each other's way.
 *
 * @param attempt reads and swaps once. It resolves with undefined if another process changed a record in between
 * @param signal ends the tries
 */
export async function changeRecord<Result>(
  attempt: () => Promise<Result | undefined>,
  signal?: AbortSignal,
): Promise<Result> {
  for (let triesLeft = TRIES; triesLeft > 0; triesLeft -= 1) {
    const result = await attempt();
    if (result !== undefined) return result;
    await sleep(Math.random() * LONGEST_WAIT, undefined, { signal });
  }
  throw new Error(`Other processes changed the record ${TRIES} times`);
}
