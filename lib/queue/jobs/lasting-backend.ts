import { setTimeout as sleep } from 'node:timers/promises';
import type { IQueueBackend } from 'bullmq';
import { memberOf } from '../../common/members.js';
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
 * Whether a store can never accept the data of an operation, for example a text in letters that the encoding of
 * its database lacks. For PostgreSQL, this is SQLSTATE class 22, a data exception. Repeating it would block the
 * worker, so the message is left to the next one, which ends it as unknown.
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
 * a job that failed.
 *
 * @param signal ends the repetition
 * @param onLate called with the outcome of a job that could not be completed because its lock was lost
 */
export function lastingBackend(
  backend: IQueueBackend,
  signal: AbortSignal,
  onLate: (claim: Claim, outcome: SmsQueueOutcome) => Promise<void>,
): IQueueBackend {
  const complete = backend.moveToCompleted.bind(backend);
  const fail = backend.moveToFailed.bind(backend);
  backend.moveToCompleted = async (job, value, ...rest) => {
    try {
      return await lasting(() => complete(job, value, ...rest), signal);
    } catch (error) {
      const { id } = job;
      if (id && isOutcome(value) && isRefused(error)) {
        const start = Number(memberOf(job, 'attemptsStarted'));
        await onLate({ id, start, allowed: Number(memberOf(job.data, 'n') ?? 1) }, value);
      }
      throw error;
    }
  };
  backend.moveToFailed = (...failed) => lasting(() => fail(...failed), signal);
  return backend;
}

function isOutcome(value: unknown): value is SmsQueueOutcome {
  return typeof memberOf(value, 'status') === 'string';
}
