import type { SmsErrorCode, SmsGatewayError } from '../errors/index.js';

/** What every event about a message has. */
export interface SmsMessageEvent {
  /** The name of the account. */
  readonly account: string;
  /** When it happened, in ms since 1970. */
  readonly at: number;
  /** How many numbers the message goes to; 0 if that could not be determined. */
  readonly recipients: number;
  /** How many segments the text has; 0 if the message was invalid. */
  readonly segments: number;
}

/** The gateway accepted a message. */
export interface SmsAcceptedEvent extends SmsMessageEvent {
  /** What happened. */
  readonly type: 'accepted';
  /** The gateway's `transactionId`, masked if it repeats a number. */
  readonly transactionId: string;
  /** How many numbers the gateway accepted. */
  readonly accepted: number;
  /** How many numbers it listed as invalid. */
  readonly rejected: number;
  /**
   * How long the message waited for its turn in this account before it left, in ms: for `rateLimit`, `maxConcurrency`,
   * a connection or the end of a `Retry-After`, all its waits together. 0 if it left at once.
   */
  readonly waited: number;
}

/** A message was definitely not sent, or may have been. */
export interface SmsFailedEvent extends SmsMessageEvent {
  /** What happened: the error's `outcome`. */
  readonly type: 'not-sent' | 'unknown';
  /** The error's code. */
  readonly code: SmsErrorCode;
  /** The error that the caller got. It shows no secret, number or text. */
  readonly error: SmsGatewayError;
}

/** A message was kept back on purpose, and not sent. */
export interface SmsHeldEvent extends SmsMessageEvent {
  /** What happened. */
  readonly type: 'held';
}

/** A message is retried, because it was definitely not sent. */
export interface SmsRetryEvent extends SmsMessageEvent {
  /** What happened. */
  readonly type: 'retry';
  /** The number of the next attempt: 2 for the first retry. */
  readonly attempt: number;
  /** The pause before it in ms. 0 if the account waits for the gateway's `Retry-After`. */
  readonly pause: number;
  /** Why: the code of the error that ended the last attempt. */
  readonly code: SmsErrorCode | undefined;
}

/** A login of the token flow has ended. */
export interface SmsLoginEvent {
  /** What happened. */
  readonly type: 'login';
  /** The name of the account. */
  readonly account: string;
  /** When it ended, in ms since 1970. */
  readonly at: number;
  /** Whether it gave a token. */
  readonly ok: boolean;
  /** The code of the error, if it failed. */
  readonly code: SmsErrorCode | undefined;
  /** How long it took, with its retries, in ms. */
  readonly duration: number;
}

/**
 * A delivery report gave the final state of a message to one recipient. A report that comes twice is two events.
 * Only with `SmsReportsModule`.
 */
export interface SmsDeliveryEvent {
  /** What happened. `undelivered`: it failed or expired. */
  readonly type: 'delivered' | 'undelivered';
  /** The name of the account. */
  readonly account: string;
  /** When the report came, in ms since 1970. */
  readonly at: number;
  /** The `transactionId` of the send, masked if it repeats a number. */
  readonly transactionId: string | undefined;
  /** What the report says. */
  readonly state: Exclude<SmsReportState, 'pending' | 'unrecognised'>;
  /** The gateway's code, with longer runs of digits masked. */
  readonly code: string | undefined;
}

/** The account's balance fell below `balance.below`, or was below it when it was first read. */
export interface SmsBalanceEvent {
  /** What happened. */
  readonly type: 'balance-low';
  /** The name of the account. */
  readonly account: string;
  /** When the balance was read, in ms since 1970. */
  readonly at: number;
  /** What is left, as in `SmsBalance`. */
  readonly credits: string;
  /** The option. */
  readonly below: number;
}

/** What happened in an account. No event holds a secret, a number or a text. */
export type SmsEvent =
  | SmsAcceptedEvent
  | SmsFailedEvent
  | SmsHeldEvent
  | SmsRetryEvent
  | SmsLoginEvent
  | SmsDeliveryEvent
  | SmsBalanceEvent;

/** The types of events. */
export type SmsEventType = SmsEvent['type'];

/** The events of one type, or of several. */
export type SmsEventOf<Type extends SmsEventType> = SmsEvent & { readonly type: Type };

/**
 * What a delivery report says of one recipient. `pending`: nothing final yet. `delivered`, `failed` and
 * `expired` are final. `unrecognised`: the meaning of its word or code is not known.
 */
export type SmsReportState = 'pending' | 'delivered' | 'failed' | 'expired' | 'unrecognised';
