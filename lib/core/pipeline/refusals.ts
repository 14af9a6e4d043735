import { isDeepStrictEqual } from 'node:util';
import type { SmsCredentials } from '../auth/sms-auth-provider.js';

const aboutMessage = new WeakSet<object>();

/** Whether a refusal is about its message, and says nothing of the account. */
export function isAboutMessage(refusal: object): boolean {
  return aboutMessage.has(refusal);
}

/**
 * Distinguishes refusals of one message, for example by a firewall that objects to its text, from those
 * of an account. A refusal is about the message while the last accepted send of the account used
 * the same credentials and no send with a different text was refused since.
 */
export class Refusals {
  // Private to the language, so that printing an account shows neither.
  #proved: SmsCredentials | undefined;
  #text: string | undefined;

  accepted(credentials: SmsCredentials): void {
    this.#proved = credentials;
    this.#text = undefined;
  }

  /**
   * Notes a send that was refused permanently.
   *
   * @param earlier the credentials that were refused first, if the send was repeated with others
   */
  refused(
    refusal: object,
    text: string,
    credentials: SmsCredentials,
    earlier: SmsCredentials = credentials,
  ): void {
    const proved = this.#proved;
    this.#text ??= text;
    if (!proved || this.#text !== text) {
      this.#proved = undefined;
    } else if (isDeepStrictEqual(proved, earlier) || isDeepStrictEqual(proved, credentials)) {
      aboutMessage.add(refusal);
      // They replaced the proved ones only for this message, and nothing else was refused with them.
      this.#proved = credentials;
    }
  }
}
