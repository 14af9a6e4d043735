import { maskDigits, maskNumber } from '../common/mask.js';

/**
 * What a report says of one recipient. `pending`: nothing final yet. `delivered`, `failed` and `expired`
 * are final. `unrecognised`: the report has a word or a code whose meaning is not known.
 */
export type SmsReportState = 'pending' | 'delivered' | 'failed' | 'expired' | 'unrecognised';

/** The fields of a report. Times in ms since 1970. */
export interface SmsReportFields {
  /** The name of the account. */
  readonly account: string;
  /** The `transactionId` of the send, digit for digit. Absent if the report has no usable one. */
  readonly transactionId?: string | undefined;
  /** The gateway's id of this message. A text of several segments may have one for each. */
  readonly messageId?: string | undefined;
  /** The number, as digits with country prefix. */
  readonly recipient: string;
  /** What became of the message. */
  readonly state: SmsReportState;
  /** The word from which the state was read, as the gateway wrote it. */
  readonly word?: string | undefined;
  /** The gateway's code. It is not one of the `statusCode`s of sends. */
  readonly code?: string | undefined;
  /** Why, in the gateway's words. */
  readonly cause?: string | undefined;
  /** When it happened, as the report says. Absent if it has no time, or one whose zone is not known. */
  readonly at?: number | undefined;
  /** When this process got the report. */
  readonly receivedAt: number;
}

/**
 * What the gateway says became of a message to one recipient. JSON and `inspect` show its number, and digits
 * in what the gateway wrote, masked.
 */
export class SmsReport implements SmsReportFields {
  declare readonly account: string;
  declare readonly transactionId?: string;
  declare readonly messageId?: string;
  declare readonly recipient: string;
  declare readonly state: SmsReportState;
  declare readonly word?: string;
  declare readonly code?: string;
  declare readonly cause?: string;
  declare readonly at?: number;
  declare readonly receivedAt: number;
  readonly #raw: Readonly<Record<string, unknown>>;

  /** @param raw see {@link raw} */
  constructor(fields: SmsReportFields, raw: Readonly<Record<string, unknown>> = {}) {
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    Object.assign(this, Object.fromEntries(given));
    this.#raw = raw;
  }

  /** Every field of the report, as it came. It holds numbers, so only reading this property returns it. */
  get raw(): Readonly<Record<string, unknown>> {
    return this.#raw;
  }

  /** The report with its number masked. */
  toJSON(): object {
    const { recipient, word, cause } = this;
    return {
      ...this,
      recipient: maskNumber(recipient),
      ...(word !== undefined && { word: maskDigits(word) }),
      ...(cause !== undefined && { cause: maskDigits(cause) }),
    };
  }

  /** What `inspect` and `console.log` show. */
  [Symbol.for('nodejs.util.inspect.custom')](
    _depth: number,
    options: object,
    inspect: (value: unknown, options: object) => string,
  ): string {
    return `SmsReport ${inspect(this.toJSON(), options)}`;
  }
}
