import type { Redis, RedisOptions } from 'ioredis';
import { memberOf } from '../../../core/common/members.js';

type ReconnectOnError = NonNullable<RedisOptions['reconnectOnError']>;

/**
 * Makes a client connect again once its server has become a replica: the name or proxy in front of it then leads to
 * the new master. What the app's own option asks for comes first.
 *
 * @param given the app's client, or a Cluster
 */
export function leavingReplicas(given: unknown): ReconnectOnError {
  const options = memberOf(given, 'options');
  const own =
    memberOf(options, 'reconnectOnError') ??
    memberOf(memberOf(options, 'redisOptions'), 'reconnectOnError');
  return (error) => (isReconnect(own) && own(error)) || /\bREADONLY\b/.test(error.message);
}

function isReconnect(value: unknown): value is ReconnectOnError {
  return typeof value === 'function';
}

/** Adds what an error of TLS can mean. A Redis without TLS does not answer when TLS begins. */
export function explainTls(error: Error, client: Redis): Error {
  if (memberOf(client.options, 'tls') && /ETIMEDOUT$|wrong version number/.test(error.message))
    error.message += ' (TLS). If this Redis has no TLS, use redis:// instead of rediss://';
  return error;
}
