import { DirectAuthProvider } from '../auth/credential-source.js';
import type { NoUnread } from '../common/no-unread.js';
import { Login } from '../auth/login.js';
import { Secret } from '../auth/secret.js';
import { type DeriveKey, SharedTokens, slowKey } from '../auth/shared-tokens.js';
import type { SmsAuthProvider } from '../auth/sms-auth-provider.js';
import { TokenAuthProvider } from '../auth/token.auth-provider.js';
import { SmsConfigurationError } from '../errors/index.js';
import type { CheckedAuth } from '../options/auth-schema.js';
import { type CheckedOptions, isAuthProvider } from '../options/check-options.js';
import type { Connection } from './sms-account.js';

/** Whether a method has a password, which lookups can send as it is. */
export const HAS_PASSWORD: Readonly<Record<CheckedAuth['method'], boolean>> = {
  token: true,
  password: true,
  apiKey: false,
};

/**
 * The strategy of lookups: the user id and password if the options have them, because gateways are known
 * to refuse a key there. The whole form is URL-encoded, so the password is not encoded by itself.
 *
 * @param provider that of sends, for accounts without a password
 */
export function createLookupAuthProvider(
  { auth, timeout }: CheckedOptions,
  provider: SmsAuthProvider,
  account: string,
): SmsAuthProvider {
  if (auth === undefined || isAuthProvider(auth) || !HAS_PASSWORD[auth.method]) return provider;
  const { userId: userid } = auth;
  return new DirectAuthProvider(secretOf(auth, timeout, account), (password) => ({
    fields: { userid, password },
  }));
}

/**
 * The strategy of the options: one of the package's own, or the app's.
 *
 * @param deriveKey makes the keys of `auth.store`
 */
export function createAuthProvider(
  connection: Connection,
  deriveKey: DeriveKey = slowKey,
): SmsAuthProvider {
  const { options, transport, retry, events } = connection;
  const { answers, auth, baseUrl, timeout } = options;
  if (auth === undefined) throw new SmsConfigurationError('auth is missing.');
  if (isAuthProvider(auth)) return auth;
  const { userId: userid } = auth;
  const { account } = events;
  const secret = secretOf(auth, timeout, account);
  switch (auth.method) {
    case 'password': {
      const { passwordEncoding, ...unread } = ownOptions(auth);
      void (unread satisfies NoUnread);
      const encode = passwordEncoding === 'url' ? encodeURIComponent : String;
      return new DirectAuthProvider(secret, (password) => ({
        fields: { userid, password: encode(password) },
      }));
    }
    case 'apiKey': {
      const { header, ...unread } = ownOptions(auth);
      void (unread satisfies NoUnread);
      return new DirectAuthProvider(secret, (apiKey) => ({
        headers: { [header]: apiKey },
        fields: { userid },
      }));
    }
    case 'token': {
      const { cooldown, scheme, store, timeZone, ...unread } = ownOptions(auth);
      void (unread satisfies NoUnread);
      // A store that hangs must leave most of a send's time for the login.
      const patience = Math.min(timeout.connect, timeout.total / 4);
      return new TokenAuthProvider(
        { userId: userid, cooldown, scheme, timeZone, timeout, account },
        new Login(transport, retry, answers, userid, secret, events),
        store && new SharedTokens(store, baseUrl, userid, secret, patience, account, deriveKey),
      );
    }
  }
}

/** The options of a method, apart from its secret and what all methods have. */
function ownOptions<Auth extends CheckedAuth>(
  auth: Auth,
): Omit<Auth, 'method' | 'userId' | 'password' | 'apiKey' | 'refusedCodes'> {
  return auth;
}

export function secretOf(
  auth: CheckedAuth,
  { connect, total }: CheckedOptions['timeout'],
  account: string,
): Secret {
  // A function that hangs must end before the send's own deadline.
  const patience = Math.min(connect, total / 2);
  return auth.method === 'apiKey'
    ? new Secret(auth.apiKey, 'apiKey', patience, account)
    : new Secret(auth.password, 'password', patience, account);
}
