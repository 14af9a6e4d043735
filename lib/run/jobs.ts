import type { SmsMessage, SmsReceipt } from '../message/sms-message.js';

/** One send of a run, not begun. */
export interface Job {
  readonly index: number;
  readonly message: SmsMessage;
  send(): Promise<SmsReceipt>;
}

/** Where a run gets its sends from. */
export interface JobSource {
  /**
   * The next one, none, or a promise of either.
   *
   * @param isWanted asked before each pull: a run that has ended pulls no more, not even to fill a
   * send that it has begun to gather
   */
  next(isWanted: () => boolean): Job | undefined | Promise<Job | undefined>;
  /** Tells the user's source that no more is wanted. */
  return(): unknown;
}
