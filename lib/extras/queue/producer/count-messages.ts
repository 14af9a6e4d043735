import { problem } from '../problem.js';
import type { SmsQueueCountLimits, SmsQueueCounts } from '../sms-queue.js';
import { COUNTED, type MessageStore } from '../store/message-store.js';

/** The most messages that are counted in one state. PostgreSQL could not count a million in the time of a call. */
const MOST = 100_000;

/** Counts all states. */
export async function countAll(store: MessageStore): Promise<SmsQueueCounts> {
  const all = { waiting: MOST, delayed: MOST, sending: MOST, unknown: MOST, finished: MOST };
  const none = { waiting: 0, delayed: 0, sending: 0, unknown: 0, finished: 0 };
  return { ...none, ...(await countMessages(store, all)) };
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
export async function countMessages(
  store: MessageStore,
  most: SmsQueueCountLimits,
): Promise<Partial<SmsQueueCounts>> {
  const { oldest, capped, ...counts } = await store.count(most);
  const limited = COUNTED.filter((state) => most[state] !== undefined);
  return {
    ...Object.fromEntries(limited.map((state) => [state, counts[state]])),
    ...(oldest !== undefined && { oldest: Math.max(0, oldest) }),
    ...(capped && { capped: true }),
  };
}
