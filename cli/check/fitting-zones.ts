import { readAccessToken } from '../../lib/core/auth/access-token.js';
import type { LoginResult } from '../../lib/core/auth/login.js';

/** Time zones in which `expires_after` means the same moment. */
export interface FittingZones {
  /** The lifetime that the token then has, in minutes. */
  readonly minutes: number;
  readonly zones: readonly string[];
}

// Each list of zones begins with these.
const COMMON = (
  'UTC Asia/Kolkata Africa/Nairobi Africa/Lagos Africa/Johannesburg Europe/London Europe/Berlin ' +
  'Asia/Dubai Asia/Dhaka Asia/Singapore Asia/Tokyo Australia/Sydney America/New_York America/Chicago'
).split(' ');

/** Lifetimes that people set most, in minutes. */
const USUAL = new Set([30, 60, 720, 1440, 10_080, 43_200]);

/** The time zones that fit the `expires_after` of a login, with the most usual lifetime first. */
export function fittingZones(login: LoginResult): readonly FittingZones[] {
  const groups = new Map<number, string[]>();
  for (const zone of new Set([...COMMON, ...Intl.supportedValuesOf('timeZone')])) {
    const minutes = lifetimeIn(zone, login);
    if (minutes > 0) groups.set(minutes, [...(groups.get(minutes) ?? []), zone]);
  }
  return Array.from(groups, ([minutes, zones]) => ({ minutes, zones })).toSorted(
    (a, b) => rank(a.minutes) - rank(b.minutes),
  );
}

/** How many minutes the token of a login lasts if the gateway writes times in this zone; 0 if that cannot be. */
export function lifetimeIn(zone: string, login: LoginResult): number {
  const { doubt, usableUntil } = readAccessToken(login, zone);
  return doubt ? 0 : Math.round((usableUntil - login.answeredAt) / 60_000);
}

function rank(minutes: number): number {
  if (USUAL.has(minutes)) return 0;
  return minutes + 1e6 * [60, 30, 15, 1].findIndex((unit) => minutes % unit === 0);
}
