import { memberOf } from '../../core/common/members.js';

/** The SQLSTATEs of a missing schema or table. */
export const MISSING = /^(?:3F000|42P01)$/;

/** Whether an error, or an error that a library wrapped in it, has such an SQLSTATE. */
export function hasState(error: unknown, states: RegExp): boolean {
  const meta = memberOf(error, 'meta');
  // Prisma 7 with a driver adapter.
  const adapted = memberOf(memberOf(meta, 'driverAdapterError'), 'cause');
  const holders = [error, memberOf(error, 'cause'), meta];
  const codes = holders.map((holder) => memberOf(holder, 'code'));
  return [...codes, memberOf(adapted, 'originalCode')].some((code) => states.test(String(code)));
}
