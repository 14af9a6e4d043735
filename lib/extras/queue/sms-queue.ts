import { Inject } from '@nestjs/common';
import type { SmsErrorCode, SmsGatewayError } from '../../core/errors/index.js';
import type { SmsContent, SmsMessage } from '../../core/message/sms-message.js';
import { sharedToken, tokenOf } from '../../nest/sms-gateway.tokens.js';
import type { SmsQueueTransaction } from './sms-queue.options.js';
import { notAProvider } from '../../core/errors/not-a-provider.js';

/** The state of a queued message. The last three are its outcome. */
export type SmsQueueStatus =
  'waiting' | 'delayed' | 'sending' | 'accepted' | 'not-sent' | 'unknown';

/**
 * Which message goes first: `high` overtakes everything, for example a one-time password; `bulk`
 * lets everything else overtake it, for example a campaign.
 */
export type SmsQueuePriority = 'high' | 'normal' | 'bulk';

/** How messages are queued. Times in ms. */
export interface SmsQueueOptionsOfMany {
  /** Wait so long before the first attempt. Default 0. */
  delay?: number | undefined;
  /**
   * The time of the first attempt, as a date or in ms since 1970; instead of `delay`. At most a year from now or ago;
   * a time in the past means now.
   */
  at?: Date | number | undefined;
  /**
   * How long after that its request may begin, at least 1,000. If none has, its outcome is `not-sent` with the code
   * `expired`. Default: the queue's `expiresAfter`.
   */
  expiresAfter?: number | undefined;
  /** Default `normal`. */
  priority?: SmsQueuePriority | undefined;
  /**
   * Runs SQL in a transaction of yours (PostgreSQL only): the message is queued exactly when that
   * transaction commits. What the function rejects with is rethrown as it is, and only your own
   * timeouts limit how long it may take. See docs/queue-transactions.md.
   */
  transaction?: SmsQueueTransaction | undefined;
}

/** How one message is queued. */
export interface SmsQueueAddOptions extends SmsQueueOptionsOfMany {
  /**
   * Your name for this message, for example `order-4711-shipped`. A second message with the same
   * key is not added, for at least `keyTtl`, and `add` returns the id of the first.
   */
  key?: string | undefined;
}

/** How many messages are queued. */
export interface SmsQueueAddManyOptions extends SmsQueueOptionsOfMany {
  /** The key of each message; see {@link SmsQueueAddOptions.key}. */
  key?: ((message: SmsMessage, index: number) => string) | undefined;
}

/** How one text is queued for many. */
export interface SmsQueueBroadcastOptions extends SmsQueueOptionsOfMany {
  /** The key of each batch. `index` is the input position of its first number. */
  key?: ((batch: readonly string[], index: number) => string) | undefined;
  /**
   * Numbers in one send. Default 100, and never more than the account's `rateLimit.recipients` and
   * `guard.perDay.recipients`.
   */
  batchSize?: number | undefined;
}

/** What happened to an `add`. */
export interface SmsQueueAdded {
  /** The message's id in the queue. */
  readonly id: string;
  /** Whether it had been queued before, with the same key. */
  readonly duplicate: boolean;
}

/** What happened to one message, or one batch, of a run that queues. */
export type SmsQueueRunOutcome = {
  /** The input position, from 0, of the message or of the batch's first number. */
  readonly index: number;
} & (
  | ({ readonly status: 'added' | 'duplicate' } & SmsQueueAdded)
  | { readonly status: 'failed'; readonly error: SmsGatewayError }
);

/** How many messages of a run had which outcome. */
export interface SmsQueueTally {
  /** Queued by this run. */
  readonly added: number;
  /** Queued before, with the same key. */
  readonly duplicate: number;
  /** Not queued, or perhaps not: see each outcome's error. */
  readonly failed: number;
  /** Why messages failed: how many ended with which error code. */
  readonly codes: Readonly<Partial<Record<SmsErrorCode, number>>>;
}

/**
 * Queues many messages. Nothing is queued until you `await` the run, call {@link finish} or loop over it. An
 * invalid message is reported as `failed`, and the rest goes on. If the store fails, the messages in hand are
 * reported as `failed` and the run ends with that error: repeat it with the same keys. If the input throws, what
 * has been read is queued, except a batch that is not full, and the run rejects with the input's error. In a
 * transaction, nothing more is queued.
 *
 * During a loop over the run, `await` and `finish()` reject with a `TypeError`: await the loop first.
 */
