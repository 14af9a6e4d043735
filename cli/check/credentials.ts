import type { SmsCredentials } from '../../lib/core/auth/sms-auth-provider.js';
import type { SmsAuthOptions } from '../../lib/core/sms-gateway.options.js';

/**
 * What a request has in order to authenticate.
 *
 * @param secret the password or key or, with the token flow, the access token; or a made-up one
 */
export function credentialsOf(auth: SmsAuthOptions, secret: string): SmsCredentials {
  const fields = { userid: auth.userId };
  switch (auth.method) {
    case 'token':
      return { headers: { Authorization: `${auth.scheme ?? ''} ${secret}`.trim() }, fields };
    case 'password': {
      const password = auth.passwordEncoding === 'none' ? secret : encodeURIComponent(secret);
      return { fields: { ...fields, password } };
    }
    case 'apiKey':
      return { headers: { [auth.header ?? 'apikey']: secret }, fields };
  }
}
