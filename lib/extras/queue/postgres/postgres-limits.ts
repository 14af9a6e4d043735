import { memberOf } from '../../../core/common/members.js';
import { LONGEST_OBEYED } from '../../../core/protocol/retry-after.js';
import { NEVER_REACHED } from '../jobs/hold.js';
import type { StoreBackend } from '../jobs/store.js';
import type { Queryable } from './postgres-pool.js';

/** How far a worker's clock may be off, in ms: locks and limits depend on the workers' clocks. */
export const LARGEST_OFFSET = 10_000;

// Both are in the same row. A hold has more points than a window ever counts.
const END = `DELETE FROM rate_limit
  WHERE queue = $1 AND expire_at_ms > extract(epoch FROM clock_timestamp()) * 1000
    + CASE WHEN points >= ${NEVER_REACHED} THEN ${LONGEST_OBEYED} ELSE $2::bigint + ${LARGEST_OFFSET} END`;

/**
 * Makes a backend remove rate windows and holds that end too far in the future by PostgreSQL's clock. BullMQ
 * sets them by the workers' clocks, so a clock that was ahead for a moment would stop all workers until then.
 */
export function endingFarLimits(pool: Queryable, backend: StoreBackend): StoreBackend {
  return (...args) => {
    const [queueName, options] = args;
    const made = backend(...args);
    // Only workers with a rate limit know how long its windows are.
    const windowMs = memberOf(memberOf(options, 'limiter'), 'duration') ?? null;
    const end = async (): Promise<boolean> => {
      const { rowCount } = await pool.query(END, [queueName, windowMs]);
      return rowCount === 1;
    };
    const left = made.getRateLimitTtl.bind(made);
    made.getRateLimitTtl = async (most) => {
      const ms = await left(most);
      return ms > 0 && (await end()) ? left(most) : ms;
    };
    const claim = made.moveToActive.bind(made);
    made.moveToActive = async (...claimed) => {
      const next: unknown[] = await claim(...claimed);
      // The third item is how long the worker has to wait for the limit.
      return Number(next[2]) > 0 && (await end()) ? claim(...claimed) : next;
    };
    return made;
  };
}
