import { SmsGuardError, type SmsGatewayError, type SmsMessageError } from '../errors/index.js';
import type { AccountEvents } from '../events/account-events.js';
import { heldOf } from '../guard/reach.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { AcceptedSend } from './send-call.js';
import type { Turn } from './send-gate.js';

/** Observes how each send of an account ends: its log, or the record of a test. */
export interface SendObserver {
  onAccepted(message: CheckedMessage, turn: Turn, accepted: AcceptedSend): void;
  onFailed(message: CheckedMessage, turn: Turn, error: SmsGatewayError): void;
  /** A message to those numbers that the option `reach` kept back: nothing was sent to them. */
  onHeld(message: CheckedMessage, turn: Turn): void;
  /** A message that was invalid and never became a send. Its error tells the caller what to correct. */
  onInvalid?(error: SmsMessageError): void;
}

/** Reports to the observer and the subscribers of an account how its messages end. */
export class SendReports {
  /** Refusals of messages that may be sent later, and how to report them. */
  private readonly deferred = new WeakMap<
    SmsGuardError,
    (recipients?: readonly string[]) => void
  >();

  constructor(
    private readonly observer: SendObserver,
    private readonly events: AccountEvents,
  ) {}

  accepted(message: CheckedMessage, turn: Turn, accepted: AcceptedSend): void {
    this.observer.onAccepted(message, turn, accepted);
    this.events.accepted(message, accepted);
  }

  /** Reports which recipients the option `reach` kept back, if any. */
  held(message: CheckedMessage, turn: Turn, recipients: readonly string[]): void {
    if (recipients.length === 0) return;
    const held = { ...message, recipients };
    this.observer.onHeld(held, turn);
    this.events.held(held, turn.priority);
  }

  failed(message: CheckedMessage, turn: Turn, error: SmsGatewayError): void {
    if (error instanceof SmsGuardError) {
      const report = (recipients = message.recipients): void =>
        this.ended({ ...message, recipients }, turn, error);
      // A run or a queue may send it later, or without the numbers that were refused. Then the outcome of
      // that is reported instead.
      if (turn.queueTime === 'uncounted') this.deferred.set(error, report);
      else report();
      return;
    }
    const held = new Set(heldOf(error));
    this.held(message, turn, [...held]);
    const recipients = message.recipients.filter((number) => !held.has(number));
    this.ended({ ...message, recipients }, turn, error);
  }

  /** Reports a refusal for good; see `SendingService.giveUp`. */
  giveUp(error: SmsGuardError, recipients?: readonly string[]): void {
    this.deferred.get(error)?.(recipients);
    this.deferred.delete(error);
  }

  invalid(error: SmsMessageError): void {
    this.observer.onInvalid?.(error);
    this.events.failed(error);
  }

  private ended(message: CheckedMessage, turn: Turn, error: SmsGatewayError): void {
    this.observer.onFailed(message, turn, error);
    if (error instanceof SmsGuardError) this.events.refused(message, turn.priority, error);
    this.events.failed(error, message);
  }
}
