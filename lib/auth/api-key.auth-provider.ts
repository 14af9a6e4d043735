import { FixedAuthProvider } from './fixed.auth-provider.js';

/** Userid as a form field and the key as a header, never as a field (document, section 5.1). */
export class ApiKeyAuthProvider extends FixedAuthProvider {
  /** @param header the header that carries the key; the document does not show its name */
  constructor(userId: string, apiKey: string, header: string) {
    super({ headers: { [header]: apiKey }, fields: { userid: userId } });
  }
}
