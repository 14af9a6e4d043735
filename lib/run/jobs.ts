import type { SmsMessage, SmsReceipt } from '../message/sms-message.js';

/** One send of a run, not begun. */
export interface Job {
  readonly index: number;
  readonly message: SmsMessage;
  /**
   * Sends it. The deadline stands still while it waits for its turn: nobody waits for this one send,
   * and a slow rate would end it with nothing wrong.
   */
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
