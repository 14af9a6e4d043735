import { hasMethods, memberOf } from '../../core/common/members.js';

/**
 * Whether a client can be one of ioredis whose database is a number: that of the package `redis` takes other arguments,
 * and the database may come from a variable that is not set. An object of the app with only `eval` passes.
 */
export function isIoredis(client: unknown): boolean {
  const isOther = hasMethods(client, 'get', 'set') && !hasMethods(client, 'defineCommand');
  return !isOther && Number.isInteger(memberOf(memberOf(client, 'options'), 'db') ?? 0);
}
