import type { NoUnread } from '../../core/common/no-unread.js';
import type { SendSuccess } from '../../core/deadline/failure.js';
import type { SmsGatewayError, SmsMessageError } from '../../core/errors/index.js';
import type { SendObserver } from '../../core/events/send-observer.js';
import type { CheckedMessage } from '../../core/message/checked-message.js';
import type { Priority } from '../../core/message/priority.js';
import { findOtp } from '../../core/message/find-otp.js';
import type { FailedSms, SentSms, SmsRecord } from './sent-sms.js';

/** Keeps what was sent, and notifies those who wait for it. */
export class Outbox implements SendObserver {
  /** The accepted sends. */
  readonly sent: SentSms[] = [];
  /** The sends that the test made fail. */
  readonly failed: FailedSms[] = [];
  /** The messages, to those recipients that the option `reach` kept back. */
  readonly held: SmsRecord[] = [];
  /** The errors of invalid messages, which were never sent. */
  readonly invalid: SmsMessageError[] = [];

  private readonly listeners = new Set<(sms: SentSms) => void>();
  private count = 0;

  onAccepted(message: CheckedMessage, priority: Priority, { receipt }: SendSuccess): void {
    const sms: SentSms = { ...this.record(message, priority), receipt };
    this.sent.push(sms);
    for (const listener of this.listeners) listener(sms);
  }

  onFailed(message: CheckedMessage, priority: Priority, error: SmsGatewayError): void {
    this.failed.push({ ...this.record(message, priority), error });
  }

  onHeld(message: CheckedMessage, priority: Priority): void {
    this.held.push(this.record(message, priority));
  }

  onInvalid(error: SmsMessageError): void {
    this.invalid.push(error);
  }

  private record(message: CheckedMessage, priority: Priority): SmsRecord {
    const { recipients, text, values, duplicateCheck } = message;
    const { senderId, dltEntityId, dltTemplateId, type = '', ...others } = values;
    const { text: _text, duplicateCheck: _check, ...unread } = others;
    // It does not compile if a key of a message is not read.
    void (unread satisfies NoUnread);
    this.count += 1;
    return {
      id: String(this.count).padStart(16, '0'),
      at: new Date().toISOString(),
      to: [...recipients],
      text,
      ...(senderId !== undefined && { senderId }),
      ...(dltEntityId !== undefined && { dltEntityId }),
      ...(dltTemplateId !== undefined && { dltTemplateId }),
      type,
      duplicateCheck,
      fields: { ...message.fields },
      segments: message.segments,
      priority,
      otp: findOtp(text),
    };
  }

  /** Clears everything. Ids keep growing, so that an earlier `after` still works. */
  clear(): void {
    for (const records of [this.sent, this.failed, this.held, this.invalid]) records.length = 0;
  }

  /** The next accepted send that matches, or undefined if none came within `timeout` ms. */
  next(isWanted: (sms: SentSms) => boolean, timeout: number): Promise<SentSms | undefined> {
    return new Promise((resolve) => {
      const end = (sms?: SentSms): void => {
        clearTimeout(timer);
        this.listeners.delete(listener);
        resolve(sms);
      };
      const listener = (sms: SentSms): void => {
        if (isWanted(sms)) end(sms);
      };
      const timer = setTimeout(end, timeout, undefined);
      this.listeners.add(listener);
    });
  }
}
