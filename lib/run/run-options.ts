import { checkSendOptions } from '../account/send-options.js';
import { SmsMessageError } from '../errors/index.js';
import { asMessageError } from '../message/unreadable.js';
import type { RunOptions } from './run.js';
import type { BroadcastOptions } from './sms-run.js';

const DEFAULT_BATCH_SIZE = 100;

/**
 * Checks how a run shall be made. Each option is read once.
 *
 * @param concurrency the default
 * @throws SmsMessageError naming the option and what to give
 */
export function checkRunOptions(options: BroadcastOptions, concurrency: number): RunOptions {
  const given = readOptions(options);
  checkSendOptions(given);
  return {
    concurrency: checkCount(given.concurrency, concurrency, 'concurrency'),
    batchSize: checkCount(given.batchSize, DEFAULT_BATCH_SIZE, 'batchSize'),
    send: { signal: given.signal, priority: given.priority },
  };
}

function readOptions(options: BroadcastOptions): BroadcastOptions {
  if (typeof options !== 'object' || options === null) return options;
  try {
    const { concurrency, batchSize, signal, priority } = options;
    return { concurrency, batchSize, signal, priority };
  } catch (error) {
    throw asMessageError(error, 'options');
  }
}

/** Checks a count of at least 1. */
function checkCount(value: unknown, fallback: number, name: string): number {
  if (value === undefined) return fallback;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  throw new SmsMessageError([
    { path: `options.${name}`, message: 'is no count; give a whole number of at least 1' },
  ]);
}
