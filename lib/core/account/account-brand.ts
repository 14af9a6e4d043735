import { memberOf } from '../common/members.js';

/**
 * The key of the mark that says what the modules of this package may use a service for. It is the same in two
 * copies of the package.
 *
 * @internal
 */
export const USED_FOR = Symbol.for('nestjs-sms-gateway:used-for');

/** `everything`: it is an account or a failover. `codes`: it is the service of the testing kit. */
export type UsedFor = 'everything' | 'codes';

// The value is compared, because an automatic mock has something for every key.

/** Whether it is an account or a failover. */
export function isAccount(service: unknown): boolean {
  return usedFor(service) === 'everything';
}

/** Whether it checks messages and numbers, as codes need it. A fake can perhaps only send. */
export function checksCodes(service: unknown): boolean {
  return isAccount(service) || usedFor(service) === 'codes';
}

function usedFor(service: unknown): unknown {
  return memberOf(service, USED_FOR);
}
