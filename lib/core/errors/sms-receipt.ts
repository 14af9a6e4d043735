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
   * The same text with typography replaced, for example straight quotes for curly ones, so that it
   * fits GSM-7 and usually costs less. Only from `estimate`, and only if replacing typography is
   * enough: never for Hindi or emoji.
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
