import type { SmsGatewayError } from '../../core/errors/index.js';
import type { SmsReceipt, SmsSegments } from '../../core/message/sms-message.js';

/** One send as the gateway received it: checked, with the account's defaults filled in. */
export interface SmsRecord {
  /** 16 digits; a later send has a greater one, also when compared as strings. Pass it as `after`. */
  readonly id: string;
  /** When it was sent: ISO 8601, UTC. */
  readonly at: string;
  /** The recipients: digits with country prefix, each once. */
  readonly to: readonly string[];
  /** The text, exactly as it was given. */
  readonly text: string;
  /** The sender identifier, if the message or the defaults have one. */
  readonly senderId?: string;
  /** The registered entity, if the message or the defaults have one. */
  readonly dltEntityId?: string;
  /** The id of its template, if the message, a template or the defaults have one. */
  readonly dltTemplateId?: string;
  /** The specification's `msgType`; never `auto`. */
  readonly type: string;
  /** Whether the gateway was asked to check for duplicates. */
  readonly duplicateCheck: boolean;
  /** Other form fields, including those of the defaults. */
  readonly fields: Readonly<Record<string, string>>;
  /** How the text is split into segments. */
  readonly segments: SmsSegments;
  /** The `priority` that it was sent with. */
  readonly priority: 'normal' | 'high';
  /** The one-time password found in the text, or null. */
  readonly otp: string | null;
}

/** A send that was accepted. */
export interface SentSms extends SmsRecord {
  /** What the caller got. */
  readonly receipt: SmsReceipt;
}

/** A send that the test made fail. */
export interface FailedSms extends SmsRecord {
  /** What the caller got. */
  readonly error: SmsGatewayError;
}