export interface SmsQueueRun extends AsyncIterable<SmsQueueRunOutcome>, PromiseLike<SmsQueueTally> {
  /** Runs to the end without a loop. */
  finish(): Promise<SmsQueueTally>;
}

/** A run of `broadcast`. */
export interface SmsQueueBroadcastRun extends SmsQueueRun {
  /** Pass it to `cancel`, which ends all batches that have not begun, including those that are added later. */
  readonly id: string;
}

/** The outcome of a queued message. It holds no text, and numbers are masked. */
export interface SmsQueueOutcome {
  /** What happened to it. */
  readonly status: 'accepted' | 'not-sent' | 'unknown';
  /**
   * The account that it was sent through: with a failover, the one that accepted it, rejected it or may
   * have sent it. Absent if none handled it, for example because it expired, or if that is unknown.
   */
  readonly account?: string | undefined;
  /** The gateway's id, if it accepted the message, or took it and listed all of its numbers as invalid. */
  readonly transactionId?: string | undefined;
  /** The message id that the gateway gave, if it gave one. */
  readonly messageId?: string | undefined;
  /** How many numbers the gateway took. */
  readonly accepted?: number | undefined;
  /** The numbers that it listed as invalid, masked. */
  readonly rejected?: readonly string[] | undefined;
  /** The numbers that the account's options `reach` and `guard` kept back, masked. */
  readonly held?: readonly string[] | undefined;
  /**
   * Why it was not accepted: the error's code, or `expired`; `cancelled` if its broadcast or its resend was cancelled;
   * `worker-lost` if a worker ended while it had the message; `settled` if a person said what happened to it.
   */
  readonly code?: SmsErrorCode | 'expired' | 'cancelled' | 'settled' | undefined;
  /** The `statusCode` with which the gateway rejected it, masked. */
  readonly statusCode?: string | undefined;
  /** Why the gateway rejected it, in its words, masked. */
  readonly reason?: string | undefined;
  /** When it became known, in ms since 1970. */
  readonly at: number;
}

/** How far a message has come that has no outcome yet. It holds no text and no number. */
export interface SmsQueueProgress {
  /** How many attempts have failed so far. Being held back, for example in quiet hours, is none. */
  readonly attempts: number;
  /** The code of the error for which it was last put back, for example `connection-failed` or `quiet-hours`. */
  readonly lastCode?: SmsErrorCode | undefined;
  /**
   * When it is to be sent next, in ms since 1970; later if the workers are busy, paused or held back. Absent
   * while a worker has it.
   */
  readonly nextAt?: number | undefined;
  /** `true` if the message was resent, so that an earlier attempt may have sent it. Absent otherwise. */
  readonly maybeSent?: true | undefined;
}

/** What was reported for a transaction. It may be that of another message to the same number. */
export interface SmsQueueReport {
  /** The gateway's id of the send. */
  readonly transactionId: string;
  /** `delivered`, `failed` and `expired` are final. */
  readonly state: SmsQueueDelivery['state'];
  /** When the transaction was first reported, in ms since 1970. */
  readonly at: number;
}

/** A message that may have been sent, for a person to settle. */
export interface SmsQueueUnknown {
  /** The message's id in the queue. */
  readonly id: string;
  /** What is known of it. */
  readonly outcome: SmsQueueOutcome;
  /** Its numbers, masked. */
  readonly recipients: readonly string[];
  /** When it was added, in ms since 1970. */
  readonly addedAt: number;
  /**
   * With the option `reports`: the newest 20 reports for its numbers (of a batch, for the first 100) that came
   * since it was added, one for each transaction and state. They may belong to other messages to these numbers.
   */
  readonly reports?: readonly SmsQueueReport[] | undefined;
}

/** What the gateway recorded for the numbers of an unknown message. It settles nothing. */
export interface SmsQueueRecords {
  /** For how many of its numbers the gateway was asked. */
  readonly asked: number;
  /** The records. An empty list proves nothing: records can be late, and a gateway may list only those of today. */
  readonly found: readonly SmsQueueRecord[];
}

