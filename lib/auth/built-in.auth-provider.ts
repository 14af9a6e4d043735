import { SmsAuthProvider, type SmsCredentials } from './sms-auth-provider.js';

/**
 * What the package's own strategies can do beside: give credentials that are at hand without a
 * promise, which is most sends, and hear what became of those that they gave.
 *
 * @internal
 */
export abstract class BuiltInAuthProvider extends SmsAuthProvider {
  /** Credentials that need no waiting; undefined where there are none. */
  abstract ready(): SmsCredentials | undefined;

  /** The gateway took a send that carried these. */
  accepted(_credentials: SmsCredentials): void {}

  /** The gateway refused these, too, with which a send was made once more. Nobody waits for newer ones. */
  refusedAgain(_credentials: SmsCredentials): void {}

  /** What no error may say, beside the credentials of a send: what the login knows. */
  get secrets(): readonly string[] {
    return [];
  }

  /** Ends what is under way. */
  close(): void {}
}
