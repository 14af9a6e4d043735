import * as fc from 'fast-check';
import { isTimeZone } from '../../lib/core/common/time-zone.js';
import { readExpiresAfter } from '../../lib/core/common/expires-after.js';

const iso = (time: number | undefined) => time && new Date(time).toISOString();
const inNewYork = (text: string) => iso(readExpiresAfter(text, 'America/New_York'));

describe('readExpiresAfter', () => {
  it.each([
    ['UTC', '2026-07-01T12:34:56.000Z'],
    ['Asia/Kolkata', '2026-07-01T07:04:56.000Z'],
    ['America/New_York', '2026-07-01T16:34:56.000Z'],
    ['Pacific/Chatham', '2026-06-30T23:49:56.000Z'],
  ])('reads a time in %s', (zone, utc) => {
    expect(iso(readExpiresAfter('2026-07-01 12:34:56', zone))).toBe(utc);
  });

  it.each([
    '2026-02-30 12:00:00',
    '2026-02-29 12:00:00',
    '2026-04-31 12:00:00',
    '2026-00-10 12:00:00',
    '2026-13-10 12:00:00',
    '2026-07-00 12:00:00',
    '2026-07-01 24:00:00',
    '2026-07-01 25:00:00',
    '2026-07-01 12:60:00',
    '2026-07-01 12:00:60',
    '2026-7-1 12:00:00',
    '2026-07-01 1:00:00',
    '2026-07-01 12:00',
    '2026-07-01',
    '2026-07-01T12:00:00',
    '2026-07-01  12:00:00',
    ' 2026-07-01 12:00:00',
    '2026-07-01 12:00:00 ',
    '2026-07-01 12:00:00\n',
    '2026-07-01 12:00:00Z',
    '2026-07-01 12:00:00+05:30',
    '2026-07-01 12:00:00.000',
    '2026/07/01 12:00:00',
    '01-07-2026 12:00:00',
    '२०२६-07-01 12:00:00',
    '',
  ])('does not read %j', (text) => {
    expect(readExpiresAfter(text, 'UTC')).toBeUndefined();
  });

  it.each([undefined, null, 0, 1_782_900_000_000, true, ['2026-07-01 12:00:00'], {}])(
    'does not read what is not a string: %p',
    (value) => {
      expect(readExpiresAfter(value, 'UTC')).toBeUndefined();
    },
  );

  it('knows leap days', () => {
    expect(iso(readExpiresAfter('2028-02-29 00:00:00', 'UTC'))).toBe('2028-02-29T00:00:00.000Z');
  });

  it('reads a time that clocks show twice as the earlier of the two', () => {
    // Clocks in New York go back from 02:00 to 01:00 at 06:00 UTC.
    expect(inNewYork('2026-11-01 00:59:59')).toBe('2026-11-01T04:59:59.000Z');
    expect(inNewYork('2026-11-01 01:30:00')).toBe('2026-11-01T05:30:00.000Z');
    expect(inNewYork('2026-11-01 02:00:00')).toBe('2026-11-01T07:00:00.000Z');
  });

  it.each([
    // Half an hour of summer time, and a zone that went back a day over the date line.
    ['Australia/Lord_Howe', '2026-04-05 01:45:00', '2026-04-04T14:45:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05 02:00:00', '2026-04-04T15:30:00.000Z'],
    ['Pacific/Apia', '2011-12-29 23:59:59', '2011-12-30T09:59:59.000Z'],
    ['Pacific/Apia', '2011-12-31 00:00:00', '2011-12-30T10:00:00.000Z'],
    ['Europe/Dublin', '2026-10-25 01:30:00', '2026-10-25T00:30:00.000Z'],
  ])('reads times near a change of the clocks: %s, %s', (zone, text, utc) => {
    expect(iso(readExpiresAfter(text, zone))).toBe(utc);
  });

  it('reads a time that clocks skip as one within an hour of the change', () => {
    // Clocks in New York go on from 02:00 to 03:00 at 07:00 UTC.
    const change = Date.parse('2026-03-08T07:00:00Z');
    const read = readExpiresAfter('2026-03-08 02:30:00', 'America/New_York');
    expect(Math.abs(read! - change)).toBeLessThanOrEqual(3_600_000);
  });

  it('reads what a gateway in any zone writes', () => {
    const zones = [
      'UTC',
      'Asia/Kolkata',
      'America/New_York',
      'Australia/Lord_Howe',
      'Africa/Nairobi',
      'Pacific/Apia',
    ];
    const from = Date.parse('2020-01-01T00:00:00Z');
    const seconds = fc.integer({ min: 0, max: 50 * 365 * 86_400 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), seconds, (zone, second) => {
        const time = from + second * 1000;
        // Another way to write a time than the one that reads it.
        const parts = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'medium',
        });
        const read = readExpiresAfter(parts.format(time), zone)!;
        // The earlier of the two if clocks show a time twice.
        expect(parts.format(read)).toBe(parts.format(time));
        expect([0, 1_800_000, 3_600_000]).toContain(time - read);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => readExpiresAfter(value, 'Asia/Kolkata')).not.toThrow();
      }),
    );
  });
});

describe('isTimeZone', () => {
  it.each(['UTC', 'Asia/Kolkata', 'asia/kolkata', 'Etc/GMT+5'])('knows %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', 'India', 'Asia/Kolkatta', '+05:30', '05:30', 'local', 'Asia/Kolkata '])(
    'does not know %j',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );
});
