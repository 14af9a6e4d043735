import type { NoUnread } from '../common/no-unread.js';
import { SmsGuardError } from '../errors/index.js';
import { changeWithin, offsetAt } from '../common/time-zone.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** A time of each day. */
export interface Hours {
  /** Such as `21:00`. */
  readonly from: string;
  /** Such as `10:00`: the first minute in which messages are sent again. */
  readonly to: string;
}

/** The option `quiet`, checked. */
export interface QuietRules {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone: string;
  readonly categories?: Readonly<Record<string, Hours | undefined>> | undefined;
}

/** What matters here of a registered template. */
export interface CategorisedTemplate {
  readonly definition: { readonly dltTemplateId: string; readonly category?: string | undefined };
}

/** Hours in which only messages of high priority are sent, and others in which no messages of a category are. */
export class Quiet {
  private readonly general: QuietHours | undefined;
  /** By the ids of the templates. */
  private readonly ofTemplates = new Map<string, { category: string; hours: QuietHours }>();

  constructor(
    { from, to, timeZone, categories = {}, ...unread }: QuietRules,
    templates: readonly CategorisedTemplate[] = [],
  ) {
    void (unread satisfies NoUnread);
    if (from !== undefined && to !== undefined) {
      this.general = new QuietHours({ from, to }, timeZone);
    }
    for (const { category = '', dltTemplateId } of templates.map(({ definition }) => definition)) {
      const hours = categories[category];
      if (!hours) continue;
      this.ofTemplates.set(dltTemplateId, { category, hours: new QuietHours(hours, timeZone) });
    }
  }

  /**
   * The error for a message at this time; undefined if it may be sent.
   *
   * @param templateId the `dltTemplateId` of the message
   */
  refusal(
    templateId: string | undefined,
    priority: 'normal' | 'high',
    now: number,
  ): SmsGuardError | undefined {
    const { category, hours } = this.ofTemplates.get(templateId ?? '') ?? {};
    const general = priority === 'high' ? undefined : this.general;
    const msLeft = hours?.left(now) ?? 0;
    const retryAfter = Math.max(msLeft, general?.left(now) ?? 0);
    if (retryAfter === 0) return undefined;
    // High priority does not help if both apply.
    const [what, when, advice] =
      msLeft > 0
        ? [`messages of the category '${category}'`, hours, '']
        : ['messages', general, ", or with priority: 'high' if it cannot wait"];
    return new SmsGuardError(
      'quiet-hours',
      `Quiet hours hold ${what} back ${when?.text}. Nothing was sent. Send it after retryAfter${advice}.`,
      { retryAfter },
    );
  }
}

/** Hours of each day, in the local time of a time zone. */
export class QuietHours {
  /** For errors. */
  readonly text: string;
  private readonly from: number;
  private readonly to: number;

  constructor(
    { from, to, ...unread }: Hours,
    private readonly timeZone: string,
  ) {
    void (unread satisfies NoUnread);
    this.text = `from ${from} to ${to} (${timeZone})`;
    this.from = timeOfDay(from);
    this.to = timeOfDay(to);
  }

  /**
   * How long they still last, in ms; 0 outside of them.
   *
   * @param now ms since 1970: the hours are those of the calendar's clock
   */
  left(now: number): number {
    let time = now;
    while (this.includes(time)) {
      const clock = clockAt(time, offsetAt(time, this.timeZone));
      const end = time + ((this.to - clock + DAY) % DAY);
      // If the clocks change before then, the new time decides.
      time = changeWithin(time, end, this.timeZone) ?? end;
    }
    return time - now;
  }

  private includes(time: number): boolean {
    const clock = clockAt(time, offsetAt(time, this.timeZone));
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
