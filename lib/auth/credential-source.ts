import type { SendScope } from '../transport/send-scope.js';
import { SmsAuthProvider, type SmsCredentials } from './sms-auth-provider.js';

/** The `statusCode`s that mean refused credentials, unless `auth.refusedCodes` replaces them. */
export const DEFAULT_REFUSED_CODES: ReadonlySet<string> = new Set(['401', '403', '216']);

/**
 * Where calls get their credentials: one of the package's own strategies, or what wraps an app's.
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

  /** @throws SmsGatewayError, always `not-sent`, also if the fields of the message contain one of its own */
  obtain(_scope: SendScope, _fields: Readonly<Record<string, string>>): Promise<SmsCredentials> {
    return this.credentials();
  }

  /** @param _refused the credentials that the gateway had refused for the same call, if any */
  accepted(_credentials: SmsCredentials, _refused?: SmsCredentials): void {}

  /** Called at most once for each call. Returns whether there are other credentials to repeat it with. */
  override refused(_credentials: SmsCredentials): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Ends what is in progress. */
  close(): void {}
}
