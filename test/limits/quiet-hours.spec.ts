import fc from 'fast-check';
import { QuietHours } from '../../lib/core/limits/quiet-hours.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** When clocks go forward and back, in zones with different rules. */
const CHANGES: Readonly<Record<string, readonly [string, string]>> = {
  'Europe/Berlin': ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
  'Australia/Lord_Howe': ['2026-10-03T15:30:00Z', '2026-04-04T15:00:00Z'],
  'America/Santiago': ['2026-09-06T04:00:00Z', '2026-04-05T03:00:00Z'],
  'Antarctica/Troll': ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
};

const left = (from: string, to: string, timeZone: string, now: string): number =>
  new QuietHours({ from, to }, timeZone).left(Date.parse(now)) / HOUR;

const afterMinutes = (time: string, minutes: number): string =>
  new Date(Date.parse(time) + minutes * MINUTE).toISOString();

/** The minute of the day that the clocks of a zone show. */
function minuteOfDay(time: number, timeZone: string): number {
  const format =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' });
  clocks.set(timeZone, format);
  const [hours = 0, minutes = 0] = format.format(time).split(':').map(Number);
  return hours * 60 + minutes;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function isBetween(minute: number, from: number, to: number): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

function timeOf(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return [hours, minutes].map((each) => String(each).padStart(2, '0')).join(':');
}

describe('quiet hours', () => {
  it.each([
    ['before midnight', '2026-03-10T16:30:00Z', 11], // 22:00 in India
    ['after midnight', '2026-03-10T22:30:00Z', 5], // 04:00
    ['in their first moment', '2026-03-10T15:30:00Z', 12],
    ['in their last second', '2026-03-11T03:29:59Z', 1 / 3600],
    ['when they have ended', '2026-03-11T03:30:00Z', 0],
    ['a moment before they begin', '2026-03-10T15:29:59.999Z', 0],
  ])('over midnight last until their end: %s', (_when, now, hours) => {
    expect(left('21:00', '09:00', 'Asia/Kolkata', now)).toBeCloseTo(hours, 6);
  });

  it.each([
    ['2026-03-10T11:59:59Z', 0],
    ['2026-03-10T12:00:00Z', 2.5],
    ['2026-03-10T14:30:00Z', 0],
  ])('within a day hold between their times (%s)', (now, hours) => {
    expect(left('12:00', '14:30', 'UTC', now)).toBe(hours);
  });

  it('count to the millisecond', () => {
    const quiet = new QuietHours({ from: '21:00', to: '09:00' }, 'UTC');
    expect(quiet.left(Date.parse('2026-03-11T08:59:59.750Z'))).toBe(250);
  });

  // In London clocks go from 01:00 to 02:00 on 2026-03-29, and back from 02:00 to 01:00 on 2026-10-25.
  it.each([
    ['are an hour shorter in the night in which clocks go forward', '2026-03-28T22:00:00Z', 10],
    ['are an hour longer in the night in which clocks go back', '2026-10-24T21:00:00Z', 12],
  ])('%s', (_what, now, hours) => {
    expect(left('21:00', '09:00', 'Europe/London', now)).toBe(hours);
  });

  it.each([
    ['22:00', '01:30', 'Europe/London', '2026-03-29T00:00:00Z', 60],
    // From 02:00 to 03:00 at 01:00Z.
    ['01:40', '02:30', 'Europe/Berlin', '2026-03-29T00:40:00Z', 20],
    ['01:40', '02:30', 'Europe/Berlin', '2026-03-29T00:59:00Z', 1],
    // From 02:00 to 02:30 at 15:30Z.
    ['01:40', '02:10', 'Australia/Lord_Howe', '2026-10-03T15:15:00Z', 15],
    // From midnight to 01:00 at 04:00Z.
    ['23:30', '00:30', 'America/Santiago', '2026-09-06T03:45:00Z', 15],
    // From 01:00 to 03:00 at 01:00Z.
    ['00:30', '02:45', 'Antarctica/Troll', '2026-03-29T00:45:00Z', 15],
  ])(
    'from %s to %s end with the change of the clocks if that skips their end (%s)',
    (from, to, zone, now, minutes) => {
      expect(left(from, to, zone, now) * 60).toBeCloseTo(minutes, 6);
      expect(left(from, to, zone, afterMinutes(now, minutes))).toBe(0);
    },
  );

  it.each([
    // Back from 02:00 to 01:30 at 15:00Z.
    ['01:40', '02:10', 'Australia/Lord_Howe', '2026-04-04T14:50:00Z', 10],
    ['01:20', '01:50', 'Australia/Lord_Howe', '2026-04-04T15:10:00Z', 10],
    // Back from midnight to 23:00 at 03:00Z.
    ['22:00', '00:30', 'America/Santiago', '2026-04-05T02:30:00Z', 120],
    // Back from 03:00 to 02:00 at 01:00Z: 02:00 to 02:30 is shown once more, and they have not begun then.
    ['02:30', '05:00', 'Europe/Berlin', '2026-10-25T00:45:00Z', 15],
    // From 02:00 to 03:00 at 01:00Z.
    ['02:30', '05:00', 'Europe/Berlin', '2026-03-29T01:00:00Z', 120],
  ])(
    'from %s to %s follow what the clocks show if they change within (%s, %s)',
    (from, to, zone, now, minutes) => {
      expect(left(from, to, zone, now) * 60).toBeCloseTo(minutes, 6);
      expect(left(from, to, zone, afterMinutes(now, minutes))).toBe(0);
    },
  );

  it('last until the local clock first shows a time outside them, whenever the clocks change', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.entries(CHANGES)),
        fc.nat(1),
        fc.integer({ min: -240, max: 240 }),
        fc.integer({ min: -30, max: 30 }),
        fc.integer({ min: 1, max: 60 }),
        ([zone, changes], which, minutes, start, length) => {
          const change = Date.parse(changes[which]!);
          const now = change + minutes * MINUTE;
          // Near the change: in steps of ten minutes around what the clocks show before it.
          const first = minuteOfDay(change - MINUTE, zone) + 1 + start * 10;
          const [from, to] = [first, first + length * 10].map((each) => (each + 2880) % 1440);
          let end = now;
          while (isBetween(minuteOfDay(end, zone), from!, to!)) end += MINUTE;
          const quiet = new QuietHours({ from: timeOf(from!), to: timeOf(to!) }, zone);
          expect(quiet.left(now)).toBe(end - now);
        },
      ),
    );
  });

  it('hold again in the hour that clocks show twice', () => {
    const at = ['00:00', '00:45', '01:15'].map((time) =>
      left('22:00', '01:30', 'Europe/London', `2026-10-25T${time}:00Z`),
    );
    // 01:00 and 01:45 in summer time, then 01:15 in winter time.
    expect(at).toEqual([0.5, 0, 0.25]);
  });
});
