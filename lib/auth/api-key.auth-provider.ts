import { SmsAuthProvider, type SmsCredentials } from './sms-auth-provider.js';

/** Userid as a form field and the key as a header, never as a field (document, section 5.1). */
export class ApiKeyAuthProvider extends SmsAuthProvider {
  private readonly sent: Promise<SmsCredentials>;

  /** @param header the header that carries the key; the document does not show its name */
  constructor(userId: string, apiKey: string, header: string) {
    super();
    this.sent = Promise.resolve({ headers: { [header]: apiKey }, fields: { userid: userId } });
  }

  override credentials(): Promise<SmsCredentials> {
    return this.sent;
  }
}
