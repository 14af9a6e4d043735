import type { SendScope } from '../transport/send-scope.js';
import { SmsAuthProvider, type SmsCredentials } from './sms-auth-provider.js';

/** The `statusCode`s that mean refused credentials, unless `auth.refusedCodes` replaces them. */
export const DEFAULT_REFUSED_CODES: ReadonlySet<string> = new Set(['401', '403', '216']);

/**
 * Where calls get their credentials. The pipeline knows strategies, the package's own and the app's,
 * only as such sources. The package's own are sources themselves.
 *
 * @internal
 */
export abstract class CredentialSource extends SmsAuthProvider {
  /** What no error may show, in addition to the credentials of the call itself. */
  get secrets(): readonly string[] {
    return [];
  }

  /** Credentials that can be used without waiting, if there are any. */
  ready(): SmsCredentials | undefined {
    return undefined;
  }

  /**
   * Obtains credentials. The caller stops waiting when the scope ends.
   *
   * @param _fields the message's own form fields, which the credentials must not contain
   * @throws SmsGatewayError, always `not-sent`
   */
  obtain(_scope: SendScope, _fields: Readonly<Record<string, string>>): Promise<SmsCredentials> {
    return this.credentials();
  }

  /**
   * Notes that the gateway accepted a call with these credentials.
   *
   * @param _refused the credentials that it had refused for the same call, if any
   */
  accepted(_credentials: SmsCredentials, _refused?: SmsCredentials): void {}

  /**
   * Notes that the gateway refused a call with these credentials. Called at most once for each call.
   *
   * @returns whether there are other credentials now, so that the call is worth repeating once
   * @throws SmsGatewayError if obtaining others failed
   */
  override refused(_credentials: SmsCredentials): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Ends what is in progress. */
  close(): void {}
}
