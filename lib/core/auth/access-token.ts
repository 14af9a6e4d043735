import { readExpiresAfter } from '../common/expires-after.js';
import { readHttpDate } from '../common/http-date.js';
import type { ExpiryDoubt } from './expiry-warnings.js';
import type { LoginResult } from './login.js';

/** How long a token with an implausible expiry is used, in ms. */
const FALLBACK_LIFETIME = 60_000;
/** How long any token is used while the zone of `expires_after` is an assumption, in ms. */
const ASSUMED_ZONE_LIFETIME = 600_000;
/** The longest plausible lifetime of a token, in ms. */
export const LONGEST_LIFETIME = 366 * 24 * 3_600_000;
const DATE_RESOLUTION = 1000;

/** A token as it is kept, and shared in a store. Times in ms since 1970, by this host's clock. */
export interface AccessToken {
  readonly token: string;
  readonly usableUntil: number;
  /** From when on a send renews it in the background. */
  readonly refreshAt: number;
}

/**
 * The token of a login, and what is wrong with its expiry, if anything. Never throws: whatever its
 * expiry, it is worth an attempt.
 *
 * @param timeZone the zone of `expires_after`; undefined if `auth.timeZone` is not set
 */
export function readAccessToken(
  login: LoginResult,
  timeZone: string | undefined,
): AccessToken & { readonly doubt?: ExpiryDoubt } {
  const { token, answeredAt } = login;
  const lifetime = readLifetime(login, timeZone);
  return { token, refreshAt: refreshTime(answeredAt, lifetime.usableUntil), ...lifetime };
}

function readLifetime(
  login: LoginResult,
  timeZone: string | undefined,
): { usableUntil: number; doubt?: ExpiryDoubt } {
  const { answeredAt } = login;
  const fallback = answeredAt + FALLBACK_LIFETIME;
  const expiry = readExpiresAfter(login.expiresAfter, timeZone ?? 'UTC');
  if (expiry === undefined) return { usableUntil: fallback, doubt: 'unreadable' };
  const usableUntil = expiry - clockDifference(login);
  if (usableUntil <= answeredAt) return { usableUntil: fallback, doubt: 'past' };
  if (usableUntil - answeredAt > LONGEST_LIFETIME) return { usableUntil: fallback, doubt: 'far' };
  if (timeZone !== undefined) return { usableUntil };
  return { usableUntil: Math.min(usableUntil, answeredAt + ASSUMED_ZONE_LIFETIME) };
}

/** From when on sends renew a token: a fifth of its lifetime before its end, but at most two minutes. */
function refreshTime(from: number, usableUntil: number): number {
  const window = Math.min(120_000, (usableUntil - from) * 0.2);
  // Random jitter keeps processes with the same login from renewing at the same time.
  return usableUntil - window * (1 - Math.random() * 0.25);
}

// How far the gateway's clock is ahead of this host's. Its Date was written between the request and
// the answer, with a resolution of one second, so only a range is known. If the range contains zero,
// the clocks may agree. Otherwise, use the end of the range that makes the token expire sooner.
function clockDifference({ date, sentAt, answeredAt }: LoginResult): number {
  const theirs = readHttpDate(date);
  if (theirs === undefined) return 0;
  const least = theirs - answeredAt;
  const most = theirs + DATE_RESOLUTION - sentAt;
  return least <= 0 && most >= 0 ? 0 : most;
}