/** A record of the gateway. It may be that of another message to the same number. Times in ms since 1970. */
export interface SmsQueueRecord {
  /** The number, masked. */
  readonly recipient: string;
  /** What happened to the message of this record. */
  readonly state: SmsQueueDelivery['state'];
  /** When that happened. */
  readonly at?: number | undefined;
  /** When the message was submitted. */
  readonly submittedAt?: number | undefined;
  /** A time as the gateway wrote it, because it cannot be read, for example without a zone. */
  readonly time?: string | undefined;
  /**
   * Whether its text is that of the message, or that and more after whitespace. Whitespace may differ. Absent if
   * the record has no text.
   */
  readonly sameText?: boolean | undefined;
  /** The gateway's id of the send. Also absent if it repeats the number; so is `messageId`. */
  readonly transactionId?: string | undefined;
  /** The gateway's id of the message. */
  readonly messageId?: string | undefined;
}

/** The state of a message's delivery to one of its numbers, according to reports. */
export interface SmsQueueDelivery {
  /** The number, masked. */
  readonly recipient: string;
  /** `delivered`, `failed` and `expired` are final. */
  readonly state: 'pending' | 'delivered' | 'failed' | 'expired' | 'unrecognised';
  /** A different final state was reported later. The first one stays. */
  readonly conflict?: true | undefined;
  /** The gateway's code. It is not one of the `statusCode`s of sends. */
  readonly code?: string | undefined;
  /** Why, in the gateway's words, with numbers masked. */
  readonly cause?: string | undefined;
  /**
   * If it failed: the registered template that the message named. Operators in India fail texts that
   * differ from theirs.
   */
  readonly dltTemplateId?: string | undefined;
  /** When it happened or, if no report says so, when a report came; in ms since 1970. */
  readonly at: number;
}

/** How many messages are in each state. */
export interface SmsQueueCounts {
  /** Waiting to be sent as soon as a worker is free. */
  readonly waiting: number;
  /** For how long the oldest of these has been ready to be sent, in ms. Absent if none waits. */
  readonly oldest?: number;
  /** Waiting for their time, or for the next attempt. */
  readonly delayed: number;
  /** With a worker. */
  readonly sending: number;
  /** May have been sent, and nobody has settled them. */
  readonly unknown: number;
  /** Accepted or not sent, and not forgotten yet. */
  readonly finished: number;
  /** There are more of a state than were counted. Absent otherwise. */
  readonly capped?: true;
}

/** Up to how many messages of a state are counted. Redis always knows how many there are. */
export type SmsQueueCountLimits = {
  readonly [State in 'waiting' | 'delayed' | 'sending' | 'unknown' | 'finished']?:
    number | undefined;
};

/**
 * The queue of an account: it keeps messages in Redis or PostgreSQL, and workers send each of them at
 * most once. Inject it by this class, or a named one with `@InjectSmsQueue(name)`.
 *
 * Every method rejects within about a second if the store does not answer, with an
 * `SmsTransportError` whose code is `queue-failed`.
 */
export abstract class SmsQueue {
  /**
   * @throws SmsConfigurationError if the abstract class itself is instantiated, for example because `providers`
   * lists it
   */
  constructor() {
    if (new.target === SmsQueue) throw notAProvider('SmsQueue', 'SmsQueueModule');
  }

  /**
   * Queues a message.
   *
   * @throws SmsMessageError if the message, an option or the key is invalid, or the key was used
   *   for another text or other recipients; nothing is queued
   * @throws SmsGuardError `country` or `segments`: `guard` refuses it; nothing is queued
   * @throws SmsTransportError `queue-failed`: `not-sent`, it is not in the queue; `unknown`, it may be.
   *   With a `key` it is safe to repeat either.
   */
  abstract add(message: SmsMessage, options?: SmsQueueAddOptions): Promise<SmsQueueAdded>;

  /** Queues many messages, from any iterable, with a bounded amount of memory. */
  abstract addMany(
    messages: Iterable<SmsMessage> | AsyncIterable<SmsMessage>,
    options?: SmsQueueAddManyOptions,
  ): SmsQueueRun;

  /** Queues one text for many numbers, in batches. Numbers given twice in a batch are sent once. */
  abstract broadcast(
    message: SmsContent,
    recipients: Iterable<string> | AsyncIterable<string>,
    options?: SmsQueueBroadcastOptions,
  ): SmsQueueBroadcastRun;

  /** The state of a message. `undefined`: no such message, or it was forgotten or cancelled. */
  abstract status(id: string): Promise<SmsQueueStatus | undefined>;

  /** What happened to a message. `undefined` until it is known. */
  abstract outcome(id: string): Promise<SmsQueueOutcome | undefined>;

