import type { CheckedQueueOptions } from '../check-queue-options.js';
import type { SmsQueueCountLimits, SmsQueuePriority } from '../sms-queue.js';
import type { SmsQueueTransaction } from '../sms-queue.options.js';
import type { SmsErrorCode } from '../../../core/errors/index.js';
import type { Hold } from './hold.js';
import type { StoredOutcome } from './outcomes.js';
import type { QueueRecords } from './queue-records.js';

/**
 * How long a worker waits for the answer to a command, in ms, before it takes the connection for dead. A
 * claim whose answer is lost is a message of unknown outcome, so a slow store must have time.
 */
export const WORKER_PATIENCE = 8000;

/** A message to add. */
export interface NewMessage {
  readonly id: string;
  /** The encrypted message. */
  readonly sealed: string;
}

/** How messages are added. Times in ms. */
export interface NewTerms {
  /** When they are due: after a delay, or at a time in ms since 1970. */
  readonly due: { readonly delay: number } | { readonly at: number };
  /** For how long each may be sent, from when it is due. A resend starts over. */
  readonly life: number;
  readonly priority: SmsQueuePriority;
  /** Whether the `reach` of the app that adds them is `'all'`. */
  readonly reachesAll: boolean;
  /** The id of their broadcast. */
  readonly broadcast: string | undefined;
}

/** What became of messages that were to be added. */
export interface AddedMessages {
  /** The encrypted messages of those that were there already, by their ids. Undefined for one that was erased. */
  readonly earlier: ReadonlyMap<string, string | undefined>;
  /** Why the store did not add some of them, or may not have, by their positions. */
  readonly failures: ReadonlyMap<number, unknown>;
}

/** A message as it was read from a store. */
export interface StoredMessage {
  readonly id: string;
  /** Where it is. Undefined: somewhere that this release does not know. */
  readonly state: 'waiting' | 'delayed' | 'sending' | 'unknown' | 'finished' | undefined;
  /** The encrypted message. Undefined once it was erased. */
  readonly sealed: string | undefined;
  /** When it was added, in ms since 1970. */
  readonly addedAt: number;
  /** When it is due, in ms since 1970, while it waits. */
  readonly dueAt: number;
  /** How many attempts have ended without an outcome. */
  readonly attempts: number;
  /** Why the last of them failed, or a limit of the app's own refused the message. */
  readonly lastCode: SmsErrorCode | undefined;
  /** Whether it was resent: its earlier attempts may have sent it. */
  readonly maybeSent: boolean;
  /** What happened to it, if that is known. */
  readonly outcome: StoredOutcome | undefined;
  /**
   * Changes it in one step, if nobody has changed it since it was read.
   *
   * @returns whether it did; nothing was changed otherwise
   */
  change(change: MessageChange): Promise<boolean>;
}

/** A change of a message: all of it is made, or nothing. */
export interface MessageChange {
  /** Replaces the encrypted message; `null` erases it. */
  readonly sealed?: string | null;
  /**
   * Where it goes. `removed`: away. `resent`: back to the workers, for as long as it may be sent. An outcome: to those
   * that ended, or to the unknown ones. Absent: it stays where it is.
   */
  readonly to?: 'removed' | 'resent' | StoredOutcome;
  /** Replaces the outcome of a message that ended and stays where it is. It has the same status. */
  readonly outcome?: StoredOutcome | undefined;
}

/** What `counts` counts. */
export const COUNTED = ['waiting', 'delayed', 'sending', 'unknown', 'finished'] as const;

/** How many messages are in each state. */
export interface StoreCounts extends Readonly<Record<(typeof COUNTED)[number], number>> {
  /** How long ago the oldest waiting message became ready to be sent, in ms, if one waits. */
  readonly oldest: number | undefined;
  /** There are more of a state than were counted. */
  readonly capped: boolean;
}

/** A message that a worker had when it was lost. */
export type LostMessage = Pick<StoredMessage, 'id' | 'sealed'>;

/** A message that a worker claimed, for one start. Times by `performance.now()`. */
export interface Claim extends Pick<StoredMessage, 'id' | 'sealed' | 'attempts' | 'maybeSent'> {
  /** The id of its broadcast. */
  readonly broadcast: string | undefined;
  readonly priority: 'high' | 'normal';
  /** How often it was claimed, this time included. */
  readonly starts: number;
  /** Whether the `reach` of the app that added it was `'all'`. Undefined: it was not stored. */
  readonly reachesAll: boolean | undefined;
  /** When the worker asked for it. */
  readonly askedAt: number;
  /** Until when it may be sent. */
  readonly expiresAt: number;
}

