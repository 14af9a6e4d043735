import type { SmsGatewayError, SmsMessageError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { SmsReceipt } from '../message/sms-message.js';
import type { Redactor } from '../redaction/redactor.js';
import type { Turn } from './send-gate.js';

/** Observes how each send of an account ends: its log, or the record of a test. */
export interface SendObserver {
  /** @param redactor masks what the gateway said; created when called */
  onAccepted(
    message: CheckedMessage,
    turn: Turn,
    receipt: SmsReceipt,
    redactor: () => Redactor,
  ): void;
  onFailed(message: CheckedMessage, turn: Turn, error: SmsGatewayError): void;
  /** A message to those numbers that the option `reach` kept back: nothing was sent to them. */
  onHeld(message: CheckedMessage, turn: Turn): void;
  /** A message that was invalid and never became a send. */
  onInvalid(error: SmsMessageError): void;
}
