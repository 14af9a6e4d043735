import { SmsConfigurationError } from '../errors/index.js';
import type { AccountEvents } from '../events/account-events.js';
import { type CheckedOptions, isAuthProvider } from '../options/check-options.js';
import type { Transport } from '../transport/gateway-transport.js';
import type { RetryPolicy } from '../transport/retry-policy.js';
import { DirectAuthProvider } from '../auth/credential-source.js';
import { Login } from '../auth/login.js';
import { Secret } from '../auth/secret.js';
import { SharedTokens } from '../auth/shared-tokens.js';
import type { SmsAuthProvider } from '../auth/sms-auth-provider.js';
import { TokenAuthProvider } from '../auth/token.auth-provider.js';

/**
 * The strategy of lookups: the user id and password where the options have them, because gateways are known
 * to refuse a key there. The whole form is URL-encoded, so the password is not encoded by itself.
 *
 * @param provider that of sends, for accounts without a password
 */
export function createLookupAuthProvider(
  { auth, timeout }: CheckedOptions,
  provider: SmsAuthProvider,
): SmsAuthProvider {
  if (auth === undefined || isAuthProvider(auth) || auth.method === 'apiKey') return provider;
  const patience = Math.min(timeout.connect, timeout.total / 2);
  const { userId } = auth;
  return new DirectAuthProvider(new Secret(auth.password, 'password', patience), (password) => ({
    fields: { userid: userId, password },
  }));
}

/** The strategy of the options: one of the package's own, or the app's. */
export function createAuthProvider(
  { auth, baseUrl, failureWords, timeout }: CheckedOptions,
  transport: Transport,
  retry: RetryPolicy,
  events: AccountEvents,
): SmsAuthProvider {
  if (auth === undefined) throw new SmsConfigurationError('auth is missing.');
  if (isAuthProvider(auth)) return auth;
  const { connect, total } = timeout;
  const { userId } = auth;
  // A function that hangs must end before the send's own deadline.
  const patience = Math.min(connect, total / 2);
  switch (auth.method) {
    case 'password': {
      const encode = auth.passwordEncoding === 'url' ? encodeURIComponent : String;
      return new DirectAuthProvider(
        new Secret(auth.password, 'password', patience),
        (password) => ({ fields: { userid: userId, password: encode(password) } }),
      );
    }
    case 'apiKey': {
      const { header } = auth;
      return new DirectAuthProvider(new Secret(auth.apiKey, 'apiKey', patience), (apiKey) => ({
        headers: { [header]: apiKey },
        fields: { userid: userId },
      }));
    }
    case 'token': {
      const { store } = auth;
      const password = new Secret(auth.password, 'password', patience);
      return new TokenAuthProvider(
        { ...auth, timeout, account: events.account },
        new Login(transport, retry, failureWords, userId, password, events),
        // A store that hangs must leave most of a send's time for the login.
        store &&
          new SharedTokens(
            store,
            baseUrl,
            userId,
            password,
            Math.min(connect, total / 4),
            events.account,
          ),
      );
    }
  }
}
