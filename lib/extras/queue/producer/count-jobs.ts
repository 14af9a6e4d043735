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
 * Checks the limits of `counts`.
 *
 * @throws SmsMessageError if they are not valid
 */
export function checkCountLimits(most: unknown): asserts most is SmsQueueCountLimits {
  if (typeof most !== 'object' || most === null || Array.isArray(most)) {
    throw problem('most', 'must be an object such as { waiting: 500 }, or omitted');
  }
  for (const [state, limit] of Object.entries(most)) {
    if (!COUNTED.some((each) => each === state)) {
      throw problem(`most.${state}`, `is not known; use ${COUNTED.join(', ')}`);
    }
    const isLimit = Number.isInteger(limit) ? Number(limit) >= 0 : limit === Infinity;
    if (limit !== undefined && !isLimit) {
      throw problem(`most.${state}`, 'must be 0, a positive whole number, or Infinity');
    }
  }
}

/** Counts the states that have a limit. */
export async function countJobs(
  { store, queue }: OpenQueue,
  most: SmsQueueCountLimits,
): Promise<Partial<SmsQueueCounts>> {
  const found = await store.count(queue, most);
  const asked = COUNTED.filter((state) => most[state] !== undefined);
  return {
    ...Object.fromEntries(asked.map((state) => [state, found[state]])),
    ...(found.since !== null && { oldest: Math.max(0, Date.now() - found.since) }),
    ...(found.capped && { capped: true }),
  };
}
