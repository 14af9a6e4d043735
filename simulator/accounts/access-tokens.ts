import { randomBytes } from 'node:crypto';

/** The state of a token at this moment. */
export type TokenState = 'valid' | 'expired' | 'unknown' | 'other user';

const MAX_TOKENS = 10_000;

/** The tokens that the gateway has issued. */
export class AccessTokens {
  readonly #issued = new Map<string, { readonly userId: string; expiresAt: number }>();
  readonly #now: () => number;
  readonly #ttl: number;

  /** @param ttl lifetime of a token in milliseconds */
  constructor(ttl: number, now: () => number) {
    this.#ttl = ttl;
    this.#now = now;
  }

  /** Issues a new token. Earlier ones stay valid until they expire. */
  issue(userId: string): { token: string; expiresAt: number } {
    const token = randomBytes(24).toString('base64url');
    const expiresAt = this.#now() + this.#ttl;
    this.#issued.set(token, { userId, expiresAt });
    const [oldest = ''] = this.#issued.keys();
    if (this.#issued.size > MAX_TOKENS) this.#issued.delete(oldest);
    return { token, expiresAt };
  }

  /** The state of a token when this user sends it. */
  check(token: string, userId: string): TokenState {
    const issued = this.#issued.get(token);
    if (issued === undefined) return 'unknown';
    if (this.#now() >= issued.expiresAt) return 'expired';
    return issued.userId === userId ? 'valid' : 'other user';
  }

  /** Expires one token now. */
  expire(token: string): void {
    const issued = this.#issued.get(token);
    if (issued !== undefined) issued.expiresAt = this.#now();
  }

  /** Expires all tokens now. */
  expireAll(): void {
    for (const token of this.#issued.keys()) this.expire(token);
  }
}