  /**
   * How often a message was tried, why the last attempt failed, and when the next one is due. `undefined`
   * once its outcome is known, and if there is no such message.
   */
  abstract progress(id: string): Promise<SmsQueueProgress | undefined>;

  /**
   * The state of a message's delivery, according to the reports of its transaction: one entry for each of its
   * numbers that has a report. Reports are kept for `keyTtl`, and for at least 72 hours. Empty without the
   * option `reports`.
   */
  abstract deliveries(id: string): Promise<readonly SmsQueueDelivery[]>;

  /** The messages that may have been sent and are not settled. */
  abstract unknown(): AsyncIterable<SmsQueueUnknown>;

  /**
   * Asks the gateway what it recorded for a message whose outcome is unknown, with `SmsReports.find` of its account;
   * of each of the queue's accounts if `outcome.account` is absent, or the message was resent. Of a batch, it asks for
   * the first, the middle and the last number. It lists records from when the message was added until its outcome was
   * known, with 15 minutes more on each side. It decides nothing.
   *
   * @throws SmsMessageError if there is no such message, its outcome is not unknown, or it was erased
   * @throws SmsConfigurationError if no `SmsReportsModule` is registered for the account
   * @throws SmsGatewayError if the gateway did not answer every question: nothing was sent, and nothing changed
   */
  abstract records(
    id: string,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<SmsQueueRecords>;

  /**
   * Records what happened to a message whose outcome is unknown, for example after you checked the
   * gateway's reports.
   *
   * @throws SmsMessageError if there is no such message, or its outcome is not unknown
   */
  abstract settle(id: string, outcome: 'accepted' | 'not-sent'): Promise<void>;

  /**
   * Sends a message whose outcome is unknown again. The recipient gets it twice if it had been
   * sent.
   *
   * @throws SmsMessageError if there is no such message, its outcome is not unknown, or it was
   *   erased
   */
  abstract resend(id: string): Promise<void>;

  /**
   * Removes a waiting message, stops a waiting resend, or cancels a broadcast, in one step. A message whose
   * resend was stopped is `unknown` again. A batch of a cancelled broadcast ends `not-sent`, `cancelled` (a
   * resent one `unknown`), once a worker takes it, even if it is added or resent within three years. From one
   * second after this returned, no request of the broadcast begins.
   *
   * @returns whether it did. `false` for a message that is being sent or may have been sent, and for a broadcast
   *   of another queue
   * @throws SmsTransportError `queue-failed`; it is safe to repeat it
   */
  abstract cancel(id: string): Promise<boolean>;

  /**
   * Removes a person's number from the queue: messages to it alone, waiting or finished, the number from
   * each batch, and what is stored of its delivery reports under each of `encryptionKeys`. It reads the
   * whole queue. What is being sent meanwhile is not changed, and reports that come later are stored: repeat
   * it then.
   *
   * @param number with country prefix, or as the account reads it
   * @returns how many messages were changed or removed
   * @throws SmsMessageError if it is not a number
   * @throws SmsConfigurationError if no key opens some of the messages; the others are erased
   * @throws SmsTransportError `queue-failed`, `unknown`, if it stopped halfway: the message says how
   *   many were changed. Repeat it for the others
   */
  abstract erase(number: string): Promise<number>;

  /**
   * Stops all workers, until {@link resume}. From one second after it returned, no request begins. Requests in
   * progress finish.
   */
  abstract pause(): Promise<void>;

  /** Lets workers go on. */
  abstract resume(): Promise<void>;

  /** How many messages are in each state. PostgreSQL counts at most 100,000 of each. */
  abstract counts(): Promise<SmsQueueCounts>;
  /**
   * Counts some states only, each up to a number, and says for how long the oldest message has waited.
   *
   * @param most for example `{ waiting: 500 }`
   * @throws SmsMessageError if a limit is not valid
   */
  abstract counts(most: SmsQueueCountLimits): Promise<Partial<SmsQueueCounts>>;
}

/**
 * The injection token of a queue: for the default account the class itself.
 *
 * @param name the account's name; omit it for the default account
 */
export function getSmsQueueToken(name?: string): symbol | typeof SmsQueue {
  return tokenOf(SmsQueue, 'queue', name);
}

/** Injects the queue of a named account. */
export function InjectSmsQueue(name?: string): PropertyDecorator & ParameterDecorator {
  return Inject(sharedToken('queue', name));
}
