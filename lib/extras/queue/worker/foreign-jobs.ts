import { lasting } from '../jobs/lasting-backend.js';
import type { SmsJob } from '../jobs/stored-job.js';
import type { BullMq } from '../load-bullmq.js';

/** How long they stay out of the way, in ms. */
const PAUSE = 300_000;

export interface ForeignJobParts {
  readonly bull: Pick<BullMq, 'DelayedError'>;
  readonly logWarning: (text: string) => void;
  /** Takes a start without an attempt back from what the queue's `rateLimit` counted. */
  readonly uncountStart: (job: SmsJob, lock: string | undefined) => Promise<unknown>;
  /** Ends the repetition of what the store does not take. */
  readonly giveUp: AbortSignal;
}

/** Puts back jobs that somebody wrote by hand, and warns of the first one. Their data stays as it is. */
export function leaveForeignJobs({ bull, uncountStart, giveUp, logWarning }: ForeignJobParts) {
  let hasWarned = false;
  return async (job: SmsJob, lock: string | undefined): Promise<never> => {
    if (!hasWarned) {
      logWarning(
        `Job ${job.id} of the queue is not a message, so it is left alone, as are others like it. Find out who wrote them, and remove them.`,
      );
    }
    hasWarned = true;
    await uncountStart(job, lock);
    const putBack = () => job.moveToDelayed(Date.now() + PAUSE, lock);
    // If it fails, BullMQ gives the job to a worker again.
    await lasting(putBack, giveUp).catch(() => undefined);
    throw new bull.DelayedError();
  };
}
