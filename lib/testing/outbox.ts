import type { SmsGatewayError, SmsMessageError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { SendOptions, SmsReceipt } from '../message/sms-message.js';
import { findOtp } from '../simulator/inbox/find-otp.js';
import type { SmsHistory } from './describe-sms.js';
import type { FailedSms, SentSms, SmsRecord } from './sent-sms.js';

/** Keeps what was sent, and tells those who wait for it. */
export class Outbox implements SmsHistory {
  readonly sent: SentSms[] = [];
  readonly failed: FailedSms[] = [];
  readonly wrong: SmsMessageError[] = [];

  private readonly listeners = new Set<(sms: SentSms) => void>();
  private count = 0;

  /** Makes the record of a send that begins. */
  record(message: CheckedMessage, { priority = 'normal' }: SendOptions): SmsRecord {
    const { recipients, text, values, duplicateCheck } = message;
    const { senderId, dltEntityId, type = '' } = values;
    this.count += 1;
    return {
      id: String(this.count).padStart(16, '0'),
      at: new Date().toISOString(),
      to: [...recipients],
      text,
      ...(senderId !== undefined && { senderId }),
      ...(dltEntityId !== undefined && { dltEntityId }),
      type,
      duplicateCheck,
      fields: { ...message.fields },
      segments: message.segments,
      priority,
      otp: findOtp(text),
    };
  }

  accept(record: SmsRecord, receipt: SmsReceipt): void {
    const sms: SentSms = { ...record, receipt };
    this.sent.push(sms);
    for (const listener of this.listeners) listener(sms);
  }

  fail(record: SmsRecord, error: SmsGatewayError): void {
    this.failed.push({ ...record, error });
  }

  noteWrong(error: SmsMessageError): void {
    this.wrong.push(error);
  }

  /** Forgets everything. Ids go on growing, so that an `after` of before still holds. */
  clear(): void {
    for (const records of [this.sent, this.failed, this.wrong]) records.length = 0;
  }

  /** The next accepted send that fits, or undefined where none came within so many ms. */
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
