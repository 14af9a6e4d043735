import { types } from 'node:util';
import { memberOf } from '../../core/common/members.js';
import { offsetAt } from '../../core/common/time-zone.js';
import { SmsMessageError } from '../../core/errors/index.js';
import type { ReadRecipient } from '../../core/message/checked-message.js';

/** A day, in ms. */
export const DAY = 86_400_000;
/** Earlier than any report. A time in seconds is one of January 1970. */
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(9999, 11, 30);

/**
 * The first and the last day of a period, as a request has them. If the zone of the gateway's days is not known,
 * one more day is added on each side.
 */
export function daysOf(from: number, to: number, zone: string | undefined) {
  const margin = zone === undefined ? DAY : 0;
  const dayOf = (at: number) =>
    new Date(at + (zone === undefined ? 0 : offsetAt(at, zone))).toISOString().slice(0, 10);
  return { fromdate: dayOf(from - margin), todate: dayOf(to + margin) };
}

/**
 * Reads what `find` is asked for.
 *
 * @throws SmsMessageError
 */
export function readAsked(of: unknown, readRecipient: ReadRecipient) {
  const number = readRecipient(memberOf(of, 'recipient'));
  const from = timeOf(memberOf(of, 'from'));
  const to = timeOf(memberOf(of, 'to') ?? Date.now());
  if (typeof number === 'string' && from <= to) return { number, from, to };
  const wrong = Object.entries({ from, to }).filter(([, time]) => Number.isNaN(time));
  const message =
    'is not a time from 2000 on; pass a Date, or milliseconds (not seconds) since 1970';
  const issues = wrong.map(([path]) => ({ path, message }));
  if (typeof number !== 'string') issues.unshift({ path: 'recipient', message: number.issue });
  if (issues.length === 0) issues.push({ path: 'from', message: 'is later than to' });
  throw new SmsMessageError(issues, 'argument-invalid');
}

function timeOf(value: unknown): number {
  const time = typeof value === 'number' || types.isDate(value) ? Number(value) : NaN;
  return time >= EARLIEST && time <= LATEST ? time : NaN;
}
