import { kindOf } from '../message/value-checks.js';
import { LONGEST_TIMER } from '../transport/send-scope.js';
import { SmsTestingError } from './sms-testing-error.js';

/** Which message to look for. Keys that are left out match everything. */
export interface SmsQuery {
  /**
   * A number that must be among its recipients, or several, in any notation that `send` accepts.
   * Numbers that the gateway rejected do not count.
   */
  to?: string | readonly string[] | undefined;
  /** A pattern that its text must match, or the whole text as a string. */
  text?: string | RegExp | undefined;
  /** Its sender identifier. */
  senderId?: string | undefined;
  /** Its registered entity. */
  dltEntityId?: string | undefined;
  /** Its `msgType`. */
  type?: string | undefined;
  /** Whether the gateway was asked to check for duplicates. */
  duplicateCheck?: boolean | undefined;
  /** Form fields that it must have; it may also have others. */
  fields?: Readonly<Record<string, string>> | undefined;
  /** The `id` of a send: only later sends match. Use it to wait for a second code. */
  after?: string | undefined;
}

/** How many messages must match. */
export interface SmsExpectOptions {
  /** Exactly how many. Default 1. */
  times?: number | undefined;
}

/** Which message to wait for. */
export interface SmsWaitQuery extends SmsQuery {
  /** Milliseconds to wait. Default 4,000, as in the simulator. */
  timeout?: number | undefined;
}

const KINDS: Readonly<Record<keyof SmsQuery, readonly [(value: unknown) => boolean, string]>> = {
  to: [isTextOrTexts, 'a number as a string, or several as an array'],
  text: [
    (value) => typeof value === 'string' || value instanceof RegExp,
    'a regular expression, or the whole text as a string',
  ],
  senderId: [isText, 'a string'],
  dltEntityId: [isText, 'a string'],
  type: [isText, 'a string'],
  duplicateCheck: [(value) => typeof value === 'boolean', 'true or false'],
  fields: [
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'an object of strings',
  ],
  after: [
    (value) => typeof value === 'string' && /^\d{16}$/.test(value),
    'the id of a send, such as after: (await sms.waitFor({ to })).id',
  ],
};

/**
 * Checks a query. An unknown key is an error, because it would match everything.
 *
 * @throws SmsTestingError naming what is invalid and what to give
 */
export function checkQuery(query: SmsQuery, asked: string, caller: Function): void {
  checkIsQuery(query, asked, caller);
  const problems: string[] = [];
  for (const [key, value] of Object.entries(query)) {
    if (!isKey(key)) {
      problems.push(`unknown key '${key}'; use ${Object.keys(KINDS).join(', ')}`);
      continue;
    }
    const [isValid, wanted] = KINDS[key];
    if (value !== undefined && !isValid(value)) {
      problems.push(`${key} is ${kindOf(value)}; give ${wanted}`);
    }
  }
  if (problems.length > 0) throw new SmsTestingError(`${asked}: ${problems.join('; ')}.`, caller);
}

/** @throws SmsTestingError if it is something else, such as a phone number */
export function checkIsQuery(query: SmsQuery, asked: string, caller: Function): void {
  if (typeof query === 'object' && query !== null && !Array.isArray(query)) return;
  throw new SmsTestingError(
    `${asked}: the query is ${kindOf(query)}; give an object such as { to: '+44 7700 900123', text: /code/ }.`,
    caller,
  );
}

/** @throws SmsTestingError if it is not a time that a timer accepts */
export function checkTimeout(timeout: unknown, asked: string, caller: Function): void {
  if (typeof timeout === 'number' && timeout >= 0 && timeout <= LONGEST_TIMER) return;
  throw new SmsTestingError(
    `${asked}: timeout must be a number of milliseconds, 0 or more.`,
    caller,
  );
}

/** @throws SmsTestingError if it is not a number of sends */
export function checkTimes(options: SmsExpectOptions, caller: Function): number {
  const { times = 1, ...others } = options;
  if (Number.isSafeInteger(times) && times >= 1 && Object.keys(others).length === 0) return times;
  throw new SmsTestingError(
    'expectSent: give { times: 2 }, a whole number of at least 1, or use expectNothingSent.',
    caller,
  );
}

function isKey(key: string): key is keyof SmsQuery {
  return Object.hasOwn(KINDS, key);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTextOrTexts(value: unknown): boolean {
  return isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText));
}
