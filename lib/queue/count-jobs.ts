import type { JobType } from 'bullmq';
import { FINISHED } from './job-state.js';
import type { SmsQueueCounts } from './sms-queue.js';
import type { BullQueue } from './store.js';
import { PRIORITIES } from './stored-job.js';

/** How many messages a queue has in each state, and for how long the oldest one has been ready. */
export async function countJobs(queue: BullQueue): Promise<SmsQueueCounts> {
  const [counts, waiting] = await Promise.all([
    queue.getJobCounts('delayed', ...FINISHED, 'active'),
    // The counts by state leave out some that wait in PostgreSQL while the queue is paused.
    queue.getCountsPerPriority(Object.values(PRIORITIES).map((priority = 0) => priority)),
  ]);
  const count = (state: JobType): number => counts[state] ?? 0;
  const { high = 0, normal = 0 } = PRIORITIES;
  const oldest = await oldestWaiting(queue, waiting[high] ?? 0, waiting[normal] ?? 0);
  return {
    waiting: Object.values(waiting).reduce((sum, each) => sum + each, 0),
    ...(oldest !== undefined && { oldest: Math.max(0, Date.now() - oldest) }),
    delayed: count('delayed'),
    sending: count('active'),
    unknown: count('failed'),
    finished: count('completed'),
  };
}

/**
 * Since when the oldest message that waits has been ready to be sent, in ms since 1970. Undefined where
 * none waits.
 *
 * @param high how many of high priority wait
 * @param normal how many of normal priority wait: those of low priority come after them
 */
async function oldestWaiting(
  queue: BullQueue,
  high: number,
  normal: number,
): Promise<number | undefined> {
  const firsts = await Promise.all([
    // The newest is first, in both stores.
    ...(high > 0 ? [queue.getJobs(['waiting'], high - 1, high - 1)] : []),
    queue.getJobs(['prioritized'], 0, 0, true),
    queue.getJobs(['prioritized'], normal, normal, true),
  ]);
  // A job may have left meanwhile.
  const times = firsts
    .flat()
    .flatMap((job) => (job ? [job.timestamp + (job.opts.delay ?? 0)] : []));
  return times.length > 0 ? Math.min(...times) : undefined;
}
