import type { SmsErrorCode, SmsGatewayError } from '../errors/index.js';
import type { SendOptions, SmsMessage, SmsReceipt } from '../message/sms-message.js';

/** What happened to one send of a run. */
export type SmsOutcome = {
  /** The input position, from 0, of the message or, in a broadcast, of the batch's first recipient. */
  readonly index: number;
  /**
   * Your own object, which was read when your input yielded it; in a broadcast, a copy whose `to` holds the
   * numbers of this batch. If you use one object for several messages, it may hold a later message by now.
   */
  readonly message: SmsMessage;
} & (
  | { readonly status: 'accepted'; readonly receipt: SmsReceipt }
  | { readonly status: 'not-sent' | 'unknown'; readonly error: SmsGatewayError }
);

/** How many sends of a run had which outcome. */
export interface SmsTally {
  /** Sends that the gateway accepted. */
  readonly accepted: number;
  /** Sends that it definitely did not take. */
  readonly 'not-sent': number;
  /** Sends that it may have taken: look them up before you send them again. */
  readonly unknown: number;
  /** Sends of which the option `reach` kept every number back. Their outcomes are `accepted`. */
  readonly held: number;
  /** Why sends failed: how many ended with which error code. */
  readonly codes: Readonly<Partial<Record<SmsErrorCode, number>>>;
  /** How many recipients had which outcome. */
  readonly recipients: {
    /** Numbers that the gateway took. */
    readonly accepted: number;
    /** Numbers that it listed as invalid. */
    readonly rejected: number;
    /** Other numbers of sends that it definitely did not take. */
    readonly 'not-sent': number;
    /** Numbers that it may have taken. */
    readonly unknown: number;
    /** Numbers that the option `reach` kept back. */
    readonly held: number;
  };
}

/**
 * Many sends. Nothing is sent until you `await` the run, call {@link finish} or loop over it.
 *
 * ```ts
 * const tally = await sms.broadcast({ text }, numbers);
 * for await (const outcome of sms.broadcast({ text }, numbers)) { ... }
 * ```
 *
 * `await` and `finish()` run it to its end and share one result: both may be repeated, also after a loop. During
 * a loop over the run, they reject with a `TypeError`: await the loop first. A run can be looped over once;
 * looping over a run that has started throws.
 *
 * The tally's `codes` say why sends failed. Without a loop, the log gets one warning if messages, arguments or
 * options are invalid, with the first issue.
 *
 * Breaking out of the loop reads no more input, waits for the sends in progress, and returns. If the
 * input throws, the run ends the same way and rethrows the error after the last outcome. After an
 * abort, the sends in progress report their outcomes and the run ends.
 *
 * If the gateway does not answer, the run starts one send at a time, with pauses from `retry.base` to
 * `retry.cap`, until the first answer, but for no longer than `timeout.total`.
 *
 * Returning a run from an async function runs it, because JavaScript awaits what is returned.
 */
export interface SmsRun extends AsyncIterable<SmsOutcome>, PromiseLike<SmsTally> {
  /** Runs to the end without a loop, and resolves with the tally. */
  finish(): Promise<SmsTally>;
}

/** The options of `sendMany`. An unknown key is an error. */
export interface SendManyOptions extends SendOptions {
  /** The most sends at once. Default `maxConnections`. */
  concurrency?: number | undefined;
}

/** The options of `broadcast`. An unknown key is an error. */
export interface BroadcastOptions extends SendManyOptions {
  /**
   * Numbers in one send. Default 100 (an assumption: the gateway specification names no limit), and
   * never more than `rateLimit.recipients` and `guard.perDay.recipients`.
   */
  batchSize?: number | undefined;
}
