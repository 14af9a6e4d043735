import type { Redis } from 'ioredis';
import type { StoredOutcome } from '../store/outcomes.js';
import { changeJob, type JobChange } from './change-job.js';
import { lasting } from './lasting-backend.js';
import {
  type BullQueue,
  type DataChange,
  failureOf,
  isOurs,
  readData,
  type SmsJob,
} from './sms-job.js';

/** A result learned late, by a worker that may have lost the message to another worker. */
export type LateResult = ReturnType<typeof createLateResult>;

/** @param signal ends the repetition of what the store does not take */
export function createLateResult(
  redis: Redis,
  queue: Pick<BullQueue, 'getJob' | 'toKey'>,
  signal: AbortSignal,
) {
  const changeClaimed = (
    claimed: SmsJob,
    decide: (job: SmsJob, isFailed: boolean) => JobChange | undefined,
  ): Promise<void> =>
    lasting(async () => {
      const job = await queue.getJob(claimed.id ?? '');
      if (!job || !isOurs(job.data)) return;
      const owner = ownerOf(job, claimed);
      // It ends this start as unknown within moments, unless it is lost as well.
      if (owner === 'another worker') throw new Error('Another worker has the message');
      const change = owner === 'nobody' ? undefined : decide(job, owner === 'failed');
      if (change && !(await changeJob(redis, queue, job, change))) {
        throw new Error('The message was changed by others');
      }
    }, signal);
  return {
    /** Allows one more start of a message that was not sent, and changes it. */
    putBack: (claimed: SmsJob, change: DataChange): Promise<void> =>
      changeClaimed(claimed, ({ attemptsStarted, data }, isFailed) => {
        // It was erased: there is nothing left to send.
        if (isFailed && readData(data).sealed === undefined) return undefined;
        // Earlier starts that were lost are not taken back.
        const lostStarts = claimed.attemptsStarted - readData(claimed.data).allowedStarts;
        const allowedStarts = attemptsStarted + 1 - lostStarts;
        return { message: { ...change, allowedStarts }, to: isFailed ? 'waiting' : undefined };
      }),
    /** Stores what happened to a message, unless someone settled it or sent it again. */
    settle: (claimed: SmsJob, outcome: StoredOutcome): Promise<void> =>
      // Otherwise its next start completes it, without a send.
      changeClaimed(claimed, (_job, isFailed) =>
        isFailed ? { to: outcome } : { message: { settled: outcome } },
      ),
  };
}

/**
 * Where a claimed job is now: with `nobody` if its worker has nothing more to say about it, because it was
 * completed, settled or sent again.
 */
function ownerOf(job: SmsJob, claimed: SmsJob) {
  const { attemptsStarted, finishedOn } = job;
  const { allowedStarts, settled } = readData(job.data);
  if (settled || allowedStarts !== readData(claimed.data).allowedStarts) return 'nobody';
  if (!finishedOn) {
    return attemptsStarted === claimed.attemptsStarted ? 'this worker' : 'another worker';
  }
  return failureOf(job)?.code === 'worker-lost' ? 'failed' : 'nobody';
}
