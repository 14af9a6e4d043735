import { checkSendOptions, SEND_OPTIONS } from '../account/send-options.js';
import { SmsMessageError } from '../errors/index.js';
import type { SendOptions } from '../message/sms-message.js';
import type { BroadcastOptions } from './sms-run.js';

/** How a run is made. */
export interface RunOptions {
  /** The most sends at once. */
  readonly concurrency: number;
  /** The most numbers in one send of a broadcast. */
  readonly batchSize: number;
  /** The options of each send. */
  readonly send: SendOptions;
}

const DEFAULT_BATCH_SIZE = 100;

/** The keys of `SendManyOptions`. */
export const SEND_MANY_OPTIONS: readonly string[] = [...SEND_OPTIONS, 'concurrency'];

/** The keys of `BroadcastOptions`. */
export const BROADCAST_OPTIONS: readonly string[] = [...SEND_MANY_OPTIONS, 'batchSize'];

/**
 * Checks the options of a run.
 *
 * @param allowed the known keys
 * @param defaultConcurrency used if `concurrency` is not given
 * @throws SmsMessageError naming the option and what to give
 */
export function checkRunOptions(
  options: BroadcastOptions,
  allowed: readonly string[],
  defaultConcurrency: number,
): RunOptions {
  checkSendOptions(options, allowed);
  const { signal, priority, concurrency, batchSize } = options;
  return {
    concurrency: checkCount(concurrency, defaultConcurrency, 'concurrency'),
    batchSize: checkCount(batchSize, DEFAULT_BATCH_SIZE, 'batchSize'),
    send: { signal, priority },
  };
}

/** Checks a count of at least 1. */
function checkCount(value: unknown, fallback: number, name: string): number {
  if (value === undefined) return fallback;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  throw new SmsMessageError([
    { path: `options.${name}`, message: 'is not a count; give a whole number of at least 1' },
  ]);
}
