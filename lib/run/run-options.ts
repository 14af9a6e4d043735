import { checkSendOptions, SEND_OPTIONS } from '../account/send-options.js';
import { SmsMessageError } from '../errors/index.js';
import type { SendOptions } from '../message/sms-message.js';
import type { BroadcastOptions } from './sms-run.js';

export interface RunOptions {
  readonly concurrency: number;
  readonly batchSize: number;
  readonly send: SendOptions;
}

export const SEND_MANY_OPTIONS: readonly string[] = [...SEND_OPTIONS, 'concurrency'];

export const BROADCAST_OPTIONS: readonly string[] = [...SEND_MANY_OPTIONS, 'batchSize'];

/**
 * Checks the options of a run.
 *
 * @throws SmsMessageError naming the option and what to provide
 */
export function checkRunOptions(
  options: BroadcastOptions,
  allowed: readonly string[],
  defaultConcurrency: number,
): RunOptions {
  const send = checkSendOptions(options, allowed);
  const { concurrency, batchSize } = options;
  return {
    concurrency: checkCount(concurrency, defaultConcurrency, 'concurrency'),
    batchSize: checkBatchSize(batchSize),
    send,
  };
}

export function checkBatchSize(batchSize: unknown): number {
  return checkCount(batchSize, 100, 'batchSize');
}

function checkCount(value: unknown, fallback: number, name: string): number {
  if (value === undefined) return fallback;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  throw new SmsMessageError([
    { path: `options.${name}`, message: 'is not a count; use a whole number of at least 1' },
  ]);
}
