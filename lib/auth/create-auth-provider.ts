import { Logger } from '@nestjs/common';
import { SmsConfigurationError } from '../errors/index.js';
import type { AccountEvents } from '../events/account-events.js';
import type { AuthMethod } from '../options/auth-schema.js';
import { type CheckedOptions, isAuthProvider } from '../options/check-options.js';
import type { Transport } from '../transport/gateway-transport.js';
import type { RetryPolicy } from '../transport/retry-policy.js';
import type { BuiltInAuthProvider } from './credential-source.js';
import { FunctionAuthProvider } from './function.auth-provider.js';
import { Login } from './login.js';
import { RequestAuthProvider } from './request.auth-provider.js';
import { SharedTokens } from './shared-tokens.js';
import type { SmsAuthProvider } from './sms-auth-provider.js';
import { TokenAuthProvider } from './token.auth-provider.js';

/** The strategy of the options: one of the package's own, or the app's. */
export function createAuthProvider(
  options: CheckedOptions,
  transport: Transport,
  retry: RetryPolicy,
  events?: AccountEvents,
): SmsAuthProvider {
  const { auth, timeout } = options;
  if (auth === undefined) throw new SmsConfigurationError('auth is missing.');
  if (isAuthProvider(auth)) return auth;
  const create = (method: AuthMethod): BuiltInAuthProvider =>
    createStrategy(method, options, transport, retry, events);
  return typeof auth === 'function'
    ? new FunctionAuthProvider(auth, create, timeout.total)
    : create(auth);
}

function createStrategy(
  auth: AuthMethod,
  { baseUrl, failureWords, timeout }: CheckedOptions,
  transport: Transport,
  retry: RetryPolicy,
  events: AccountEvents | undefined,
): BuiltInAuthProvider {
  const { userId } = auth;
  switch (auth.method) {
    case 'password':
      return RequestAuthProvider.withPassword(userId, auth.password, auth.passwordEncoding);
    case 'apiKey':
      return RequestAuthProvider.withApiKey(userId, auth.apiKey, auth.header);
    case 'token': {
      const { timeZone, scheme, cooldown, store, password } = auth;
      const shared =
        store && new SharedTokens(store, baseUrl, userId, storePatience(timeout), warnOnce());
      return new TokenAuthProvider(
        { timeZone, scheme, cooldown, total: timeout.total, userId },
        new Login(transport, retry, failureWords, userId, password, events),
        shared,
      );
    }
  }
}

/** How long to wait for a store, in ms. It leaves most of a send's time for the login. */
function storePatience({ connect, total }: CheckedOptions['timeout']): number {
  return Math.min(1000, connect, total / 4);
}

function warnOnce(): (what: string) => void {
  const logger = new Logger('SmsGateway');
  let warned = false;
  return (what) => {
    if (warned) return;
    warned = true;
    logger.warn(
      `auth.store failed at '${what}'. Sends continue with this process's own token. (Logged once.)`,
    );
  };
}
