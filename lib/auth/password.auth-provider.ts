import { FixedAuthProvider } from './fixed.auth-provider.js';

/** Userid and password in each send (document, section 5.1), as form fields. */
export class PasswordAuthProvider extends FixedAuthProvider {
  /** @param encoding `url`: percent-encoded, as the document rules; `none`: as it is */
  constructor(userId: string, password: string, encoding: 'url' | 'none') {
    const encoded = encoding === 'url' ? encodeURIComponent(password) : password;
    super({ fields: { userid: userId, password: encoded } });
  }
}