/** How a start ended: with an outcome, or the message goes back and waits, because it was definitely not sent. */
export type StartEnd =
  | { readonly end: StoredOutcome }
  | {
      /** For how long it waits, in ms. */
      readonly back: number;
      /** How many attempts have ended without an outcome by now. */
      readonly attempts: number;
      /** Why the last of them failed. Undefined: as before. */
      readonly code: SmsErrorCode | undefined;
    };

/** What can hold a start back, and what a start that sends nothing gives back. */
export interface Brakes {
  /** Holds all workers of the queue back, as the gateway asked. */
  readonly hold: Pick<Hold, 'begin' | 'left'>;
  /** Takes a start that made no request back from what `rateLimit` counted. */
  giveBack(): Promise<unknown>;
}

/** What a store's worker needs. */
export interface WorkerParts {
  readonly options: Pick<CheckedQueueOptions, 'keyTtl' | 'lockDuration' | 'rateLimit'>;
  readonly concurrency: number;
  /** Starts a message that was claimed. Never rejects. */
  readonly start: (claim: Claim, brakes: Brakes) => Promise<StartEnd>;
  /** Warns that a message may have been sent, and reports it. */
  readonly lost: (message: LostMessage) => void;
  /** Called when the store failed, or answered. */
  readonly failed: (error: unknown) => void;
  readonly answered: () => void;
  readonly warn: (text: string) => void;
  readonly logError: (text: string) => void;
  /** Ends the repetition of what the store does not take. */
  readonly giveUp: AbortSignal;
}

/** Claims messages of a queue and has them sent. */
export interface StoreWorker {
  /** Claims no more. Resolves once what was claimed has ended and is stored. Never rejects. */
  close(): Promise<void>;
}

/** What a store is made with. */
export interface StoreParts {
  /** The queue's name in the store. */
  readonly queueName: string;
  /** What needs it, in errors. */
  readonly user: string;
  /** Called when a connection failed. */
  readonly failed: (error: unknown) => void;
  readonly warn: (text: string) => void;
}

/** The keys of records that exist. */
type Marks = Pick<ReadonlySet<string>, 'has'>;

/** What keeps the messages of a queue, on connections of our own. */
export interface MessageStore {
  readonly name: 'PostgreSQL' | 'Redis';
  /**
   * Waits for the store's first answer, but no longer than about a second, if there is something to find out.
   *
   * @throws SmsConfigurationError if the store answers that the connection cannot be used
   */
  checkStart?(): Promise<void>;
  /** Resolves once the store answers and has what the queue needs. */
  prepare(): Promise<void>;
  /**
   * What the queue's promises require and the store's settings or permissions do not provide, in sentences.
   *
   * @throws ClockError if the clock of this machine is too far off for a worker
   */
  weaknesses(): Promise<readonly string[]>;
  /**
   * Adds messages, in a transaction of the user if there is one.
   *
   * @throws the error of the store, if none was added
   * @throws SmsMessageError if the store has no transactions, or the user's function runs none. What that function
   *   rejects with is rethrown
   */
  add(
    messages: readonly NewMessage[],
    terms: NewTerms,
    transaction: SmsQueueTransaction | undefined,
  ): Promise<AddedMessages>;
  find(id: string): Promise<StoredMessage | undefined>;
  /** Reads all messages, in pages. None that is there all the time is missed. */
  pages(): AsyncGenerator<readonly LostMessage[], void, undefined>;
  /** The ids of all messages whose outcome is unknown. */
  unknownIds(): Promise<readonly string[]>;
  /** Counts messages, each state at least up to its limit. */
  count(most: SmsQueueCountLimits): Promise<StoreCounts>;
  /**
   * Whether the queue is paused, and which of these records exist. PostgreSQL also answers for how long the queue is
   * held back, which its `Hold` then knows.
   */
  readStops(keys: readonly string[]): Promise<{ isPaused: boolean; marks: Marks }>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Whether a worker of the queue was there a short while ago, in any process. */
  hasWorker(): Promise<boolean>;
  readonly records: QueueRecords;
  /** The BullMQ `Queue` that it uses, if it uses one. */
  readonly bullQueue?: object;
  /** Starts a worker, in the background. It opens what it needs again until it works. */
  openWorker(parts: WorkerParts): StoreWorker;
  /** Whether an error proves that an operation was not carried out. */
  provesNothingDone(error: unknown): boolean;
  /** Ends the connections, whether the store answers or not. */
  close(): Promise<void>;
}

/** An operation failed after its first write: it was carried out in part, whatever its cause proves of the last step. */
export class PartlyDoneError extends Error {}

/** The clock of this machine is too far off for a worker. */
export class ClockError extends Error {}
