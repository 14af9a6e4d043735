import type { StoredOutcome } from '../store/outcomes.js';
import type { JobChange } from './change-job.js';
import { lasting } from './lasting-backend.js';
import {
  type BullQueue,
  failureOf,
  isOurs,
  type JobData,
  type JobStart,
  type SmsJob,
} from './sms-job.js';

/** How often a job that others keep changing is read again. */
const READS = 20;

/** A result learned late, by a worker that may have lost the message to another worker. */
export type LateResult = ReturnType<typeof createLateResult>;

/**
 * @param changeJob changes a job in one step, unless it has changed since it was read
 * @param signal ends the repetition of what the store does not take
 */
export function createLateResult(
  queue: Pick<BullQueue, 'getJob'>,
  changeJob: (job: SmsJob, change: JobChange) => Promise<boolean>,
  signal: AbortSignal,
) {
  const changeOnce = async (
    claimed: JobStart,
    decide: (job: SmsJob, isFailed: boolean) => JobChange | undefined,
  ): Promise<void> => {
    for (let left = READS; left > 0; left -= 1) {
      const job = await queue.getJob(claimed.id);
      if (!job || !isOurs(job.data)) return;
      const owner = ownerOf(job, claimed);
      // It ends this start as unknown within moments, unless it is lost as well.
      if (owner === 'another worker') throw new Error('Another worker has the message');
      const change = owner === 'nobody' ? undefined : decide(job, owner === 'failed');
      if (!change || (await changeJob(job, change))) return;
    }
    throw new Error(`The job ${claimed.id} was changed by others ${READS} times`);
  };
  return {
    /** Allows one more start of a message that was not sent, and keeps more of it. */
    putBack: (claimed: JobStart, more: Partial<JobData>): Promise<void> =>
      lasting(
        () =>
          changeOnce(claimed, ({ attemptsStarted, data }, isFailed) => {
            // It was erased: there is nothing left to send.
            if (isFailed && data.m === undefined) return undefined;
            // Earlier starts that were lost are not taken back.
            const n = attemptsStarted + 1 - (claimed.start - claimed.allowed);
            return { data: { ...data, ...more, n }, to: isFailed ? 'waiting' : undefined };
          }),
        signal,
      ),
    /** Stores what happened to a message, unless someone settled it or sent it again. */
    settle: (claimed: JobStart, outcome: StoredOutcome): Promise<void> =>
      lasting(
        () =>
          changeOnce(claimed, ({ data }, isFailed) =>
            isFailed
              ? { data, to: outcome }
              : // Its next start completes it, without a send.
                { data: { ...data, settled: outcome } },
          ),
        signal,
      ),
  };
}

/**
 * Where a claimed job is now: with `nobody` if its worker has nothing more to say about it, because it was
 * completed, settled or sent again.
 */
function ownerOf(job: SmsJob, { start, allowed }: JobStart) {
  const { attemptsStarted, data, finishedOn } = job;
  if ((data.n ?? 1) !== allowed || data.settled) return 'nobody';
  if (!finishedOn) return attemptsStarted === start ? 'this worker' : 'another worker';
  return failureOf(job)?.code === 'worker-lost' ? 'failed' : 'nobody';
}
