import type { Priority } from '../message/priority.js';
import type { SendOptions } from '../message/sms-message.js';
import type { Deadline, StartPermit } from './deadline.js';

/** How a send is made, depending on who makes it. */
export interface Mode {
  /** Whether waiting for a turn counts against the total deadline. */
  readonly waitCounts: boolean;
  /** `one`: each account makes one request at most. */
  readonly attempts: 'several' | 'one';
  /**
   * `deferred`: what the app's own limits refuse may be sent later, or without the refused numbers, so it is not
   * reported at once.
   */
  readonly refusals: 'now' | 'deferred';
  /** The run that the send belongs to, if it belongs to one. */
  readonly run?: object;
}

/** A send of the app. Lookups are made like one. */
export const SEND: Mode = { waitCounts: true, attempts: 'several', refusals: 'now' };

/** A send of a queue. */
export const QUEUED: Mode = { waitCounts: false, attempts: 'several', refusals: 'deferred' };

/** A send of a queue with a rate limit, which has a place for one request. */
export const CLAIM: Mode = { ...QUEUED, attempts: 'one' };

/** The sends of a run. Each run has its own mode. */
export function inRun(): Mode {
  return { ...QUEUED, run: {} };
}

/** The options of a send, checked. */
export interface CheckedSendOptions extends SendOptions {
  /** Default {@link SEND}. */
  readonly mode?: Mode;
  /** Only a queue has one. */
  readonly permit?: StartPermit | undefined;
  /** The batch that this send belongs to, if any. */
  readonly batch?: object;
}

/** What all calls that an account makes for a send have in common. */
export interface CallContext {
  readonly deadline: Deadline;
  readonly priority: Priority;
  readonly mode: Mode;
  /** The batch that this send belongs to, if any. */
  readonly batch?: object | undefined;
  /** How much of the time is kept for the next account, in ms; see {@link Deadline}. */
  readonly keep: number;
  /**
   * Whether a failover makes the send. Then an account makes one attempt, and fails instead of waiting for the
   * end of a pause, or of an open breaker.
   */
  readonly inFailover: boolean;
}
