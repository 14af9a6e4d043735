import type { FormValues } from './message-fields.js';
import type { SmsSegments, SmsTextCheck } from './sms-message.js';
import type { Invalid } from '../common/value-checks.js';

/** Reads one recipient: returns its digits with country prefix, or why it cannot be sent to. */
export type ReadRecipient = (value: unknown) => string | Invalid;

/** A message that was checked, with its recipients normalised and the defaults filled in. */
export interface CheckedMessage extends CheckedContent {
  /** Digits with country prefix, each number once. Never empty. */
  readonly recipients: readonly string[];
}

/** A checked message without its recipients. */
export interface CheckedContent {
  /** The text, exactly as it was given, or in the form in which it matches its template. */
  readonly text: string;
  /** The values of the form's fields; `type` is never `auto`. */
  readonly values: FormValues;
  /** Whether the gateway is asked to check for duplicates. */
  readonly duplicateCheck: boolean;
  /** The user's own form fields, including those of the defaults. */
  readonly fields: Readonly<Record<string, string>>;
  /** How the text is split. */
  readonly segments: SmsSegments;
}

/** The option `defaults`, checked. */
export interface CheckedDefaults {
  /** The values of form fields that a message does not set; `type` may be `auto`. */
  readonly values: FormValues;
  /** The user's own form fields of every message. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What messages are checked against: the options of the account. */
export interface MessageContext {
  readonly defaults: CheckedDefaults;
  /** Reads each recipient, by the account's `numbers` and `defaultCountry`. */
  readonly readRecipient: ReadRecipient;
  /** Finds the template of each text, by the account's `templates`. */
  readonly checkText?: SmsTextCheck | undefined;
  /** Told what that finding warns of. Default: the log. */
  readonly warn?: (text: string) => void;
  /** Whether a message may have no text, because it will not be sent. Default: it must have one. */
  readonly isTextOptional?: boolean;
}
