import type { LoginResult } from '../../lib/core/auth/login.js';
import { type FittingZones, fittingZones, lifetimeIn } from './fitting-zones.js';

/** What a login says about the time zone. */
export interface ZoneFinding {
  readonly mark: '✓' | '✗' | '?';
  readonly lines: readonly string[];
  /** The zone to use, if any fits. */
  readonly zone: string | undefined;
}

const MOST_SHOWN = 5;

/** Compares the zones that fit `expires_after` with the one that the user has set. */
export function findZone(login: LoginResult, timeZone: string | undefined): ZoneFinding {
  const fitting = fittingZones(login);
  const [best] = fitting;
  if (!best) {
    const line = 'no zone fits expires_after. Each token will be used for 60 s.';
    return { mark: '?', lines: [line], zone: undefined };
  }
  const list = listOf(fitting, login);
  const [zone = ''] = best.zones;
  if (timeZone === undefined) return { mark: '?', lines: list, zone };
  const lifetime = lifetimeIn(timeZone, login);
  if (lifetime === best.minutes) {
    const line = `${timeZone} fits best. A token lasts ${duration(lifetime)} there.`;
    return { mark: '✓', lines: [line], zone: timeZone };
  }
  if (lifetime === 0) {
    const line = `not ${timeZone}: the new token would already have expired there.`;
    return { mark: '✗', lines: [line, ...list], zone };
  }
  const line =
    `${timeZone} is possible, but a token would last ${duration(lifetime)} there. ` +
    `${zone} fits better, with ${duration(best.minutes)}.`;
  return { mark: '?', lines: [line, ...list], zone: timeZone };
}

function listOf(fitting: readonly FittingZones[], { expiresAfter }: LoginResult) {
  const shownZones = fitting.slice(0, MOST_SHOWN).map(({ minutes, zones }) => {
    return `  ${duration(minutes).padEnd(10)}${zones.slice(0, 3).join(', ')}${zones.length > 3 ? ', …' : ''}`;
  });
  const zonesLeft = fitting.length - shownZones.length;
  return [
    `expires_after is ${String(expiresAfter)}, and names no zone. A token lasts`,
    ...shownZones,
    ...(zonesLeft > 0 ? [`  (and ${zonesLeft} more, which are less likely)`] : []),
    'Lifetimes are usually round, so the first one is the most likely. Compare it with a time in the portal.',
  ];
}

function duration(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}
