import { SmsConfigurationError } from '../errors/index.js';
import type { ReadRecipient } from '../message/recipients.js';
import type { SmsGuardStore } from './guard-store.js';
import { MemoryGuardStore } from './memory-guard-store.js';
import { QuietHours, type QuietHoursRules } from './quiet-hours.js';
import { Reach, type ReachRules } from './reach.js';
import { SendGuard } from './send-guard.js';
import { type LimitRules, SendLimits } from './send-limits.js';
import { SharedGuardStore } from './shared-guard-store.js';

/** The options that steer what is sent, checked. */
export interface SteeringOptions {
  readonly baseUrl: string;
  readonly reach: 'all' | ReachRules;
  readonly guard?: (LimitRules & { readonly store?: SmsGuardStore | undefined }) | undefined;
  readonly quiet?: QuietHoursRules | undefined;
}

/**
 * Creates the guard of an account; undefined if its options ask for none.
 *
 * @param account the account's name
 * @param readRecipient how the account reads numbers
 * @param warn logs a warning
 * @throws SmsConfigurationError if `reach.redirectTo` is not a number
 */
export function createSendGuard(
  { baseUrl, reach, guard, quiet }: SteeringOptions,
  account: string,
  readRecipient: ReadRecipient,
  warn: (text: string) => void,
): SendGuard | undefined {
  if (reach === 'all' && !guard && !quiet) return undefined;
  if (reach !== 'all') warn(whatIsHeld(reach));
  return new SendGuard(
    reach === 'all' ? undefined : new Reach(readRedirect(reach, account, readRecipient), account),
    guard && new SendLimits(guard, storeOf(guard.store, warn), `${baseUrl}\n${account}`),
    quiet && new QuietHours(quiet),
  );
}

function readRedirect(reach: ReachRules, account: string, read: ReadRecipient): ReachRules {
  if (reach === 'none' || 'only' in reach) return reach;
  const number = read(reach.redirectTo);
  if (typeof number === 'string') return { redirectTo: number };
  throw new SmsConfigurationError(
    `SmsGatewayModule cannot start because the options of the account '${account}' are invalid. reach.redirectTo ${number.issue}.`,
  );
}

function whatIsHeld(reach: ReachRules): string {
  if (reach === 'none') return "reach is 'none': nothing is sent to anybody.";
  if ('redirectTo' in reach) {
    return 'reach.redirectTo is set: all messages go to one number, and nothing to their recipients.';
  }
  return `reach.only is set: only numbers that match one of its ${reach.only.length} patterns are sent to.`;
}

function storeOf(store: SmsGuardStore | undefined, warn: (text: string) => void): SmsGuardStore {
  if (!store) return new MemoryGuardStore();
  return new SharedGuardStore(store, (isDown, error) => {
    // What the error says may name the store's password.
    const name = error instanceof Error ? error.name : 'no error';
    warn(
      isDown
        ? `guard.store failed (${name}). Until it works again, this process counts by itself.`
        : 'guard.store works again.',
    );
  });
}
