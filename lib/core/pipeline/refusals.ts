import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SmsCredentials } from '../auth/sms-auth-provider.js';

/** How many texts an account of a failover remembers. */
const REMEMBERED = 1000;
/** How long after an accepted send a refused new token is not taken for a blocked account, in ms. */
const RECENT = 60_000;

/**
 * Distinguishes refusals of one message, for example by a firewall that objects to its text, from those of an
 * account. A refusal counts as being about the message if the account's last accepted send used the same
 * credentials and no other text has been refused since. If the text was accepted before, its refusal is about the
 * account: otherwise, every send of a broadcast of one text would fail.
 *
 * A token that was made after the first refusal since the last accepted send cannot have been revoked before, so its
 * refusal counts as being about the message too, for a minute: after that, the account itself may be blocked.
 */
export class Refusals {
  // `#private`, so that printing an account does not show them.
  #proved: SmsCredentials | undefined;
  #text: string | undefined;
  /** When a text to remember was last accepted, and the first refusal since then, by `performance.now()`. */
  #acceptedAt = -Infinity;
  #refusedAt = Infinity;
  /** Digests of the last accepted texts, ordered by when each was last accepted. */
  readonly #wanted = new Set<string>();

  /** @param text undefined if it does not have to be remembered, because no other account may send it */
  accepted(credentials: SmsCredentials, text?: string): void {
    this.#proved = credentials;
    this.#text = undefined;
    this.#refusedAt = Infinity;
    if (text !== undefined) this.remember(digestOf(text, credentials));
  }

  /** Notes that a send was refused, before other credentials are obtained. */
  begin(): void {
    this.#refusedAt = Math.min(this.#refusedAt, performance.now());
  }

  /**
   * Notes a send that was refused permanently.
   *
   * @param earlier the credentials that were refused first, if the send was repeated with others
   * @param madeAt when they were made, if they are a token, by `performance.now()`
   * @returns whether the refusal is about the message, and says nothing of the account
   */
  refused(
    text: string,
    credentials: SmsCredentials,
    earlier: SmsCredentials = credentials,
    madeAt = -Infinity,
  ): boolean {
    const proved = this.#proved;
    this.#text ??= text;
    const isWanted = this.#wanted.has(digestOf(text, credentials));
    // It is the account that is refused, until it accepts a text again.
    if (isWanted) this.#acceptedAt = -Infinity;
    const isNew = madeAt >= this.#refusedAt && performance.now() - this.#acceptedAt <= RECENT;
    if (proved && this.#text === text && !isWanted) {
      const isProved = [earlier, credentials].some((each) => isDeepStrictEqual(proved, each));
      // They replaced the proved ones only for this message, and nothing else was refused with them.
      if (isProved) this.#proved = credentials;
      return isProved || isNew;
    }
    if (!isNew) this.#proved = undefined;
    return isNew;
  }

  private remember(digest: string): void {
    this.#acceptedAt = performance.now();
    this.#wanted.delete(digest);
    this.#wanted.add(digest);
    for (const oldest of this.#wanted) {
      if (this.#wanted.size <= REMEMBERED) break;
      this.#wanted.delete(oldest);
    }
  }
}

// Includes the user, because a strategy of the app may send for several users. New credentials of a user count
// like earlier ones.
function digestOf(text: string, { fields }: SmsCredentials): string {
  const known = JSON.stringify([fields?.['userid'], text]);
  return createHash('sha256').update(known).digest('base64');
}
