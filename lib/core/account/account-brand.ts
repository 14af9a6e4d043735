import { memberOf } from '../common/members.js';

// All copies of the package share these keys.

/** The key of a mark on accounts and failovers. @internal */
export const IS_ACCOUNT = Symbol.for('nestjs-sms-gateway:is-account');
/** The key under which the service of the testing kit has the account that checks its messages. @internal */
export const CHECKED_BY = Symbol.for('nestjs-sms-gateway:checked-by');

/** Whether a service is an account or a failover, and can therefore be used as a `T`. */
export function isAccount<T>(service: unknown): service is T {
  // Compares the value, because an automatic mock has a value for every key.
  return memberOf(service, IS_ACCOUNT) === true;
}

/** The account that checks the messages of a service; undefined for a fake, which may only have `send`. */
export function checkingAccount<T>(service: unknown): T | undefined {
  return [service, memberOf(service, CHECKED_BY)].find(isAccount<T>);
}
