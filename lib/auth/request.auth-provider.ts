import { CredentialSource } from './credential-source.js';
import type { SmsCredentials } from './sms-auth-provider.js';

/**
 * Credentials that are the same in every request: the user id with a password or a key (section 5.1
 * of the gateway's document).
 */
export class RequestAuthProvider extends CredentialSource {
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
