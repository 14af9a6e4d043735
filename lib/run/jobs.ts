import type { SmsMessage, SmsReceipt } from '../message/sms-message.js';

/** One send of a run, before it starts. */
export interface Job {
  readonly index: number;
  readonly message: SmsMessage;
  send(): Promise<SmsReceipt>;
  /** Divides it into sends with and without the refused numbers; undefined if it has only one number. */
  divide?(refused: readonly string[]): readonly Job[] | undefined;
}

/** Where the sends of a run come from. */
export interface JobSource {
  /**
   * The next one, `undefined` at the end, or a promise of either.
   *
   * @param isWanted called before each read: a run that has ended reads no more, not even to complete
   * a batch
   */
  next(isWanted: () => boolean): Job | undefined | Promise<Job | undefined>;
  /** Tells the user's source that nothing more is wanted. */
  return(): unknown;
}
