import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisQueueBackend } from 'bullmq';
import { memberOf } from '../../../core/common/members.js';

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2000;
/**
 * How long a worker without messages waits for one, in s, before it asks Redis. It finds out then if its
 * connections have become silent: with its patience, it sends again within 20 s.
 */
const LONGEST_WAIT = 5;
/** How long a worker waits after a claim that failed, in ms. */
const FAILURE_PAUSE = 1000;

/**
 * Whether BullMQ refused an operation, as opposed to having failed to carry it out. It marks what its scripts
 * refuse with a negative number.
 */
export function isRefused(error: unknown): boolean {
  return typeof memberOf(error, 'code') === 'number';
}

/**
 * Repeats an operation until it succeeds or is refused: what happened to a message must not be lost because Redis
 * was down. Each operation may be repeated: a second one changes nothing, or is refused.
 */
export async function lasting<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await work();
    } catch (error) {
      if (isRefused(error) || signal.aborted) throw error;
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}

/**
 * Makes a worker's backend retry to record a failed job, ask Redis for jobs every few seconds, claim nothing once the
 * worker closes, and pause after a failed claim, which BullMQ would retry at once.
 *
 * @param ends when the worker closes, and when the retries end
 * @param answered called when Redis has answered
 */
export function lastingBackend(
  backend: RedisQueueBackend,
  ends: { readonly closing: AbortSignal; readonly giveUp: AbortSignal },
  answered: () => void,
): RedisQueueBackend {
  const fail = backend.moveToFailed.bind(backend);
  const wait = backend.waitForJob.bind(backend);
  const claim = backend.moveToActive.bind(backend);
  backend.moveToFailed = (...failed) => lasting(() => fail(...failed), ends.giveUp);
  backend.waitForJob = async (seconds) => {
    const score = await wait(Math.min(seconds, LONGEST_WAIT));
    answered();
    return score;
  };
  backend.moveToActive = async (...claimed) => {
    // While Redis is down, a claim would wait for it, and the close for the claim.
    ends.closing.throwIfAborted();
    try {
      const job = await claim(...claimed);
      answered();
      return job;
    } catch (error) {
      await sleep(FAILURE_PAUSE);
      throw error;
    }
  };
  return backend;
}
