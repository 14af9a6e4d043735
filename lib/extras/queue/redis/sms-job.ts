import type { Job, Queue } from 'bullmq';
import { memberOf } from '../../../core/common/members.js';
import type { SmsErrorCode } from '../../../core/errors/index.js';
import type { SmsQueuePriority } from '../sms-queue.js';
import type { NewTerms } from '../store/message-store.js';
import { plainOutcome, type StoredOutcome } from '../store/outcomes.js';

/**
 * What a job keeps of a message. Short names, because there may be millions; {@link readData}, {@link newData} and
 * {@link changedData} give them long ones.
 */
export interface JobData {
  /** The version of this layout. A worker leaves newer ones alone. 2: it was resent. */
  readonly v: 1 | 2;
  /** The encrypted message. Absent once it was erased. */
  readonly m?: string | undefined;
  /** How many starts are allowed; absent means 1. */
  readonly n?: number | undefined;
  /** Until when it may be sent, in ms since 1970. */
  readonly x: number;
  /** For how long it may be sent, in ms: a resend starts over. */
  readonly l: number;
  /** Whether it goes first. */
  readonly p?: 'high' | undefined;
  /** Whether the `reach` of the app that added it was `'all'`. Absent in messages of earlier releases. */
  readonly r?: boolean | undefined;
  /** The id of its broadcast. */
  readonly b?: string | undefined;
  /** How many attempts have ended without an outcome; absent means none. */
  readonly a?: number | undefined;
  /** Why the last of them failed, or a limit of the app's own refused the message. */
  readonly c?: SmsErrorCode | undefined;
  /** When it was put back until, in ms since 1970. */
  readonly w?: number | undefined;
  /** What happened to it, if its worker could no longer complete the job. The next one does. */
  readonly settled?: StoredOutcome | undefined;
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

/** The message that a job keeps. */
export function readData({ v, m, n, x, l, p, r, b, a, c, w, settled }: JobData) {
  return {
    sealed: m,
    allowedStarts: n ?? 1,
    expiresAt: x,
    life: l,
    priority: p ?? 'normal',
    reachesAll: r,
    broadcast: b,
    attempts: a ?? 0,
    lastCode: c,
    putBackUntil: w,
    settled,
    maybeSent: v === RESENT,
  } as const;
}

/** The data of a message that is added. */
export function newData(
  sealed: string,
  { life, priority, broadcast, reachesAll }: Omit<NewTerms, 'due'>,
  expiresAt: number,
): JobData {
  const first = priority === 'high' ? { p: priority } : {};
  return { v: LAYOUT, m: sealed, x: expiresAt, l: life, r: reachesAll, ...first, b: broadcast };
}

type JobMessage = ReturnType<typeof readData>;
type ChangingPart =
  'allowedStarts' | 'attempts' | 'expiresAt' | 'lastCode' | 'putBackUntil' | 'settled';
type ChangedParts = { readonly [Part in ChangingPart]?: JobMessage[Part] | undefined };

/** What changes of a message. Absent: it stays. */
export interface DataChange extends ChangedParts {
  /** `null` erases the message. */
  readonly sealed?: string | null | undefined;
  /** Marks it: its earlier attempts may have sent it. What happened to it before is forgotten. */
  readonly isResent?: true;
}

/** Changed data. What a newer release keeps in addition stays. */
export function changedData(data: JobData, change: DataChange): JobData {
  const { allowedStarts: n = data.n, expiresAt: x = data.x, attempts: a = data.a } = change;
  const { lastCode: c = data.c, putBackUntil: w = data.w, settled = data.settled } = change;
  const m = change.sealed === undefined ? data.m : (change.sealed ?? undefined);
  const resent = change.isResent ? ({ v: RESENT, settled: undefined } as const) : {};
  return { ...data, m, n, x, a, c, w, settled, ...resent };
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
