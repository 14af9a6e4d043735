import type { SendSuccess } from '../deadline/failure.js';
import type { SmsGatewayError, SmsMessageError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { Priority } from '../message/priority.js';

/** Observes how each send of an account ends: its log, its events, or the record of a test. */
export interface SendObserver {
  onAccepted(message: CheckedMessage, priority: Priority, success: SendSuccess): void;
  onFailed(message: CheckedMessage, priority: Priority, error: SmsGatewayError): void;
  /** A message to the numbers that the option `reach` kept back: nothing was sent to them. */
  onHeld(message: CheckedMessage, priority: Priority): void;
  /** A message that was invalid and never became a send. Its error tells the caller what to correct. */
  onInvalid?(error: SmsMessageError): void;
}
