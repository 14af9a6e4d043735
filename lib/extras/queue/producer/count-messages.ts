import { problem } from '../problem.js';
import type { SmsQueueCountLimits, SmsQueueCounts } from '../sms-queue.js';
import type { QueueConnection } from '../queue-connection.js';
import { COUNTED } from '../store/message-store.js';

/** The most messages that are counted in one state. PostgreSQL could not count a million in the time of a call. */
const MOST = 100_000;

const ALL: SmsQueueCountLimits = Object.fromEntries(COUNTED.map((state) => [state, MOST]));

function checkLimits(most: unknown): void {
  if (typeof most !== 'object' || most === null || Array.isArray(most)) {
    throw problem('most', 'must be an object such as { waiting: 500 }, or omitted');
  }
  for (const [state, limit] of Object.entries(most)) {
    if (!COUNTED.some((countedState) => countedState === state)) {
      throw problem(`most.${state}`, `is not known; use ${COUNTED.join(', ')}`);
    }
    const isLimit = Number.isInteger(limit) ? Number(limit) >= 0 : limit === Infinity;
    if (limit !== undefined && !isLimit) {
      throw problem(`most.${state}`, 'must be 0, a positive whole number, or Infinity');
    }
  }
}

/**
 * Counts the states that have a limit.
 *
 * @throws SmsMessageError if a limit is not valid
 */
export async function countMessages(
  connection: QueueConnection,
  most: SmsQueueCountLimits = ALL,
): Promise<Partial<SmsQueueCounts>> {
  checkLimits(most);
  const { oldest, capped, ...counts } = await connection.run((store) => store.count(most));
  const limited = COUNTED.filter((state) => most[state] !== undefined);
  return {
    ...Object.fromEntries(limited.map((state) => [state, counts[state]])),
    ...(oldest !== undefined && { oldest: Math.max(0, oldest) }),
    ...(capped && { capped: true }),
  };
}
