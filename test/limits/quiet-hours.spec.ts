import { QuietHours } from '../../lib/core/limits/quiet-hours.js';

const HOUR = 3_600_000;

const left = (from: string, to: string, timeZone: string, now: string): number =>
  new QuietHours({ from, to }, timeZone).left(Date.parse(now)) / HOUR;

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

  it('end with the change of the clocks if that skips their end', () => {
    expect(left('22:00', '01:30', 'Europe/London', '2026-03-29T00:00:00Z')).toBe(1);
  });

  it('hold again in the hour that clocks show twice', () => {
    const at = ['00:00', '00:45', '01:15'].map((time) =>
      left('22:00', '01:30', 'Europe/London', `2026-10-25T${time}:00Z`),
    );
    // 01:00 and 01:45 in summer time, then 01:15 in winter time.
    expect(at).toEqual([0.5, 0, 0.25]);
  });
});
