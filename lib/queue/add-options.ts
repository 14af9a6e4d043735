import { SmsMessageError, type SmsMessageIssue } from '../errors/index.js';
import { unknownOptions } from '../account/send-options.js';
import type { SmsQueueOptionsOfMany } from './sms-queue.js';
import { PRIORITIES } from './stored-job.js';
import type { SmsQueueTransaction } from './transaction.js';

const YEAR = 366 * 86_400_000;
const LONGEST_KEY = 1000;

const COMMON = ['key', 'delay', 'at', 'expiresAfter', 'priority', 'transaction'];

/** How messages are queued, checked. Times in ms. */
export interface CheckedAddOptions {
  readonly delay: number;
  readonly expiresAfter: number;
  readonly priority: keyof typeof PRIORITIES;
  readonly transaction: SmsQueueTransaction | undefined;
}

/**
 * Checks the options of an `add`, apart from its key.
 *
 * @throws SmsMessageError naming each invalid option and what to provide
 */
export function checkAddOptions(
  options: SmsQueueOptionsOfMany,
  defaultExpiry: number,
  more: readonly string[] = [],
): CheckedAddOptions {
  if (typeof options !== 'object' || options === null) {
    throw problem('options', 'is not an object; use one like { key }, or omit it');
  }
  const issues: SmsMessageIssue[] = [...unknownOptions(options, [...COMMON, ...more])];
  const { delay, at, expiresAfter = defaultExpiry, priority = 'normal', transaction } = options;
  const add = (name: string, message: string): void => {
    issues.push({ path: `options.${name}`, message });
  };
  const wait = at === undefined ? (delay ?? 0) : waitUntil(at);
  if (at !== undefined && delay !== undefined)
    add('at', 'cannot be combined with delay; use one of them');
  if (!isTime(wait, 0)) {
    if (at === undefined) add('delay', 'must be a number of milliseconds from 0 to a year');
    else add('at', 'must be a Date, or a time in milliseconds since 1970, within a year');
  }
  if (!isTime(expiresAfter, 1)) {
    add('expiresAfter', 'must be a number of milliseconds from 1 to a year');
  }
  if (!Object.hasOwn(PRIORITIES, priority)) {
    add('priority', "is not known; use 'high', 'normal' or 'bulk'");
  }
  if (transaction !== undefined && typeof transaction !== 'function') {
    add('transaction', 'must be a function that takes (text, values) and resolves with the rows');
  }
  if (issues.length > 0) throw new SmsMessageError(issues);
  return { delay: Math.ceil(wait), expiresAfter, priority, transaction };
}

export function checkKey(key: unknown): string | undefined {
  if (key === undefined) return undefined;
  // Half of a surrogate pair would make different keys one.
  const isKey = typeof key === 'string' && key !== '' && key.length <= LONGEST_KEY;
  if (isKey && key.isWellFormed()) return key;
  throw problem('options.key', `must be a string of 1 to ${LONGEST_KEY} whole characters`);
}

export function keyFrom<A extends readonly unknown[]>(
  give: ((...args: A) => string) | undefined,
  ...args: A
): string | undefined {
  if (give === undefined) return undefined;
  let key: string | undefined;
  try {
    key = checkKey(give(...args));
  } catch (error) {
    if (error instanceof SmsMessageError) throw error;
    throw problem('options.key', 'threw an error; it must return the key of each message');
  }
  if (key !== undefined) return key;
  // Without a key it would be queued a second time when the run is repeated.
  throw problem('options.key', 'returned undefined; it must return the key of each message');
}

export function checkKeyFunction(key: unknown): void {
  if (key === undefined || typeof key === 'function') return;
  throw problem('options.key', 'must be a function that returns the key of each message');
}

function waitUntil(at: unknown): number {
  const isPoint = at instanceof Date || typeof at === 'number';
  return isPoint ? Math.max(0, Number(at) - Date.now()) : Number.NaN;
}

function isTime(value: unknown, least: number): boolean {
  return typeof value === 'number' && value >= least && value <= YEAR;
}

/** What is wrong with one option or argument. */
export function problem(path: string, message: string): SmsMessageError {
  return new SmsMessageError([{ path, message }]);
}
