import { SmsGuardError, type SmsGatewayError, type SmsMessageError } from '../errors/index.js';
import { heldOf, outside } from '../limits/reach.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { Priority } from '../message/priority.js';
import type { SmsReceipt } from '../message/sms-message.js';
import { quietly } from '../logging/safe-logger.js';
import type { SendObserver } from '../events/send-observer.js';
import type { Turn } from '../pipeline/send-gate.js';

/** Reports how the sends of an account end. What an observer throws changes no outcome. */
export class SendObservers {
  /** Refused sends that may be sent later, or without the numbers that were refused. */
  private readonly deferred = new WeakMap<
    SmsGuardError,
    { readonly message: CheckedMessage; readonly priority: Priority }
  >();

  constructor(private readonly observers: readonly SendObserver[]) {}

  accepted(message: CheckedMessage, priority: Priority, receipt: SmsReceipt): void {
    for (const observer of this.observers) {
      // Not with `quietly`, whose function most sends would create for nothing.
      try {
        observer.onAccepted(message, priority, receipt);
      } catch {
        // It only reports.
      }
    }
  }

  /** @param recipients those that the option `reach` kept back, if any */
  held(message: CheckedMessage, priority: Priority, recipients: readonly string[]): void {
    if (recipients.length === 0) return;
    // A copy: the app has the receipt, and may change it.
    const held = { ...message, recipients: [...recipients] };
    this.tell((observer) => observer.onHeld(held, priority));
  }

  failed(message: CheckedMessage, { priority, origin }: Turn, error: SmsGatewayError): void {
    // A run or a queue may send it later, or without the refused numbers. The outcome of that is reported
    // instead, unless it gives the message up.
    if (error instanceof SmsGuardError && origin !== 'send') {
      this.deferred.set(error, { message, priority });
      return;
    }
    const held = heldOf(error);
    this.held(message, priority, held);
    this.ended({ ...message, recipients: outside(message.recipients, held) }, priority, error);
  }

  /** Reports a permanent refusal; see `SendingService.giveUp`. */
  giveUp(error: SmsGuardError, recipients?: readonly string[]): void {
    const refused = this.deferred.get(error);
    if (!refused) return;
    this.deferred.delete(error);
    const { message, priority } = refused;
    this.ended({ ...message, recipients: recipients ?? message.recipients }, priority, error);
  }

  invalid(error: SmsMessageError): void {
    this.tell((observer) => observer.onInvalid?.(error));
  }

  private ended(message: CheckedMessage, priority: Priority, error: SmsGatewayError): void {
    this.tell((observer) => observer.onFailed(message, priority, error));
  }

  private tell(report: (observer: SendObserver) => void): void {
    for (const observer of this.observers) quietly(() => report(observer));
  }
}
