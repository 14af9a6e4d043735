import { SmsAuthProvider, type SmsCredentials } from './sms-auth-provider.js';

/** Userid and password in each send (document, section 5.1), as form fields. */
export class PasswordAuthProvider extends SmsAuthProvider {
  private readonly sent: Promise<SmsCredentials>;

  /** @param encoding `url`: percent-encoded, as the document rules; `none`: as it is */
  constructor(userId: string, password: string, encoding: 'url' | 'none') {
    super();
    const encoded = encoding === 'url' ? encodeURIComponent(password) : password;
    this.sent = Promise.resolve({ fields: { userid: userId, password: encoded } });
  }

  override credentials(): Promise<SmsCredentials> {
    return this.sent;
  }
}
