import type { SendScope } from '../transport/send-scope.js';
import { SmsAuthProvider, type SmsCredentials } from './sms-auth-provider.js';

/** The `statusCode`s that mean refused credentials, unless `auth.refusedCodes` replaces them. */
export const DEFAULT_REFUSED_CODES: ReadonlySet<string> = new Set(['401', '403', '216']);

/**
 * Where calls get their credentials. The pipeline knows strategies, the package's own and the app's,
 * only through this interface.
 */
export interface CredentialSource {
  /** What no error may show, in addition to the credentials of the call itself. */
  readonly secrets: readonly string[];

  /** Credentials that can be used without waiting, if there are any. */
  ready(): SmsCredentials | undefined;

  /**
   * Obtains credentials. The caller stops waiting when the scope ends.
   *
   * @param fields the message's own form fields, which the credentials must not contain
   * @throws SmsGatewayError, always `not-sent`
   */
  obtain(scope: SendScope, fields: Readonly<Record<string, string>>): Promise<SmsCredentials>;

  /**
   * Notes that the gateway accepted a call with these credentials.
   *
   * @param refused the credentials that it had refused for the same call, if any
   */
  accepted(credentials: SmsCredentials, refused?: SmsCredentials): void;

  /**
   * Notes that the gateway refused a call with these credentials. Called at most once for each call.
   *
   * @returns whether there are other credentials now, so that the call is worth repeating once
   * @throws SmsGatewayError if obtaining others failed
   */
  refused(credentials: SmsCredentials): Promise<boolean>;

  /** Ends what is in progress. */
  close(): void;
}

/**
 * One of the package's own strategies. What Nest injects as `SmsAuthProvider` is itself the source.
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
