import { SmsGuardError } from '../errors/index.js';
import { offsetAt } from '../common/time-zone.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** When no messages are sent, in the local time of a time zone. */
export interface QuietHoursRules {
  /** Such as `21:00`. */
  readonly from: string;
  /** Such as `10:00`: the first minute in which messages are sent again. */
  readonly to: string;
  readonly timeZone: string;
}

/** Hours in which only messages of high priority are sent. */
export class QuietHours {
  private readonly from: number;
  private readonly to: number;

  constructor(private readonly rules: QuietHoursRules) {
    this.from = timeOfDay(rules.from);
    this.to = timeOfDay(rules.to);
  }

  /**
   * How long they still last, in ms; 0 outside of them.
   *
   * @param now ms since 1970: the hours are those of the calendar's clock
   */
  left(now: number): number {
    if (!this.includes(now)) return 0;
    const offset = offsetAt(now, this.rules.timeZone);
    let end = now + ((this.to - clockAt(now, offset) + DAY) % DAY);
    // The clocks may change before that.
    end += offset - offsetAt(end, this.rules.timeZone);
    // A change of the clocks may also skip the end; then it is the change.
    while (this.includes(end)) end += MINUTE;
    return end - now;
  }

  /** The error for a message at this time; undefined outside of quiet hours. */
  refusal(now: number): SmsGuardError | undefined {
    const retryAfter = this.left(now);
    if (retryAfter === 0) return undefined;
    const { from, to, timeZone } = this.rules;
    return new SmsGuardError(
      'quiet-hours',
      `Quiet hours hold messages back from ${from} to ${to} (${timeZone}). Nothing was sent. Send it after retryAfter, or with priority: 'high' if it cannot wait.`,
      { retryAfter },
    );
  }

  private includes(time: number): boolean {
    const clock = clockAt(time, offsetAt(time, this.rules.timeZone));
    const { from, to } = this;
    return from < to ? clock >= from && clock < to : clock >= from || clock < to;
  }
}

/** What a clock shows, in ms since midnight. */
function clockAt(time: number, offset: number): number {
  return (time + offset) % DAY;
}

function timeOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE;
}
