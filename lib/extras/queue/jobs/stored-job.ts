import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Job } from 'bullmq';
import type { SmsErrorCode } from '../../../core/errors/index.js';
import { memberOf } from '../../../core/common/members.js';
import { dropTrunkPrefix } from '../../../core/message/calling-code.js';
import type { CheckedMessage } from '../../../core/message/checked-message.js';
import { estimateSegments } from '../../../core/message/segments.js';
import type { Cipher } from '../../records/cipher.js';
import type { SmsQueueOutcome, SmsQueuePriority } from '../sms-queue.js';

/** What the store keeps of an outcome. */
export interface StoredOutcome extends SmsQueueOutcome {
  /** The encrypted reason. Without keys, and in earlier releases, `reason` is stored as it is. */
  readonly r?: string;
}

/** What the store keeps of a message. Short names: there may be millions. */
export interface JobData {
  /** The version of this layout. A worker leaves newer ones alone. 2: it was resent; see {@link maybeSent}. */
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

/** Whether data is that of a message, of a newer release too, and not of a job that somebody wrote by hand. */
export function isOurs(data: unknown): data is JobData {
  const message = memberOf(data, 'm');
  const hasTimes = ['x', 'l'].every((name) => typeof memberOf(data, name) === 'number');
  return hasTimes && (message === undefined || typeof message === 'string');
}

export type SmsJob = Job<JobData, StoredOutcome>;

/** One start of a job, as its worker claimed it. */
export interface Claim {
  readonly id: string;
  /** Which start it is. */
  readonly start: number;
  /** How many starts were allowed then. */
  readonly allowed: number;
}

/** A change of a job that is made in one step: all of it, or nothing. */
export interface JobChange {
  readonly data: JobData;
  /**
   * Where a failed job goes: back to the workers, or with an outcome to the finished ones. Where a job goes that
   * waits: away, or with an unknown outcome to the failed ones. Absent: the job stays where it is.
   */
  readonly to?: 'waiting' | 'removed' | StoredOutcome | undefined;
  /** What replaces the outcome of a finished job that stays where it is. It has the same status. */
  readonly outcome?: StoredOutcome | undefined;
}

/**
 * The time at which a job is finished: another one than it had, so that the change can be seen.
 *
 * @param finishedOn when it failed, if it did, in ms since 1970
 */
export function finishOf(finishedOn = 0): number {
  return Math.max(Date.now(), finishedOn + 1);
}

/** The layout of a message that is added. */
export const LAYOUT = 1;
/** That of a message that was resent. Workers that would forget that it may have been sent leave it alone. */
export const RESENT = 2;

/** Whether this release can send a message. */
export function isReadable({ v }: JobData): boolean {
  return v === LAYOUT || v === RESENT;
}

/** BullMQ's priorities, in the order in which it takes jobs. 0 stands for none. */
export const PRIORITIES: Readonly<Record<SmsQueuePriority, number>> = {
  high: 0,
  normal: 10,
  bulk: 100,
};

/** The priority with which a message was added, as BullMQ has it. One whose worker was lost has none any more. */
export function priorityOf({ opts }: SmsJob): number {
  return opts.priority ?? 0;
}

/** The id of a message with a key: the same for the same key, and nothing can be read from it. */
export function idOfKey(queue: string, key: string): string {
  return `k${hashOf(`${queue}\n${key}`).slice(0, 40)}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function randomId(): string {
  return `m${randomBytes(16).toString('hex')}`;
}

export function isKeyed(id: string): boolean {
  return id.startsWith('k');
}

/** Whether a text can be the id of a message. Other texts are names of BullMQ's own in Redis. */
export function isMessageId(id: unknown): id is string {
  return typeof id === 'string' && /^(?:m[0-9a-f]{32}|k[0-9a-f]{40})$/.test(id);
}

/** A new id of a broadcast: a UUID of version 8, whose last part is a check of the queue's name. */
export function broadcastId(queueName: string): string {
  const random = randomUUID();
  const start = `b${random.slice(0, 14)}8${random.slice(15, 24)}`;
  return start + checkOf(queueName, start);
}

/** Whether a text can be the id of a broadcast of a queue. Older releases made ids of version 4, without a check. */
export function isBroadcastId(id: unknown, queueName: string): id is string {
  if (typeof id !== 'string' || !/^b[0-9a-f-]{36}$/.test(id)) return false;
  return id[15] === '4' || id.endsWith(checkOf(queueName, id.slice(0, -CHECK)));
}

/** How many hex digits the last part of a UUID has. */
const CHECK = 12;

function checkOf(queueName: string, start: string): string {
  return hashOf(`${queueName}\n${start}`).slice(0, CHECK);
}

/** The key of the record that marks a broadcast as cancelled. */
export function cancelKey(queueName: string, broadcast: string): string {
  return `${queueName}:cancelled:${broadcast}`;
}

/** Whether no worker has had a message since its next start was allowed, so it was not sent. */
export function isUnstarted({ attemptsStarted, data }: SmsJob): boolean {
  return attemptsStarted < (data.n ?? 1);
}

/** Whether a message was resent: its earlier attempts may have sent it. */
export function maybeSent({ data, opts, timestamp }: SmsJob): boolean {
  // Older releases left the layout as it was, but a resend starts its time over.
  return data.v === RESENT || data.x > timestamp + (opts.delay ?? 0) + data.l;
}

/** A message as it is encrypted. */
export function writeMessage(message: CheckedMessage): string {
  const { text, values, duplicateCheck, fields, recipients } = message;
  return JSON.stringify({ text, values, duplicateCheck, fields, recipients });
}

/**
 * Whether two texts of {@link writeMessage}, also of earlier versions, are one message: the same recipients get the
 * same text. An app that repeats an `add` may have other defaults by then, and must not be told to use another key.
 */
export function isSameMessage(one: string, other: string): boolean {
  return whatAndTo(one) === whatAndTo(other);
}

function whatAndTo(written: string): string {
  const { text, recipients }: Pick<CheckedMessage, 'text' | 'recipients'> = JSON.parse(written);
  const what = text.normalize('NFC').replaceAll(/\r\n?/g, '\n');
  return JSON.stringify([what, asReadToday(recipients).toSorted()]);
}

/** Each person's number once. Earlier releases kept what was written between the country prefix and the number. */
function asReadToday(recipients: readonly string[]): readonly string[] {
  return [...new Set(recipients.map(dropTrunkPrefix))];
}

/**
 * Decrypts the message of a job. Undefined if it was erased.
 *
 * @throws DecryptionError
 */
export function readMessage(cipher: Cipher, id: string, data: JobData): CheckedMessage | undefined {
  if (data.m === undefined) return undefined;
  const stored: Omit<CheckedMessage, 'segments'> = JSON.parse(cipher.decrypt(data.m, id));
  const recipients = asReadToday(stored.recipients);
  return { ...stored, recipients, segments: estimateSegments(stored.text) };
}

/** Decrypts the message of a job. Undefined if it was erased, or cannot be decrypted. */
export function tryReadMessage(
  cipher: Cipher,
  id: string,
  data: JobData,
): CheckedMessage | undefined {
  try {
    return readMessage(cipher, id, data);
  } catch {
    return undefined;
  }
}
