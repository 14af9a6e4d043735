import type { ReadRecipient } from './recipients.js';
import type { SmsSegments } from './sms-message.js';

/** A message that was checked, with its recipients normalised and the defaults filled in. */
export interface CheckedMessage extends CheckedContent {
  /** Digits with country prefix, each once. Never empty. */
  readonly recipients: readonly string[];
}

/** What a checked message says and how, whoever it goes to. */
export interface CheckedContent {
  /** The text, exactly as it was given. */
  readonly text: string;
  /** The document's `senderid`. */
  readonly senderId?: string | undefined;
  /** The document's `dltEntityId`. */
  readonly dltEntityId?: string | undefined;
  /** The document's `msgType`; never `auto`. */
  readonly msgType: string;
  /** The document's `duplicatecheck`. */
  readonly duplicateCheck: boolean;
  /** Further form fields, the defaults' among them. */
  readonly fields: Readonly<Record<string, string>>;
  /** How the text is split. */
  readonly segments: SmsSegments;
}

/** What a message is checked against: an account's options, themselves checked already. */
export interface MessageContext {
  /** The account's `defaults`. */
  readonly defaults: {
    readonly senderId?: string | undefined;
    readonly dltEntityId?: string | undefined;
    /** Default true. */
    readonly duplicateCheck?: boolean | undefined;
    /** Default `text`; `auto` gives `unicode` for UCS-2 texts and `text` otherwise. */
    readonly type?: string | undefined;
    readonly fields?: Readonly<Record<string, string>> | undefined;
  };
  /** Reads each recipient, by the account's `numbers` and `defaultCountry`. */
  readonly readRecipient: ReadRecipient;
}
