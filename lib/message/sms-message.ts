/** What a person wants to send. An unknown key is an error. */
export interface SmsMessage {
  /**
   * One mobile number or several: digits with country prefix. A leading `+` and the usual
   * separators are accepted. A number that stands twice is sent to once.
   */
  to: string | readonly string[];
  /** The text, as it shall arrive. */
  text: string;
  /** The sender identifier (document: `senderid`). Default: `defaults.senderId`. */
  senderId?: string | undefined;
  /** The registered entity of the sender (document: `dltEntityId`). Default: `defaults.dltEntityId`. */
  dltEntityId?: string | undefined;
  /**
   * The document's `msgType`. `'auto'` chooses `unicode` for texts that need UCS-2 and `text`
   * otherwise (an assumption: the document shows `text` alone). Default: `defaults.type`.
   */
  type?: string | undefined;
  /**
   * Asks the gateway to check for duplicates (document: `duplicatecheck`; what counts as one is
   * not published). Default: `defaults.duplicateCheck`, true.
   */
  duplicateCheck?: boolean | undefined;
  /**
   * Further form fields, such as `dltTemplateId`. None may name a field of the document, `password`
   * or a field of the credentials, nor hold a double quote, a backslash or a control character.
   */
  fields?: Readonly<Record<string, string>> | undefined;
}

/** One text for many: a message without its recipients. */
export type SmsContent = Omit<SmsMessage, 'to'>;

/** How one send is made. */
export interface SendOptions {
  /** Ends waiting, back-off and exchange alike. */
  signal?: AbortSignal | undefined;
  /** `high` overtakes what waits for `rateLimit`, `maxConcurrency` or a socket. Default `normal`. */
  priority?: 'normal' | 'high' | undefined;
}

/** How a text is split into parts. What a part costs is the gateway's affair; how many there are is not. */
export interface SmsSegments {
  /** `GSM-7` where every character is in the GSM alphabet or its extension table, else `UCS-2`. */
  readonly encoding: 'GSM-7' | 'UCS-2';
  /** The number of parts. */
  readonly count: number;
  /** Length of the text in units: septets for GSM-7 (an extension character takes two), UTF-16 units for UCS-2. */
  readonly units: number;
  /** Units that fit in one part: 160 or 153 for GSM-7, 70 or 67 for UCS-2, the lower where there are several. */
  readonly perSegment: number;
  /** The characters that forced UCS-2, each once, in order of appearance; empty for GSM-7. */
  readonly nonGsm: readonly string[];
}

/** What the gateway said of an accepted send. Accepted for delivery, which is not yet delivered. */
export interface SmsReceipt {
  /** The gateway's `transactionId`, as text: it has more digits than a number holds. */
  readonly transactionId: string;
  /** The gateway's `msgId`, where it gave one. */
  readonly messageId?: string;
  /** The recipients that the gateway took: those sent to, less `rejected`. */
  readonly accepted: readonly string[];
  /** The numbers that the gateway listed in `invalidMobile`. */
  readonly rejected: readonly string[];
  /** How the text was split. */
  readonly segments: SmsSegments;
  /** Every field of the gateway's answer, as it came. Numbers too big for JavaScript are texts. */
  readonly raw: Readonly<Record<string, unknown>>;
}
