import type { CallContext } from '../deadline/mode.js';
import { CallFailure, type SendResult } from '../deadline/failure.js';
import { SmsGuardError, type SmsMessageError } from '../errors/index.js';
import { outside } from '../limits/reach.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { Priority } from '../message/priority.js';
import { quietly } from '../logging/safe-logger.js';
import type { SendObserver } from '../events/send-observer.js';

/** Reports how the sends of an account end. What an observer throws changes no outcome. */
export class SendObservers {
  constructor(private readonly observers: readonly SendObserver[]) {}

  /** Reports a send that was accepted. One that failed may be a part of one; see {@link failed}. */
  ended(message: CheckedMessage, priority: Priority, result: SendResult): SendResult {
    if (result instanceof CallFailure) return result;
    for (const observer of this.observers) {
      // Not with `quietly`, whose function most sends would create for nothing.
      try {
        observer.onAccepted(message, priority, result);
      } catch {
        // It only reports.
      }
    }
    return result;
  }

  /** @param recipients those that the option `reach` kept back, if any */
  held(message: CheckedMessage, priority: Priority, recipients: readonly string[]): void {
    if (recipients.length === 0) return;
    // A copy: the app has the receipt, and may change it.
    const held = { ...message, recipients: [...recipients] };
    this.tell((observer) => observer.onHeld(held, priority));
  }

  /** @returns the failure, for the run or the queue to report if its refusal is deferred */
  failed(message: CheckedMessage, { mode, priority }: CallContext, failure: CallFailure) {
    const { aboutMessage, error, held } = failure;
    const report = (recipients = message.recipients): void =>
      this.tell((observer) => observer.onFailed({ ...message, recipients }, priority, error));
    // It may be sent later, or without the refused numbers. The outcome of that is reported instead, unless the
    // message is given up.
    if (error instanceof SmsGuardError && mode.refusals === 'deferred') {
      return new CallFailure(error, aboutMessage, held, report);
    }
    this.held(message, priority, held);
    report(outside(message.recipients, held));
    return failure;
  }

  invalid(error: SmsMessageError): void {
    this.tell((observer) => observer.onInvalid?.(error));
  }

  private tell(report: (observer: SendObserver) => void): void {
    for (const observer of this.observers) quietly(() => report(observer));
  }
}
