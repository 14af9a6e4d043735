import type { SendScope } from '../transport/send-scope.js';
import { SmsAuthProvider, type SmsCredentials } from './sms-auth-provider.js';

/** The `statusCode`s that mean refused credentials where `auth.refusedCodes` is not set. */
export const DEFAULT_REFUSED_CODES: ReadonlySet<string> = new Set(['401', '403', '216']);

/**
 * Where calls get their credentials. The one interface between the code that makes calls and every
 * strategy, the package's own or the app's.
 */
export interface CredentialSource {
  /** What no error may show, besides the credentials of the call itself. */
  readonly secrets: readonly string[];

  /** Credentials that are at hand, without a promise; undefined where there are none. */
  ready(): SmsCredentials | undefined;

  /**
   * Obtains credentials. The caller stops waiting when the scope ends.
   *
   * @param fields the call's further form fields, which the credentials must not contain
   * @throws SmsGatewayError, always `not-sent`
   */
  obtain(scope: SendScope, fields: Readonly<Record<string, string>>): Promise<SmsCredentials>;

  /**
   * The gateway took a call with these credentials.
   *
   * @param refused the credentials that it refused for the same call before, if any
   */
  accepted(credentials: SmsCredentials, refused?: SmsCredentials): void;

  /**
   * The gateway refused a call with these credentials. Called once for each call at most.
   *
   * @returns whether other credentials are to be had, so that the call is worth repeating once
   * @throws SmsGatewayError where obtaining others failed
   */
  refused(credentials: SmsCredentials): Promise<boolean>;

  /** Ends what is in progress. */
  close(): void;
}

/**
 * A strategy of the package's own: what Nest injects as the `SmsAuthProvider` is also the source.
 *
 * @internal
 */
export abstract class BuiltInAuthProvider extends SmsAuthProvider implements CredentialSource {
  get secrets(): readonly string[] {
    return [];
  }

  abstract ready(): SmsCredentials | undefined;

  obtain(): Promise<SmsCredentials> {
    return this.credentials();
  }

  accepted(_credentials: SmsCredentials, _refused?: SmsCredentials): void {}

  override refused(_credentials: SmsCredentials): Promise<boolean> {
    return Promise.resolve(false);
  }

  close(): void {}
}
