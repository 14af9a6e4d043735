import { BuiltInAuthProvider } from './built-in.auth-provider.js';
import type { SmsCredentials } from './sms-auth-provider.js';

/** Credentials that are the same for every send (document, section 5.1). */
export abstract class FixedAuthProvider extends BuiltInAuthProvider {
  constructor(private readonly fixed: SmsCredentials) {
    super();
  }

  override ready(): SmsCredentials {
    return this.fixed;
  }

  override credentials(): Promise<SmsCredentials> {
    return Promise.resolve(this.fixed);
  }
}
