import { randomBytes } from 'node:crypto';

/** What a token is worth right now. */
export type TokenState = 'valid' | 'expired' | 'unknown' | 'other user';

interface IssuedToken {
  readonly userId: string;
  expiresAt: number;
}

const REMEMBERED = 10_000;

/** The tokens that the gateway has given out. */
export class AccessTokens {
  readonly #issued = new Map<string, IssuedToken>();
  readonly #now: () => number;
  readonly #ttl: number;

  /** @param ttl milliseconds that a token lives */
  constructor(ttl: number, now: () => number) {
    this.#ttl = ttl;
    this.#now = now;
  }

  /** Gives out a new token; earlier ones stay valid until they expire. */
  issue(userId: string): { token: string; expiresAt: number } {
    const token = randomBytes(24).toString('base64url');
    const expiresAt = this.#now() + this.#ttl;
    this.#issued.set(token, { userId, expiresAt });
    const oldest = this.#issued.keys().next().value;
    if (this.#issued.size > REMEMBERED && oldest !== undefined) this.#issued.delete(oldest);
    return { token, expiresAt };
  }

  /** What a token is worth for a user. */
  check(token: string, userId: string): TokenState {
    const issued = this.#issued.get(token);
    if (issued === undefined) return 'unknown';
    if (this.#now() >= issued.expiresAt) return 'expired';
    return issued.userId === userId ? 'valid' : 'other user';
  }

  /** Ends one token now. */
  expire(token: string): void {
    const issued = this.#issued.get(token);
    if (issued !== undefined) issued.expiresAt = this.#now();
  }

  /** Ends every token now. */
  expireAll(): void {
    for (const token of this.#issued.keys()) this.expire(token);
  }
}
