import type { Lifetime } from '../deadline/lifetime.js';
import type { CheckedSendOptions } from '../deadline/mode.js';
import type { CallFailure, SendResult } from '../deadline/failure.js';
import type { SmsMessageError } from '../errors/index.js';
import type { CheckedContent, CheckedMessage, ReadRecipient } from '../message/checked-message.js';
import type { SmsContent } from '../message/sms-message.js';
import type { OutageLimits } from './outage-pause.js';

/** What a run needs of the account or failover that it sends through. */
export interface RunAccount {
  /** The most sends of a run at once, unless its options say otherwise. */
  readonly concurrency: number;
  /** The most numbers in one send of a broadcast. */
  readonly largestBatch: number;
  readonly lifetime: Lifetime;
  readonly outageLimits: OutageLimits;

  /** Reads one number: returns its digits with country prefix, or why it cannot be sent to. */
  readonly readRecipient: ReadRecipient;

  /**
   * @returns a copy of a message without recipients, for outcomes, and the checked one
   * @throws SmsMessageError, SmsGuardError
   */
  readContent(message: unknown): { content: SmsContent; checked: CheckedContent };

  /** Reads a message once: returns the checked one, or why it is invalid. */
  readMessage(message: unknown): CheckedMessage | SmsMessageError;

  /**
   * Sends a checked message. In a run it may wait for its turn without a deadline, because a low rate limit would
   * otherwise end it through no fault of its own.
   */
  sendChecked(message: CheckedMessage, options: CheckedSendOptions): Promise<SendResult>;

  /** Reports an invalid message, which is never sent. */
  failInvalid(error: SmsMessageError): Promise<CallFailure>;
}
