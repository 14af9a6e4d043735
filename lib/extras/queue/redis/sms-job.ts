import type { Job, Queue } from 'bullmq';
import { memberOf } from '../../../core/common/members.js';
import type { SmsErrorCode } from '../../../core/errors/index.js';
import type { SmsQueuePriority } from '../sms-queue.js';
import { plainOutcome, type StoredOutcome } from '../store/outcomes.js';

/** What a job keeps of a message. Short names: there may be millions. */
export interface JobData {
  /** The version of this layout. A worker leaves newer ones alone. 2: it was resent; see {@link wasResent}. */
  readonly v: 1 | 2;
  /** The encrypted message. Absent once it was erased. */
  readonly m?: string;
  /** How many starts are allowed; absent means 1. */
  readonly n?: number;
  /** Until when it may be sent, in ms since 1970. */
  readonly x: number;
  /** For how long it may be sent, in ms: a resend starts over. */
  readonly l: number;
  /** Whether it goes first. */
  readonly p?: 'high';
  /** Whether the `reach` of the app that added it was `'all'`. Absent in messages of earlier releases. */
  readonly r?: boolean;
  /** The id of its broadcast. */
  readonly b?: string;
  /** How many attempts have ended without an outcome; absent means none. */
  readonly a?: number;
  /** Why the last of them failed, or a limit of the app's own refused the message. */
  readonly c?: SmsErrorCode;
  /** When it was put back until, in ms since 1970. */
  readonly w?: number;
  /** What happened to it, if its worker could no longer complete the job. The next one does. */
  readonly settled?: StoredOutcome;
}

export type SmsJob = Job<JobData, StoredOutcome>;

export type BullQueue = Queue<JobData, StoredOutcome, string, JobData, StoredOutcome, string>;

/** The layout of a message that is added. */
export const LAYOUT = 1;
/** That of a message that was resent: the mark that its earlier attempts may have sent it. */
export const RESENT = 2;

/** BullMQ's priorities, in the order in which it takes jobs. 0 stands for none. */
export const PRIORITIES: Readonly<Record<SmsQueuePriority, number>> = {
  high: 0,
  normal: 10,
  bulk: 100,
};

/** Whether data is that of a message, of a newer release too, and not of a job that somebody wrote by hand. */
export function isOurs(data: unknown): data is JobData {
  const message = memberOf(data, 'm');
  const hasTimes = ['x', 'l'].every((name) => typeof memberOf(data, name) === 'number');
  return hasTimes && (message === undefined || typeof message === 'string');
}

/** Whether this release can send a message. */
export function isReadable(data: unknown): data is JobData {
  return isOurs(data) && (data.v === LAYOUT || data.v === RESENT);
}

/** Whether a message was resent: its earlier attempts may have sent it. */
export function wasResent({ data }: SmsJob): boolean {
  return data.v === RESENT;
}

const FAILED = 'sms ';

/** An outcome as BullMQ keeps it for a failed job. */
export function asFailedReason(outcome: StoredOutcome): string {
  return FAILED + JSON.stringify({ outcome });
}

/** The outcome of a job that is among the failed ones. Undefined: it is not. */
export function failureOf({ failedReason, finishedOn }: SmsJob): StoredOutcome | undefined {
  if (finishedOn === undefined || failedReason === undefined) return undefined;
  // BullMQ gave the reason: its worker was lost.
  if (!failedReason.startsWith(FAILED)) return plainOutcome('unknown', 'worker-lost');
  const { outcome }: { outcome: StoredOutcome } = JSON.parse(failedReason.slice(FAILED.length));
  return outcome;
}
