import { setTimeout as sleep } from 'node:timers/promises';
import type { IQueueBackend } from 'bullmq';
import { memberOf } from '../../common/members.js';
import { asFailedReason, failedJobOutcome, reducedOutcome } from './outcomes.js';
import type { SmsQueueOutcome } from '../sms-queue.js';
import type { Claim } from './stored-job.js';

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2000;

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

/** An operation failed after its first write, so it was carried out in part. */
export class PartlyDoneError extends Error {
  constructor(cause: unknown) {
    super('The operation was carried out in part', { cause });
  }
}

/**
 * Carries out what follows the first write of an operation.
 *
 * @throws PartlyDoneError where the store fails, whatever its error proves of this step alone
 */
export async function afterWrite<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isRefused(error) ? error : new PartlyDoneError(error);
  }
}

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
 * Makes a worker's backend repeat how jobs end. Otherwise BullMQ records a completion that failed as
 * a job that failed. An outcome that the store can never accept is reduced: repeating it would block the worker.
 *
 * @param signal ends the repetition
 * @param onLate called with the outcome of a job that could not be completed because its lock was lost
 * @param onReduced called with the id of a job whose outcome was reduced, and the code of the store's error
 */
export function lastingBackend(
  backend: IQueueBackend,
  signal: AbortSignal,
  onLate: (claim: Claim, outcome: SmsQueueOutcome) => Promise<void>,
  onReduced: (id: string | undefined, code: string) => void,
): IQueueBackend {
  const complete = backend.moveToCompleted.bind(backend);
  const fail = backend.moveToFailed.bind(backend);
  const orReduced = async <T>(
    id: string | undefined,
    store: () => Promise<T>,
    storeReduced: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await store();
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      onReduced(id, String(memberOf(error, 'code')));
      return storeReduced();
    }
  };
  backend.moveToCompleted = async (job, value, ...rest) => {
    const { id } = job;
    const storeAs = (stored: unknown) => lasting(() => complete(job, stored, ...rest), signal);
    if (!id || !isOutcome(value)) return storeAs(value);
    let kept: SmsQueueOutcome = value;
    const keep = <T>(store: (outcome: SmsQueueOutcome) => Promise<T>): Promise<T> =>
      orReduced(
        id,
        () => store(kept),
        () => store((kept = reducedOutcome(value))),
      );
    try {
      return await keep(storeAs);
    } catch (error) {
      if (isRefused(error)) {
        const start = Number(memberOf(job, 'attemptsStarted'));
        const claim = { id, start, allowed: Number(memberOf(job.data, 'n') ?? 1) };
        await keep((outcome) => onLate(claim, outcome));
      }
      throw error;
    }
  };
  backend.moveToFailed = (job, reason, keep, token, fetchNext, more) => {
    const reduced = asFailedReason(reducedOutcome(failedJobOutcome(reason)));
    const failAs = (why: string, fields: typeof more) =>
      lasting(() => fail(job, why, keep, token, fetchNext, fields), signal);
    return orReduced(
      job.id,
      () => failAs(reason, more),
      () => failAs(reduced, { failedReason: reduced, stacktrace: '[]' }),
    );
  };
  return backend;
}

function isOutcome(value: unknown): value is SmsQueueOutcome {
  return typeof memberOf(value, 'status') === 'string';
}
