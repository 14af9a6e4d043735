import { readExpiresAfter } from '../protocol/expires-after.js';
import { readHttpDate } from '../protocol/retry-after.js';

/** How long a token whose expiry cannot be trusted is used, in ms. */
export const FALLBACK_LIFETIME = 60_000;
/** How long any token is used while the zone of `expires_after` is an assumption, in ms. */
export const ASSUMED_ZONE_LIFETIME = 600_000;
/** The longest life that any token is believed to have, in ms. */
export const LONGEST_LIFETIME = 366 * 24 * 3_600_000;
const DATE_GRAIN = 1000;

/** A token as it is kept and shared. Times in ms since 1970 by our own clock. */
export interface AccessToken {
  readonly value: string;
  readonly usableUntil: number;
  /** From when on a send renews it in the background. */
  readonly refreshAt: number;
}

/** What the login's answer tells of the token's life. */
export interface ExpiryEvidence {
  readonly expiresAfter: unknown;
  /** The answer's `Date` header. */
  readonly date: string | undefined;
  /** When the login was sent and when it was answered, by our clock. */
  readonly sentAt: number;
  readonly answeredAt: number;
  /** The zone of `expires_after`; undefined where nobody set it. */
  readonly timeZone: string | undefined;
}

/** How long a token may be used, or why that cannot be told. */
export type Lifetime = { readonly usableUntil: number; readonly doubt?: string };

/** Reads how long a token may be used. Never throws: whatever the answer says, the token is worth a try. */
export function readLifetime(evidence: ExpiryEvidence): Lifetime {
  const { answeredAt, timeZone } = evidence;
  const expiry = readExpiresAfter(evidence.expiresAfter, timeZone ?? 'UTC');
  const usableUntil = expiry === undefined ? undefined : expiry - clockDifference(evidence);
  const doubt =
    usableUntil === undefined
      ? 'missing or unreadable'
      : usableUntil <= answeredAt
        ? 'in the past'
        : usableUntil - answeredAt > LONGEST_LIFETIME
          ? 'more than 366 days away'
          : undefined;
  if (usableUntil === undefined || doubt !== undefined) {
    return { usableUntil: answeredAt + FALLBACK_LIFETIME, ...(doubt ? { doubt } : {}) };
  }
  const limit = timeZone === undefined ? answeredAt + ASSUMED_ZONE_LIFETIME : usableUntil;
  return { usableUntil: Math.min(usableUntil, limit) };
}

/**
 * When a send shall begin to renew a token: ahead of its end by a window that scales with its
 * lifetime, a fifth and at most two minutes. Jitter keeps processes that share a login apart.
 *
 * @param random a number in [0, 1)
 */
export function refreshTime(from: number, usableUntil: number, random: number): number {
  const window = Math.min(120_000, (usableUntil - from) * 0.2);
  return usableUntil - window * (1 - random * 0.25);
}

// How far the gateway's clock is ahead of ours. Its Date was written between our sending and our
// reading and has a grain of one second, so all that can be known is a range. Zero within it proves
// no difference; else the end that makes the token expire sooner is taken.
function clockDifference({ date, sentAt, answeredAt }: ExpiryEvidence): number {
  const theirs = readHttpDate(date);
  if (theirs === undefined) return 0;
  const least = theirs - answeredAt;
  const most = theirs + DATE_GRAIN - sentAt;
  return least <= 0 && most >= 0 ? 0 : most;
}
