import type { SmsMessageError } from '../../../core/errors/index.js';
import { problem } from '../problem.js';
import { changeJob, type StoredQueue } from './job-change.js';
import { failedJobOutcome, failureOf, outcomeOfAll, plainOutcome } from './outcomes.js';
import type { SmsQueueProgress, SmsQueueStatus } from '../sms-queue.js';
import type { BullQueue } from './store.js';
import {
  isMessageId,
  isOurs,
  isUnstarted,
  type JobChange,
  maybeSent,
  type SmsJob,
  type StoredOutcome,
} from './stored-job.js';

const WAITING: ReadonlySet<string> = new Set(['delayed', 'prioritized', 'waiting']);

export interface FoundJob {
  readonly job: SmsJob;
  readonly state: string;
}

export async function findJob(queue: BullQueue, id: string): Promise<FoundJob | undefined> {
  if (!isMessageId(id)) return undefined;
  // The state first: an outcome that is there by then belongs to it.
  const state = await queue.getJobState(id);
  const job = await queue.getJob(id);
  return job && isOurs(job.data) ? { job, state } : undefined;
}

export function outcomeOf({ job, state }: FoundJob): StoredOutcome | undefined {
  if (state === 'completed') return job.returnvalue;
  if (job.data.settled) return outcomeOfAll(job, job.data.settled);
  return state === 'failed' ? failedJobOutcome(job.failedReason) : undefined;
}

export function statusOf(found: FoundJob): SmsQueueStatus | undefined {
  const { job, state } = found;
  const outcome = outcomeOf(found);
  if (outcome) return outcome.status;
  if (state === 'active') return 'sending';
  if (!WAITING.has(state)) return undefined;
  // Its worker was lost, and no other one has noticed yet.
  if (!isUnstarted(job)) return 'sending';
  return state === 'delayed' ? 'delayed' : 'waiting';
}

export function progressOf(found: FoundJob): SmsQueueProgress | undefined {
  const { job } = found;
  const { data, timestamp, opts } = job;
  const status = statusOf(found);
  if (status !== 'waiting' && status !== 'delayed' && status !== 'sending') return undefined;
  return {
    attempts: data.a ?? 0,
    lastCode: data.c,
    nextAt: status === 'sending' ? undefined : (data.w ?? timestamp + (opts.delay ?? 0)),
    ...(maybeSent(job) && { maybeSent: true }),
  };
}

/** Whether a message waits for its next start. */
export function isStoppable({ job, state }: FoundJob): boolean {
  return WAITING.has(state) && isUnstarted(job);
}

/** Ends a message that waits for its next start: it was not sent, or its earlier attempts may have sent it. */
export function stopped(job: SmsJob, data = job.data): JobChange {
  return { data, to: maybeSent(job) ? plainOutcome('unknown', 'cancelled') : 'removed' };
}

/**
 * Changes a message whose outcome is unknown, in one step.
 *
 * @throws SmsMessageError if there is no such message, or its outcome is not unknown
 */
export async function changeUnknown(
  stored: StoredQueue,
  id: string,
  decide: (job: SmsJob) => JobChange,
): Promise<void> {
  const isChanged =
    isMessageId(id) &&
    (await changeJob(stored, id, (job) =>
      failureOf(job)?.status === 'unknown' ? decide(job) : undefined,
    ));
  if (!isChanged) throw notUnknown(await findJob(stored.queue, id));
}

/** The error for a message that is not unknown. */
export function notUnknown(found: FoundJob | undefined): SmsMessageError {
  const status = found && statusOf(found);
  return problem(
    'id',
    status === undefined
      ? 'is not in the queue'
      : `is '${status}'; only a message whose outcome is unknown can be looked up, settled or sent again`,
  );
}
