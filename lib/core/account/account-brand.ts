import { memberOf } from '../common/members.js';

/**
 * The key of a mark on services: it says what the modules of this package may use the service for. All copies of
 * the package share this key.
 *
 * @internal
 */
export const USED_FOR = Symbol.for('nestjs-sms-gateway:used-for');

/** `everything`: an account or a failover. `codes`: the service of the testing kit. */
export type UsedFor = 'everything' | 'codes';

// Compares the value, because an automatic mock has a value for every key.

/** Whether a service is an account or a failover. */
export function isAccount(service: unknown): boolean {
  return usedFor(service) === 'everything';
}

/** Whether a service checks messages and numbers, which codes need. A fake may only have `send`. */
export function checksCodes(service: unknown): boolean {
  return isAccount(service) || usedFor(service) === 'codes';
}

function usedFor(service: unknown): unknown {
  return memberOf(service, USED_FOR);
}
