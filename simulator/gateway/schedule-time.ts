import { readExpiresAfter } from '../../lib/core/common/expires-after.js';

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
const WITHOUT_SECONDS = /^\d{4}-\d\d-\d\d \d\d:\d\d$/;
const SHOWN = 40;

/** When a send is to go out. */
export interface Schedule {
  /** The moment of a `scheduleTime` in the future: ISO 8601, UTC. */
  readonly scheduledFor?: string;
  /** Why the message is sent at once although it has a `scheduleTime`. */
  readonly sentAtOnce?: string;
}

/**
 * Reads `scheduleTime`. One that cannot be read, or has passed, is not silently taken for now.
 *
 * @param now the time in milliseconds since 1970
 * @param timeZone the zone of a time that names none, an assumption
 */
export function readSchedule(text: string, now: number, timeZone: string): Schedule {
  if (text.trim() === '') return {};
  const time = readTime(text, timeZone);
  if (time !== undefined && time > now) return { scheduledFor: new Date(time).toISOString() };
  const shownTime = JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
  const why =
    time === undefined
      ? 'cannot be read. Write it as YYYY-MM-DD HH:MM:SS, YYYY-MM-DD HH:MM, or ISO 8601 with a zone.'
      : `has passed. It is read in ${timeZone} unless it names a zone.`;
  return { sentAtOnce: `Sent at once: scheduleTime ${shownTime} ${why}` };
}

// The wall clock as in `expires_after`, also without seconds, or a time that names its zone.
function readTime(text: string, timeZone: string): number | undefined {
  const wall = readExpiresAfter(WITHOUT_SECONDS.test(text) ? `${text}:00` : text, timeZone);
  if (wall !== undefined) return wall;
  return ISO_TIME.test(text) && !Number.isNaN(Date.parse(text)) ? Date.parse(text) : undefined;
}
