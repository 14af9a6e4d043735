import type { LoginResult } from '../../auth/login.js';
import { LONGEST_LIFETIME } from '../../auth/access-token.js';
import { readExpiresAfter } from '../../protocol/expires-after.js';
import { readHttpDate } from '../../protocol/retry-after.js';

/** Time zones in which `expires_after` means the same moment. */
export interface FittingZones {
  /** The lifetime that the token then has, in minutes. */
  readonly minutes: number;
  readonly zones: readonly string[];
}

// Each list of zones, and those of equally round lifetimes, begins with these.
const COMMON = (
  'UTC Asia/Kolkata Africa/Nairobi Africa/Lagos Africa/Johannesburg Europe/London Europe/Berlin ' +
  'Europe/Moscow Asia/Dubai Asia/Karachi Asia/Dhaka Asia/Kathmandu Asia/Singapore Asia/Tokyo ' +
  'Australia/Sydney America/New_York America/Chicago America/Los_Angeles America/Sao_Paulo'
).split(' ');

/** Lifetimes that people set most, in minutes. */
const ROUNDEST = new Set([30, 60, 720, 1440, 10_080, 43_200]);

/** The time zones that fit the `expires_after` of a login, with the roundest lifetime first. */
export function fittingZones(login: LoginResult): readonly FittingZones[] {
  const groups = new Map<number, string[]>();
  // Node.js may list one of them under an older name, for example Asia/Calcutta.
  const known = new Set(COMMON.map(resolved));
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !known.has(resolved(zone)));
  for (const zone of [...COMMON, ...others]) {
    const minutes = lifetimeIn(zone, login);
    if (minutes !== undefined) groups.set(minutes, [...(groups.get(minutes) ?? []), zone]);
  }
  // A Map keeps the order in which the zones came, and sorting keeps it among equals.
  const all = Array.from(groups, ([minutes, zones]) => ({ minutes, zones }));
  return all.toSorted((a, b) => order(a.minutes) - order(b.minutes));
}

/** The lifetime in minutes that the token of a login has if the gateway writes times in this zone. */
export function lifetimeIn(zone: string, login: LoginResult): number | undefined {
  const expiry = readExpiresAfter(login.expiresAfter, zone);
  if (expiry === undefined) return undefined;
  // By the gateway's own clock, which also wrote the expiry.
  const lifetime = expiry - (readHttpDate(login.date) ?? login.answeredAt);
  const minutes = Math.round(lifetime / 60_000);
  return minutes > 0 && lifetime <= LONGEST_LIFETIME ? minutes : undefined;
}

/** A lifetime as text, for example `6 h 30 min`. */
export function shownLifetime(minutes: number): string {
  const days = Math.floor(minutes / 1440);
  const parts = [
    [days, days === 1 ? 'day' : 'days'],
    [Math.floor((minutes % 1440) / 60), 'h'],
    [minutes % 60, 'min'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ');
}

// Nothing else says which of the roundest is right; the others are easier to read in order.
function order(minutes: number): number {
  if (ROUNDEST.has(minutes)) return 0;
  return minutes + 1e6 * [60, 30, 15, 1].findIndex((unit) => minutes % unit === 0);
}

function resolved(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}
