export type { SmsReceipt, SmsSegments } from '../errors/sms-receipt.js';

/** What a person wants to send. An unknown key is an error. */
export interface SmsMessage {
  /**
   * One mobile number or several: digits with country prefix. A leading `+` and the usual separators
   * are accepted. A number that is given twice gets one message.
   */
  to: string | readonly string[];
  /** The text, exactly as it should arrive. Needs a visible character. */
  text: string;
  /** The sender identifier (specification: `senderid`), without spaces around it. Default: `defaults.senderId`. */
  senderId?: string | undefined;
  /** The registered entity of the sender (specification: `dltEntityId`), in digits. Default: `defaults.dltEntityId`. */
  dltEntityId?: string | undefined;
  /**
   * The id of the registered template that the text comes from, in digits, which gateways in India need. Default:
   * that of the template that the text matches (option `templates`), then `defaults.dltTemplateId`.
   */
  dltTemplateId?: string | undefined;
  /**
   * The specification's `msgType`. `'auto'` sends `text` if GSM-7 has every character of the text, otherwise
   * `unicode` (an assumption: the specification shows only `text`). Default: `defaults.type`, `'auto'`.
   */
  type?: string | undefined;
  /**
   * Asks the gateway to check for duplicates (specification: `duplicatecheck`; what counts as one
   * is not published). Default: `defaults.duplicateCheck`, true.
   */
  duplicateCheck?: boolean | undefined;
  /**
   * Other form fields, for example `trackLink`. A name cannot be one of the specification's fields,
   * `dltTemplateId`, `password`, `apikey` or a field of the credentials, and cannot contain a double quote, a
   * backslash or a control character.
   */
  fields?: Readonly<Record<string, string>> | undefined;
}

/** One text for many recipients: a message without `to`. */
export type SmsContent = Omit<SmsMessage, 'to'>;

/** How a send is made. An unknown key is an error. */
export interface SendOptions {
  /** Aborts the send, whether it waits, backs off or is in progress. */
  signal?: AbortSignal | undefined;
  /**
   * `high` goes ahead of other sends that wait for `rateLimit`, `maxConcurrency`, a socket, or the end
   * of a `Retry-After`. Default `normal`.
   */
  priority?: 'normal' | 'high' | undefined;
}

/** What a registered template adds to a message that does not set it itself. */
export type SmsTemplateIds = Pick<SmsMessage, 'dltTemplateId' | 'dltEntityId' | 'senderId'>;

/** A registered template that a text matches. */
export interface SmsTemplateMatch extends SmsTemplateIds {
  /**
   * The text in the form that matches: composed (NFC), and with LF as the line break. Absent if the text already
   * has this form.
   */
  readonly text?: string;
}

/** Why a text cannot be sent. */
export interface SmsTextProblem {
  /** What is wrong. It can show words of the text. */
  readonly issue: string;
  /** The field that has the problem. Default: `text`. */
  readonly path?: 'senderId';
  /** The same for logs, with those words masked. Absent if `issue` shows none. */
  readonly masked?: string;
}

/**
 * Finds the registered template that a text matches. Returns undefined if the text can be sent without one.
 * `dltTemplateId` and `senderId` are those of the message. `warn` is told of a text that should match one, but is sent
 * anyway; by default, the one with which the check was created.
 */
export type SmsTextCheck = (
  text: string,
  dltTemplateId?: string,
  senderId?: string,
  warn?: (text: string) => void,
) => SmsTemplateMatch | SmsTextProblem | undefined;
