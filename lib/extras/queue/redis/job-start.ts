import type { Processor } from 'bullmq';
import type { Brakes, Claim, StartEnd, WorkerParts } from '../store/message-store.js';
import { outcomeOfAll, plainOutcome, type StoredOutcome } from '../store/outcomes.js';
import type { LateResult } from './late-result.js';
import { isRefused, lasting } from './lasting-backend.js';
import type { BullMq } from './load-bullmq.js';
import {
  asFailedReason,
  isOurs,
  isReadable,
  type JobData,
  readData,
  type SmsJob,
} from './sms-job.js';

/** How long a job that is not for this worker stays out of the way, in ms. */
const LEFT_ALONE = 300_000;

export interface JobStartParts extends Pick<WorkerParts, 'giveUp' | 'lost' | 'start' | 'warn'> {
  /** With the errors by which a job tells BullMQ how its start ended. */
  readonly bull: Pick<BullMq, 'DelayedError' | 'UnrecoverableError'>;
  readonly hold: Brakes['hold'];
  /** Takes a start that made no request back from what `rateLimit` counted. Never rejects. */
  readonly giveBack: (job: SmsJob, lock: string | undefined) => Promise<unknown>;
  readonly late: LateResult;
}

/**
 * Starts the messages that BullMQ hands to a worker, each at most once.
 *
 * BullMQ counts the starts of a job in the same step that hands it to a worker, so each worker sees
 * another count. A count above the starts that are allowed means that a worker had the message before
 * and reported no result: it may have been sent. One more start is allowed only if it is known that it was
 * not sent, or by `resend`: then it ends accepted, or as unknown again.
 */
export function createJobProcessor(parts: JobStartParts): Processor<JobData, StoredOutcome> {
  const { bull, giveUp, late, start, hold } = parts;
  let hasWarned = false;

  const startEnd = async (job: SmsJob, giveBack: Brakes['giveBack']): Promise<StartEnd> => {
    const { id = '', attemptsStarted, data } = job;
    const message = isReadable(data) ? readData(data) : undefined;
    if (message && !message.settled && attemptsStarted <= message.allowedStarts) {
      return start(claimOf(job), { hold, giveBack });
    }
    await giveBack();
    if (!message) {
      if (!isOurs(data) && !hasWarned) {
        hasWarned = true;
        parts.warn(
          `Job ${id} of the queue is not a message, so it is left alone, as are others like it. Find out who wrote them, and remove them.`,
        );
      }
      // Left for a worker of the newer release, or for whoever added it by hand.
      return { back: LEFT_ALONE, attempts: 0, code: undefined };
    }
    const { maybeSent, sealed, settled } = message;
    if (!settled) parts.lost({ id, sealed });
    return { end: outcomeOfAll(maybeSent, settled ?? plainOutcome('unknown', 'worker-lost')) };
  };

  /** First one more start is allowed, so that a crash in between loses nothing. */
  const putBack = async (
    job: SmsJob,
    lock: string | undefined,
    { back, attempts, code }: Extract<StartEnd, { readonly back: number }>,
  ): Promise<never> => {
    const at = Date.now() + back;
    const change = { putBackUntil: at, attempts: attempts || undefined, lastCode: code };
    try {
      await late.putBack(job, change);
      await lasting(() => job.moveToDelayed(at, lock), giveUp);
    } catch {
      // It is no longer this worker's, or Redis is down while the app ends: BullMQ gives it to another worker. To
      // fail it here would say that it may have been sent.
    }
    throw new bull.DelayedError();
  };

  /** Retries the completion, because BullMQ would record one that failed as a failed job. */
  const insistOnEnd = (job: SmsJob): void => {
    const complete = job.moveToCompleted.bind(job);
    job.moveToCompleted = async (outcome, ...rest) => {
      try {
        return await lasting(() => complete(outcome, ...rest), giveUp);
      } catch (error) {
        if (isRefused(error)) await late.settle(job, outcome);
        throw error;
      }
    };
  };

  return async (job, lock) => {
    const end = await startEnd(job, () => parts.giveBack(job, lock));
    if ('back' in end) return putBack(job, lock, end);
    // Among the failed jobs, where a person settles it.
    if (end.end.status === 'unknown') throw new bull.UnrecoverableError(asFailedReason(end.end));
    insistOnEnd(job);
    return end.end;
  };
}

function claimOf(job: SmsJob): Claim {
  const { id = '', attemptsStarted, data, processedOn = 0 } = job;
  const message = readData(data);
  const [now, time] = [performance.now(), Date.now()];
  return {
    ...message,
    id,
    starts: attemptsStarted,
    // BullMQ's worker wrote its own time when it asked.
    askedAt: now - Math.max(0, time - processedOn),
    expiresAt: now + message.expiresAt - time,
  };
}
