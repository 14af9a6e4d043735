import { problem } from '../problem.js';
import type { OpenQueue } from '../queue-connection.js';
import type { SmsQueueCountLimits, SmsQueueCounts } from '../sms-queue.js';
import { COUNTED } from '../jobs/store.js';

/** The most messages that are counted in one state. PostgreSQL could not count a million in the time of a call. */
const MOST = 100_000;

/** Counts all states. */
export async function countAll(open: OpenQueue): Promise<SmsQueueCounts> {
  const all = { waiting: MOST, delayed: MOST, sending: MOST, unknown: MOST, finished: MOST };
  const none = { waiting: 0, delayed: 0, sending: 0, unknown: 0, finished: 0 };
  return { ...none, ...(await countJobs(open, all)) };
}

/**
 * Counts the states that have a limit.
 *
 * @throws SmsMessageError where a limit is not valid
 */
export async function countJobs(
  { store, queue }: OpenQueue,
  most: SmsQueueCountLimits,
): Promise<Partial<SmsQueueCounts>> {
  for (const [state, limit] of Object.entries(most)) {
    if (!COUNTED.some((each) => each === state)) {
      throw problem(`most.${state}`, `is not known; use ${COUNTED.join(', ')}`);
    }
    if (limit !== undefined && !(Number(limit) >= 0)) {
      throw problem(`most.${state}`, 'must be a number from 0');
    }
  }
  const found = await store.count(queue, most);
  const asked = COUNTED.filter((state) => most[state] !== undefined);
  return {
    ...Object.fromEntries(asked.map((state) => [state, found[state]])),
    ...(found.since !== null && { oldest: Math.max(0, Date.now() - found.since) }),
    ...(found.capped && { capped: true }),
  };
}
