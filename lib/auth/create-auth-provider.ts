import { SmsConfigurationError } from '../errors/index.js';
import type { AccountEvents } from '../events/account-events.js';
import type { AuthMethod } from '../options/auth-schema.js';
import { type CheckedOptions, isAuthProvider } from '../options/check-options.js';
import type { Transport } from '../transport/gateway-transport.js';
import type { RetryPolicy } from '../transport/retry-policy.js';
import { CredentialSource } from './credential-source.js';
import { FunctionAuthProvider } from './function.auth-provider.js';
import { Login } from './login.js';
import { SharedTokens } from './shared-tokens.js';
import type { SmsAuthProvider, SmsCredentials } from './sms-auth-provider.js';
import { TokenAuthProvider } from './token.auth-provider.js';

/** The strategy of the options: one of the package's own, or the app's. */
export function createAuthProvider(
  { auth, baseUrl, failureWords, timeout }: CheckedOptions,
  transport: Transport,
  retry: RetryPolicy,
  events: AccountEvents,
): SmsAuthProvider {
  const { connect, total } = timeout;
  const create = (method: AuthMethod): CredentialSource => {
    const { userId } = method;
    switch (method.method) {
      case 'password': {
        const { password, passwordEncoding } = method;
        const encoded = passwordEncoding === 'url' ? encodeURIComponent(password) : password;
        return new FixedAuthProvider({ fields: { userid: userId, password: encoded } });
      }
      case 'apiKey': {
        const { apiKey, header } = method;
        return new FixedAuthProvider({
          headers: { [header]: apiKey },
          fields: { userid: userId },
        });
      }
      case 'token': {
        const { store, password } = method;
        // A store that hangs must leave most of a send's time for the login.
        const patience = Math.min(1000, connect, total / 4);
        return new TokenAuthProvider(
          { ...method, total, account: events.account },
          new Login(transport, retry, failureWords, userId, password, events),
          store && new SharedTokens(store, baseUrl, userId, password, patience, events.account),
        );
      }
    }
  };
  if (auth === undefined) throw new SmsConfigurationError('auth is missing.');
  if (isAuthProvider(auth)) return auth;
  return typeof auth === 'function' ? new FunctionAuthProvider(auth, create, total) : create(auth);
}

/**
 * Credentials that are the same in every request: the user id with a password or a key (section 5.1
 * of the gateway's document).
 */
class FixedAuthProvider extends CredentialSource {
  constructor(private readonly fixed: SmsCredentials) {
    super();
  }

  /** Also masked in answers to later credentials, if the password or key changes. */
  override get secrets(): readonly string[] {
    const { headers, fields } = this.fixed;
    return Object.values({ ...headers, ...fields });
  }

  override ready(): SmsCredentials {
    return this.fixed;
  }

  override credentials(): Promise<SmsCredentials> {
    return Promise.resolve(this.fixed);
  }

  /** True for credentials of an earlier password or key: the send is then made once more. */
  override refused(credentials: SmsCredentials): Promise<boolean> {
    return Promise.resolve(credentials !== this.fixed);
  }
}
