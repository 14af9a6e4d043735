import type { SmsGatewayError, SmsMessageError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { SmsReceipt } from '../message/sms-message.js';

/** In which order calls get their turn: those of high priority first. */
export type Priority = 'normal' | 'high';

/** How a call waits for its turn. */
export interface Turn {
  readonly priority: Priority;
  /**
   * What it belongs to. Only in a send does the wait count against the total deadline. `claim`: a send of a
   * queue with a rate limit, which makes one request to each account.
   */
  readonly origin: 'send' | 'run' | 'claim';
}

/** Observes how each send of an account ends: its log, its events, or the record of a test. */
export interface SendObserver {
  onAccepted(message: CheckedMessage, turn: Turn, receipt: SmsReceipt): void;
  onFailed(message: CheckedMessage, turn: Turn, error: SmsGatewayError): void;
  /** A message to those numbers that the option `reach` kept back: nothing was sent to them. */
  onHeld(message: CheckedMessage, turn: Turn): void;
  /** A message that was invalid and never became a send. Its error tells the caller what to correct. */
  onInvalid?(error: SmsMessageError): void;
}
