import { lasting } from './lasting-backend.js';
import { failureOf } from './outcomes.js';
import type { BullQueue, QueueStore } from './store.js';
import {
  type Claim,
  isOurs,
  type JobChange,
  type JobData,
  type SmsJob,
  type StoredOutcome,
} from './stored-job.js';

/** A queue and the store that keeps it. */
export interface StoredQueue {
  readonly queue: BullQueue;
  readonly store: Pick<QueueStore, 'change'>;
}

/** How often a job that others keep changing is read again. */
const READS = 20;

/**
 * Changes a message in one step, from the state in which it was read. It is read again if someone
 * else changed it meanwhile. A job that is no message is left alone.
 *
 * @param decide returns the change, or none. What it throws is passed on
 * @returns whether the job was changed
 */
export async function changeJob(
  { queue, store }: StoredQueue,
  id: string,
  decide: (job: SmsJob) => JobChange | undefined | Promise<JobChange | undefined>,
): Promise<boolean> {
  for (let left = READS; left > 0; left -= 1) {
    const job = await queue.getJob(id);
    const change = job && isOurs(job.data) && (await decide(job));
    if (!change) return false;
    if (await store.change(queue, job, change)) return true;
  }
  throw new Error(`The job ${id} was changed by others ${READS} times`);
}

/** A result learned late, by a worker that may have lost the message to another worker. */
export type LateResult = ReturnType<typeof createLateResult>;

/** @param signal ends the repetition of what the store does not take */
export function createLateResult(opened: () => Promise<StoredQueue>, signal: AbortSignal) {
  const change = async (
    claim: Claim,
    decide: (job: SmsJob, isFailed: boolean) => JobChange | undefined,
  ): Promise<void> => {
    const stored = await opened();
    await lasting(
      () =>
        changeJob(stored, claim.id, (job) => {
          const whose = ownerOf(job, claim);
          // It ends this start as unknown within moments, unless it is lost as well.
          if (whose === 'another worker') throw new Error('Another worker has the message');
          return whose === 'nobody' ? undefined : decide(job, whose === 'failed');
        }),
      signal,
    );
  };
  return {
    /** Allows one more start of a message that was not sent, and keeps more of it. */
    putBack: (claim: Claim, more: Partial<JobData>): Promise<void> =>
      change(claim, ({ attemptsStarted, data }, isFailed) => {
        // It was erased: there is nothing left to send.
        if (isFailed && data.m === undefined) return undefined;
        // Earlier starts that were lost are not taken back.
        const n = attemptsStarted + 1 - (claim.start - claim.allowed);
        return { data: { ...data, ...more, n }, to: isFailed ? 'waiting' : undefined };
      }),
    /** Stores what happened to a message, unless someone settled it or sent it again. */
    settle: (claim: Claim, outcome: StoredOutcome): Promise<void> =>
      change(claim, ({ data }, isFailed) =>
        isFailed
          ? { data, to: outcome }
          : // Its next start completes it, without a send.
            { data: { ...data, settled: outcome } },
      ),
  };
}

/**
 * Where the job of a claim is now: with `nobody` if its worker has nothing more to say about it, because
 * it was completed, settled or sent again.
 */
function ownerOf(job: SmsJob, { start, allowed }: Claim) {
  const { attemptsStarted, data, finishedOn } = job;
  if ((data.n ?? 1) !== allowed || data.settled) return 'nobody';
  if (!finishedOn) return attemptsStarted === start ? 'this worker' : 'another worker';
  return failureOf(job)?.code === 'worker-lost' ? 'failed' : 'nobody';
}
