import { hasMethods, memberOf } from '../../core/common/members.js';

/**
 * Whether an object is a client of Redis, but not of ioredis: that of `redis` takes other arguments. An object of the
 * app with only the methods that it needs passes.
 */
export function isOtherRedis(client: unknown): boolean {
  return hasMethods(client, 'get', 'set') && !hasMethods(client, 'defineCommand');
}

/** Whether a client of ioredis has a number as its database, which may come from a variable that is not set. */
export function hasDatabase(client: unknown): boolean {
  return Number.isInteger(memberOf(memberOf(client, 'options'), 'db') ?? 0);
}
