import { checkSendOptions } from '../account/send-options.js';
import { SmsMessageError } from '../errors/index.js';
import type { RunOptions } from './run.js';
import type { SendManyOptions } from './sms-run.js';

/**
 * Checks how a run shall be made.
 *
 * @throws SmsMessageError naming the option and what to give
 */
export function checkRunOptions(options: SendManyOptions, concurrency: number): RunOptions {
  checkSendOptions(options);
  return {
    concurrency: checkCount(options.concurrency, concurrency, 'concurrency'),
    signal: options.signal,
  };
}

/** Checks a count of at least 1. */
export function checkCount(value: unknown, fallback: number, name: string): number {
  if (value === undefined) return fallback;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  throw new SmsMessageError([
    { path: `options.${name}`, message: 'is no count; give a whole number of at least 1' },
  ]);
}
