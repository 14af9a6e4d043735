import type { Lifetime } from '../account/lifetime.js';
import type { SmsGuardError, SmsMessageError } from '../errors/index.js';
import type { CheckedContent } from '../message/checked-message.js';
import type { ReadRecipient } from '../message/recipients.js';
import type { SendOptions, SmsContent, SmsMessage, SmsReceipt } from '../message/sms-message.js';

/** A message without recipients. */
export interface ReadContent {
  /** A copy of what the caller gave, for the outcomes. */
  readonly content: SmsContent;
  /** The same, checked. */
  readonly checked: CheckedContent;
}

/**
 * What a run needs of the account that it sends through. Its sends may wait for their turn without a
 * deadline, because a low rate limit would otherwise end them through no fault of their own.
 */
export interface RunAccount {
  /** The most sends at once, unless the run says otherwise. */
  readonly concurrency: number;
  /** The most numbers in one send. */
  readonly largestBatch: number;
  /** Ends runs when the account closes. */
  readonly lifetime: Lifetime;
  /** Checks one message and sends it. */
  sendInRun(message: SmsMessage, options: SendOptions): Promise<SmsReceipt>;
  /** Sends a checked text to checked recipients. */
  sendBatch(
    content: CheckedContent,
    recipients: readonly string[],
    options: SendOptions,
  ): Promise<SmsReceipt>;
  /**
   * Logs and publishes that a limit of the app refused a message for good. Before that, nobody learns of
   * the refusal, because the message may be sent later or in parts.
   *
   * @param error of `sendInRun` or `sendBatch`
   * @param recipients the numbers that are given up; default all of the message
   */
  giveUp(error: SmsGuardError, recipients?: readonly string[]): void;
  /** Rejects with the error of an invalid message, which is never sent. */
  failInvalid(error: SmsMessageError): Promise<never>;
  /**
   * Checks a message without recipients.
   *
   * @throws SmsMessageError
   */
  readContent(message: unknown): ReadContent;
  /** Reads one number: returns its digits with country prefix, or why it cannot be sent to. */
  readonly readRecipient: ReadRecipient;
}
