/** What a person wants to send. An unknown key is an error. */
export interface SmsMessage {
  /**
   * One mobile number or several: digits with country prefix. A leading `+` and the usual separators
   * are accepted. A number that is given twice gets one message.
   */
  to: string | readonly string[];
  /** The text, exactly as it should arrive. */
  text: string;
  /** The sender identifier (document: `senderid`). Default: `defaults.senderId`. */
  senderId?: string | undefined;
  /** The registered entity of the sender (document: `dltEntityId`). Default: `defaults.dltEntityId`. */
  dltEntityId?: string | undefined;
  /**
   * The document's `msgType`. `'auto'` chooses `unicode` for texts that need UCS-2 and `text`
   * otherwise (an assumption: the document shows only `text`). Default: `defaults.type`.
   */
  type?: string | undefined;
  /**
   * Asks the gateway to check for duplicates (document: `duplicatecheck`; what counts as one is
   * not published). Default: `defaults.duplicateCheck`, true.
   */
  duplicateCheck?: boolean | undefined;
  /**
   * Other form fields, such as `dltTemplateId`. A name cannot be one of the document's fields,
   * `password`, `apikey` or a field of the credentials, and cannot contain a double quote, a backslash
   * or a control character.
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

/** How a text is split into segments. Gateways usually charge for each segment. */
export interface SmsSegments {
  /** `GSM-7` if every character is in the GSM alphabet or its extension table, otherwise `UCS-2`. */
  readonly encoding: 'GSM-7' | 'UCS-2';
  /** The number of segments. */
  readonly count: number;
  /**
   * The length of the text in units: septets for GSM-7 (a character of the extension table takes two),
   * UTF-16 units for UCS-2.
   */
  readonly units: number;
  /**
   * How many units fit in one segment: for GSM-7, 160 in a single segment and 153 in one of several;
   * for UCS-2, 70 and 67.
   */
  readonly perSegment: number;
  /** The characters that made UCS-2 necessary, each once, in order of appearance; empty for GSM-7. */
  readonly nonGsm: readonly string[];
  /**
   * The same text with typography replaced, such as straight quotes for curly ones, so that it fits
   * GSM-7 and usually costs less. Only from `estimate`, and only if replacing typography is enough:
   * never for Hindi or emoji.
   */
  readonly gsmText?: string;
}

/** What the gateway said about an accepted send. Accepted for delivery does not mean delivered. */
export interface SmsReceipt {
  /** The name of the account that the message was sent through; `'default'` for the default account. */
  readonly account: string;
  /**
   * The gateway's `transactionId`: a string, because it has more digits than a number can hold. `held-`
   * and a UUID if the option `reach` kept every recipient back.
   */
  readonly transactionId: string;
  /** The gateway's `msgId`, if it gave one. */
  readonly messageId?: string;
  /** The recipients that the gateway accepted: all but those in `rejected`. */
  readonly accepted: readonly string[];
  /** The recipients that the gateway listed in `invalidMobile`. */
  readonly rejected: readonly string[];
  /** The recipients that the option `reach` kept back: nothing was sent to them. Usually empty. */
  readonly held: readonly string[];
  /** How the text was split. */
  readonly segments: SmsSegments;
  /** Every field of the gateway's answer, as it came. Integers too big for JavaScript are strings. */
  readonly raw: Readonly<Record<string, unknown>>;
}
