/** What proves who we are on one send: headers, form fields, or both. `userid` is a field. */
export interface SmsCredentials {
  /** HTTP headers by name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Form fields by name. None may be one that the message fills, such as `mobile` or `msg`. */
  readonly fields?: Readonly<Record<string, string>>;
}

/**
 * The strategy that authenticates sends, and the token it is injected by. The package has three
 * (document, section 5); extend this class to bring another one, and give an instance as `auth` or
 * the class as the registration's `authProvider`.
 */
export abstract class SmsAuthProvider {
  /**
   * Headers and form fields that prove who we are on the next send.
   *
   * @param signal ends when the send that asked has ended: stop waiting, but leave others alone
   */
  abstract credentials(signal?: AbortSignal): Promise<SmsCredentials>;

  /**
   * The gateway refused these. Not called for those of a send that is made once more.
   *
   * @returns true where newer ones can be had: the send is then made once more
   */
  refused?(credentials: SmsCredentials): Promise<boolean>;
}
