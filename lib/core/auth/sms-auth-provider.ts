import { notAProvider } from '../errors/not-a-provider.js';

/**
 * A password or key, or a function that returns it, so that it can change without a restart. The function
 * is called for each login (`method: 'token'`) or each send, and again after a refusal: if it then returns
 * another value, the send is retried once.
 *
 * If it throws, or returns no non-empty string within `timeout.connect`, the send fails with an
 * `SmsAuthenticationError`, `credentials-unavailable`. The log has what it threw, masked, once per outage.
 */
export type SmsSecret = string | (() => string | Promise<string>);

/** What authenticates one send: headers, form fields, or both. `userid` is a form field. */
export interface SmsCredentials {
  /** HTTP headers by name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Form fields by name, except those that the message sets, for example `mobile` and `msg`. */
  readonly fields?: Readonly<Record<string, string>>;
}

/**
 * The strategy that authenticates sends, and its injection token. The package has three (section 5 of
 * the gateway specification). Extend this class for another one, and pass an instance as `auth` or
 * the class as the registration's `authProvider`.
 */
export abstract class SmsAuthProvider {
  /**
   * @throws SmsConfigurationError if the abstract class itself is instantiated, for example because `providers`
   * lists it
   */
  constructor() {
    if (new.target === SmsAuthProvider) throw notAProvider('SmsAuthProvider', 'SmsGatewayModule');
  }

  /**
   * Headers and form fields that authenticate the next send. Called for every attempt, and again after
   * a send has waited for its turn. They are read once and copied.
   *
   * @param signal aborts when the send ends
   */
  abstract credentials(signal?: AbortSignal): Promise<SmsCredentials>;

  /**
   * Called when the gateway refuses credentials, with the object that `credentials` returned. At most once per
   * send; not again if the repeated send is refused too.
   *
   * @returns true if there are newer ones: the send is then repeated once
   */
  refused?(credentials: SmsCredentials): Promise<boolean>;
}
