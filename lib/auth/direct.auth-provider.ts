import { CredentialSource } from './credential-source.js';
import type { Secret } from './secret.js';
import type { SmsCredentials } from './sms-auth-provider.js';

/** The user id with a password or a key in each request (section 5.1 of the gateway specification). */
export class DirectAuthProvider extends CredentialSource {
  private last: { readonly secret: string; readonly credentials: SmsCredentials } | undefined;

  constructor(
    private readonly secret: Secret,
    private readonly toCredentials: (secret: string) => SmsCredentials,
  ) {
    super();
    if (secret.fixed !== undefined) this.credentialsOf(secret.fixed);
  }

  /** Also masked in answers to requests with another password or key. */
  override get secrets(): readonly string[] {
    return this.secret.seen.flatMap((each) => {
      const { headers, fields } = this.toCredentials(each);
      return [each, ...Object.values({ ...headers, ...fields })];
    });
  }

  override ready(): SmsCredentials | undefined {
    return this.secret.fixed === undefined ? undefined : this.last?.credentials;
  }

  override async credentials(): Promise<SmsCredentials> {
    return this.credentialsOf(await this.secret.read());
  }

  /** True if the password or key has changed. */
  override async refused(credentials: SmsCredentials): Promise<boolean> {
    return (await this.credentials()) !== credentials;
  }

  // The same object for the same secret, so that it can be compared by identity.
  private credentialsOf(secret: string): SmsCredentials {
    if (this.last?.secret !== secret)
      this.last = { secret, credentials: this.toCredentials(secret) };
    return this.last.credentials;
  }
}
