import type { Redis } from 'ioredis';
import { memberOf } from '../../../core/common/members.js';

/**
 * Makes a client connect again once its server has become a replica: its host name or proxy leads to the new master.
 *
 * @param options the app's own, whose `reconnectOnError` is called first
 */
export function leavingReplicas(options: unknown) {
  const appStrategy = memberOf(options, 'reconnectOnError');
  return (error: Error): boolean | 2 => {
    const wish: unknown = typeof appStrategy === 'function' && appStrategy(error);
    return wish === 2 ? 2 : Boolean(wish) || /\bREADONLY\b/.test(error.message);
  };
}

/** Adds what an error of TLS can mean. A Redis without TLS does not answer when TLS begins. */
export function explainTls(error: Error, { options }: Redis): Error {
  if (memberOf(options, 'tls') && /ETIMEDOUT$|wrong version number/.test(error.message))
    error.message += ' (TLS). If this Redis has no TLS, use redis:// instead of rediss://';
  return error;
}
