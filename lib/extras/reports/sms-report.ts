import { inspect } from 'node:util';
import { maskNumber } from '../../core/common/mask.js';
import type { SmsReportState } from '../../core/events/sms-event.js';
import { shown, shownCode, shownTransaction } from '../../core/protocol/shown.js';

export type { SmsReportState };

/** The properties of a report. */
export type SmsReportFields = Omit<SmsReport, 'raw' | 'toJSON'>;

/**
 * What the gateway reports about a message to one recipient. JSON and `inspect` mask its number and its text, and
 * digits in the gateway's words.
 */
export class SmsReport {
  /** The name of the account. */
  declare readonly account: string;
  /** The `transactionId` of the send, digit for digit. Absent if the report has no usable one. */
  declare readonly transactionId?: string | undefined;
  /** The gateway's id of this message. A text of several segments may have one for each. */
  declare readonly messageId?: string | undefined;
  /** The number, as digits with country prefix. */
  declare readonly recipient: string;
  /**
   * With `defaultCountry`: the number that is meant if the gateway left out the country prefix. Set only if the
   * digits are valid in both ways. Compare both numbers with the recipients of your send.
   */
  declare readonly otherRecipient?: string | undefined;
  /** What happened to the message. */
  declare readonly state: SmsReportState;
  /** The word from which the state was read, as the gateway wrote it. */
  declare readonly word?: string | undefined;
  /** The gateway's code. It is not one of the `statusCode`s of sends. */
  declare readonly code?: string | undefined;
  /** Why, in the gateway's words. */
  declare readonly cause?: string | undefined;
  /** When it happened, as the report says. Absent if it has no time, or one whose zone is not known. */
  declare readonly at?: number | undefined;
  /** The text of the message, if the report has it. Gateways may change it, for example add a line. */
  declare readonly text?: string | undefined;
  /** When the message was submitted, as the report says. Absent in the same cases as `at`. */
  declare readonly submittedAt?: number | undefined;
  /**
   * A time as the gateway wrote it, because it cannot be read, for example without a zone: when the message was
   * submitted or, otherwise, when it happened.
   */
  declare readonly time?: string | undefined;
  /** When this process got the report. */
  declare readonly receivedAt: number;
  readonly #raw: Readonly<Record<string, unknown>>;

  /** @param raw see `raw` */
  constructor(fields: SmsReportFields, raw: Readonly<Record<string, unknown>> = {}) {
    const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
    Object.assign(this, Object.fromEntries(entries));
    this.#raw = raw;
  }

  /** Every field of the report, as it came. It holds numbers, so only reading this property returns it. */
  get raw(): Readonly<Record<string, unknown>> {
    return this.#raw;
  }

  /** The report with its number and its text masked. */
  toJSON(): object {
    const sent = [this.recipient, this.otherRecipient ?? this.recipient, this.text ?? ''];
    const entries = Object.entries(this).map(([key, value]) => {
      if (typeof value !== 'string' || key === 'state') return [key, value];
      if (key === 'text') return [key, '•'.repeat(8)];
      if (key === 'recipient' || key === 'otherRecipient') return [key, maskNumber(value)];
      if (key === 'code') return [key, shownCode(value, sent)];
      return [key, key.endsWith('Id') ? shownTransaction(value, sent) : shown(value, sent)];
    });
    return Object.fromEntries(entries);
  }

  /** For `inspect` and `console.log`. The symbol is not imported, so that the types do not need those of Node.js. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `SmsReport ${inspect(this.toJSON())}`;
  }
}
