/**
 * Says who must not get a message.
 *
 * @param numbers the recipients of a send, digits with country prefix
 * @returns the numbers to leave out, in any notation that the account reads. Digits that may be an extension
 *   count as part of their number. Numbers that are not recipients are ignored
 */
export type SmsOptedOut = (
  numbers: readonly string[],
  about: SmsOptedOutAbout,
) => Iterable<string> | Promise<Iterable<string>>;

/** What is known of a message whose recipients may have opted out. */
export interface SmsOptedOutAbout {
  /** The priority of the call: one-time passwords have `'high'`. */
  readonly priority: 'normal' | 'high';
  /** The sender, if there is one. */
  readonly senderId: string | undefined;
  /** The id of the registered template, if there is one. */
  readonly dltTemplateId: string | undefined;
}
