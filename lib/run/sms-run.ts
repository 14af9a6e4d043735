import type { SmsGatewayError } from '../errors/index.js';
import type { SendOptions, SmsMessage, SmsReceipt } from '../message/sms-message.js';

/** What became of one send of a run. */
export type SmsOutcome = {
  /** The input position, from 0, of the message or, in a broadcast, of the send's first recipient. */
  readonly index: number;
  /** What was sent; in a broadcast with the numbers of this send as `to`. */
  readonly message: SmsMessage;
} & (
  | { readonly status: 'accepted'; readonly receipt: SmsReceipt }
  | { readonly status: 'not-sent' | 'unknown'; readonly error: SmsGatewayError }
);

/** How many sends of a run came to which end. */
export interface SmsTally {
  /** Sends that the gateway accepted. */
  readonly accepted: number;
  /** Sends that it definitely did not take. */
  readonly 'not-sent': number;
  /** Sends that it may have taken: look them up before you send them again. */
  readonly unknown: number;
  /** Numbers of the accepted sends. */
  readonly recipients: {
    /** Those that the gateway took. */
    readonly accepted: number;
    /** Those that it listed as invalid. */
    readonly rejected: number;
  };
}

/**
 * Many sends. Nothing is sent before it is iterated or {@link finish} is called, and it can be gone
 * through once.
 *
 * Breaking out of the loop pulls no more input, lets the sends under way end, then returns. A source
 * that throws ends it likewise, and its error is thrown on after the last outcome. After an abort
 * the sends under way give their outcomes and it ends.
 */
export interface SmsRun extends AsyncIterable<SmsOutcome> {
  /** Runs to the end without a loop. */
  finish(): Promise<SmsTally>;
}

/** How many messages are sent. */
export interface SendManyOptions extends SendOptions {
  /** The most sends at once. Default `maxConnections`. */
  concurrency?: number | undefined;
}

/** How one text is sent to many. */
export interface BroadcastOptions extends SendManyOptions {
  /**
   * Numbers in one send. Default 100 (an assumption: the document names no limit), and never more
   * than `rateLimit.recipients`.
   */
  batchSize?: number | undefined;
}
