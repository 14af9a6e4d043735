import * as fc from 'fast-check';
import { readHttpDate } from '../../lib/core/common/http-date.js';
import { retryAfterOf } from '../../lib/core/protocol/answer-error.js';
import { readRetryAfter } from '../../lib/core/protocol/retry-after.js';
import { setClock } from '../support/clock.js';
import { answer } from './answers.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('readRetryAfter', () => {
  it.each([
    ['0', 0],
    ['1', 1000],
    [' 120 ', 120_000],
    ['999999999', 999_999_999_000],
    ['9999999999', 999_999_999_000],
    ['9'.repeat(400), 999_999_999_000],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Sunday, 01-Mar-26 12:00:30 GMT', 30_000],
    ['Sun Mar  1 12:00:30 2026', 30_000],
    ['Sun Mar 1 12:00:30 2026', 30_000],
    ['Wed Mar 11 12:00:00 2026', 864_000_000],
  ])('reads %j', (header, ms) => {
    expect(readRetryAfter(header, NOW)).toBe(ms);
  });

  it.each([
    undefined,
    '',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    'soon',
    '2026-03-01 12:00:30',
    'Sun Mar  1 12:00:30 2026 EST',
    'Sun Mar  1 12:00:30 2026 +0100',
    'Mar  1 12:00:30 2026',
  ])('does not read %j', (header) => {
    expect(readRetryAfter(header, NOW)).toBeUndefined();
  });

  it('returns a finite time of 0 or more, or nothing', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const read = readRetryAfter(header, NOW);
        expect(read === undefined || (Number.isSafeInteger(read) && read >= 0)).toBe(true);
      }),
    );
  });
});

describe('readHttpDate', () => {
  it('reads only dates in GMT, because others depend on a time zone', () => {
    expect(readHttpDate('Sun, 01 Mar 2026 12:00:00 GMT')).toBe(NOW);
    expect(readHttpDate('Sun Mar  1 12:00:00 2026')).toBe(NOW);
    expect(readHttpDate('Sun, 01 Mar 2026 12:00:00')).toBeUndefined();
    expect(readHttpDate('Sun, 01 Mar 2026 12:00:00 EST')).toBeUndefined();
    expect(readHttpDate('nonsense GMT')).toBeUndefined();
    expect(readHttpDate(undefined)).toBeUndefined();
  });
});

const retryAfterAt = (date: string | undefined) =>
  retryAfterOf(answer('', 429, { 'retry-after': 'Sun, 01 Mar 2026 12:01:30 GMT', date }));

describe('a Retry-After that is a date', () => {
  it.each([
    ['2 minutes behind', '2026-03-01T12:02:00Z'],
    ['an hour ahead', '2026-03-01T11:00:00Z'],
    ['right', '2026-03-01T12:00:00Z'],
  ])("is relative to the answer's own Date, if the gateway's clock is %s", (_what, here) => {
    setClock(here);
    expect(retryAfterAt('Sun, 01 Mar 2026 12:00:00 GMT')).toBe(90_000);
    expect(retryAfterAt('Sun Mar  1 12:00:00 2026')).toBe(90_000);
  });

  it.each([[undefined], ['yesterday']])(
    'counts from the time of this host if the Date is %j',
    (date) => {
      setClock('2026-03-01T12:01:00Z');
      expect(retryAfterAt(date)).toBe(30_000);
    },
  );
});
