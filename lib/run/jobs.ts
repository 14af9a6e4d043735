import type { SmsMessage, SmsReceipt } from '../message/sms-message.js';

/** One send of a run, not begun. */
export interface Job {
  readonly index: number;
  readonly message: SmsMessage;
  send(): Promise<SmsReceipt>;
}

/** Where a run gets its sends from: the next one, none, or a promise of either. */
export interface JobSource {
  next(): Job | undefined | Promise<Job | undefined>;
  /** Tells the user's source that no more is wanted. */
  return(): unknown;
}

/** Any input that can be gone through. */
export type Source<T> = Iterable<T> | AsyncIterable<T>;

/** Goes through an input as it is: a plain iterable without a promise for each item. */
export function iterate<T>(source: Source<T>): Iterator<T> | AsyncIterator<T> {
  return Symbol.asyncIterator in source
    ? source[Symbol.asyncIterator]()
    : source[Symbol.iterator]();
}

/** Whether a value can be gone through, item by item. A text can, but nobody means its characters. */
export function isSource(value: unknown): value is Source<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    (Symbol.iterator in value || Symbol.asyncIterator in value)
  );
}

/** Calls back with a value that is there or will be, without a wait where it is. */
export function whenThere<T, R>(value: T | Promise<T>, then: (value: T) => R): R | Promise<R> {
  return value instanceof Promise ? value.then(then) : then(value);
}
