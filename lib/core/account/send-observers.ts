import { SmsGuardError, type SmsGatewayError, type SmsMessageError } from '../errors/index.js';
import { heldOf, outside } from '../limits/reach.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { SmsReceipt } from '../message/sms-message.js';
import { quietly } from '../logging/safe-logger.js';
import type { SendObserver, Turn } from '../events/send-observer.js';

/** Reports how the sends of an account end. What an observer throws changes no outcome. */
export class SendObservers {
  /** Refused sends that may be sent later, or without the numbers that were refused. */
  private readonly deferred = new WeakMap<
    SmsGuardError,
    { readonly message: CheckedMessage; readonly turn: Turn }
  >();

  constructor(private readonly observers: readonly SendObserver[]) {}

  accepted(message: CheckedMessage, turn: Turn, receipt: SmsReceipt): void {
    for (const observer of this.observers) {
      // Not with `quietly`, whose function most sends would create for nothing.
      try {
        observer.onAccepted(message, turn, receipt);
      } catch {
        // It only reports.
      }
    }
  }

  /** @param recipients those that the option `reach` kept back, if any */
  held(message: CheckedMessage, turn: Turn, recipients: readonly string[]): void {
    if (recipients.length === 0) return;
    const held = { ...message, recipients };
    this.tell((observer) => observer.onHeld(held, turn));
  }

  failed(message: CheckedMessage, turn: Turn, error: SmsGatewayError): void {
    // A run or a queue may send it later, or without the refused numbers. The outcome of that is reported
    // instead, unless it gives the message up.
    if (error instanceof SmsGuardError && turn.origin !== 'send') {
      this.deferred.set(error, { message, turn });
      return;
    }
    const held = heldOf(error);
    this.held(message, turn, held);
    this.ended({ ...message, recipients: outside(message.recipients, held) }, turn, error);
  }

  /** Reports a permanent refusal; see `SendingService.giveUp`. */
  giveUp(error: SmsGuardError, recipients?: readonly string[]): void {
    const refused = this.deferred.get(error);
    if (!refused) return;
    this.deferred.delete(error);
    const { message, turn } = refused;
    this.ended({ ...message, recipients: recipients ?? message.recipients }, turn, error);
  }

  invalid(error: SmsMessageError): void {
    this.tell((observer) => observer.onInvalid?.(error));
  }

  private ended(message: CheckedMessage, turn: Turn, error: SmsGatewayError): void {
    this.tell((observer) => observer.onFailed(message, turn, error));
  }

  private tell(report: (observer: SendObserver) => void): void {
    for (const observer of this.observers) quietly(() => report(observer));
  }
}
