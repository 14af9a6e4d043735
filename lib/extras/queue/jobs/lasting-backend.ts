import { setTimeout as sleep } from 'node:timers/promises';
import type { IQueueBackend } from 'bullmq';
import { memberOf } from '../../../core/common/members.js';
import { asFailedReason, failedJobOutcome, reducedOutcome } from './outcomes.js';
import type { Claim, StoredOutcome } from './stored-job.js';

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2000;
/**
 * How long a worker without messages waits for one, in s, before it asks the store. It finds out then if
 * its connections have become silent: with the patience of its store, it sends again within 20 s.
 */
const LONGEST_WAIT = 5;
/** How long a worker waits after a claim that failed, in ms. */
const FAILURE_PAUSE = 1000;

/**
 * Whether a store refused an operation, as opposed to having failed to carry it out. BullMQ marks
 * what its scripts refuse with a negative number.
 */
export function isRefused(error: unknown): boolean {
  return typeof memberOf(error, 'code') === 'number';
}

/**
 * Whether a store can never accept the data of an operation, for example a text that it cannot hold. For
 * PostgreSQL, this is SQLSTATE class 22, a data exception.
 */
function isUnstorable(error: unknown): boolean {
  return /^22[0-9A-Z]{3}$/.test(String(memberOf(error, 'code')));
}

/** An operation failed after its first write: it was carried out in part, whatever its cause proves of the last step. */
export class PartlyDoneError extends Error {}

/**
 * Repeats an operation of the store until it succeeds or is refused: what happened to a message must not be
 * lost because the store was down. Each operation may be repeated: a second one changes nothing, or is refused.
 */
export async function lasting<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await work();
    } catch (error) {
      if (isRefused(error) || isUnstorable(error) || signal.aborted) throw error;
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}

/**
 * Makes a worker's backend repeat how jobs end, ask the store every few seconds, and pause when it fails. BullMQ
 * records a completion that failed as a job that failed, waits for up to an hour on PostgreSQL, for a message
 * that is to be sent far in the future, and repeats at once what failed. An outcome that the store can never
 * accept is reduced: repeating it would block the worker.
 *
 * @param signal ends the repetition
 * @param onLate called with the outcome of a job that could not be completed because its lock was lost
 * @param onReduced called with the id of a job whose outcome was reduced, and the code of the store's error
 */
export function lastingBackend(
  backend: IQueueBackend,
  signal: AbortSignal,
  onLate: (claim: Claim, outcome: StoredOutcome) => Promise<void>,
  onReduced: (id: string | undefined, code: string) => void,
): IQueueBackend {
  const complete = backend.moveToCompleted.bind(backend);
  const fail = backend.moveToFailed.bind(backend);
  const wait = backend.waitForJob.bind(backend);
  const claim = backend.moveToActive.bind(backend);
  const orReduced = async <T>(
    id: string | undefined,
    store: () => Promise<T>,
    reduce: () => void,
  ): Promise<T> => {
    try {
      return await lasting(store, signal);
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      onReduced(id, String(memberOf(error, 'code')));
      reduce();
      return lasting(store, signal);
    }
  };
  backend.moveToCompleted = async (job, value, ...rest) => {
    const { id } = job;
    let kept: unknown = value;
    const reduce = () => {
      if (isOutcome(kept)) kept = reducedOutcome(kept);
    };
    try {
      return await orReduced(id, () => complete(job, kept, ...rest), reduce);
    } catch (error) {
      if (id && isRefused(error)) {
        const start = Number(memberOf(job, 'attemptsStarted'));
        const late = { id, start, allowed: Number(memberOf(job.data, 'n') ?? 1) };
        await orReduced(id, async () => isOutcome(kept) && onLate(late, kept), reduce);
      }
      throw error;
    }
  };
  backend.moveToFailed = (job, reason, keep, lock, fetchNext, more) => {
    let stored = [reason, more] as const;
    const reduce = () => {
      const failedReason = asFailedReason(reducedOutcome(failedJobOutcome(reason)));
      stored = [failedReason, { failedReason, stacktrace: '[]' }];
    };
    const store = () => fail(job, stored[0], keep, lock, fetchNext, stored[1]);
    return orReduced(job.id, store, reduce);
  };
  backend.waitForJob = (seconds) => wait(Math.min(seconds, LONGEST_WAIT));
  backend.moveToActive = async (...claimed) => {
    try {
      return await claim(...claimed);
    } catch (error) {
      await sleep(FAILURE_PAUSE);
      throw error;
    }
  };
  return backend;
}

function isOutcome(value: unknown): value is StoredOutcome {
  return typeof memberOf(value, 'status') === 'string';
}
