import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { within } from '../common/promises.js';
import { isPlainObject } from '../common/value-checks.js';
import { isHeaderValue } from '../protocol/header.js';
import { endFault, logFault } from '../logging/log-fault.js';
import { type AccessToken, LONGEST_LIFETIME } from './access-token.js';
import type { Secret } from './secret.js';
import type { SmsTokenCache, SmsTokenStore } from './token-store.js';

/** How often {@link SharedTokens.glance} asks the store, in ms. */
const GLANCE_EVERY = 250;

const derive = promisify<string, string, number, Buffer>(scrypt);

/** Makes the key of the store from what identifies a user. */
export type DeriveKey = (baseUrl: string, userId: string, password: string) => Promise<string>;

/**
 * The store through which processes share tokens. It may fail, hang or hold garbage: each process then
 * continues with its own token.
 *
 * The key depends on the password: without it, nobody gets a token of this user.
 */
export class SharedTokens {
  private last: { readonly password: string; readonly key: Promise<string> } | undefined;
  private glancing: Promise<AccessToken | undefined> | undefined;
  private nextGlance = 0;

  /**
   * @param patience how long to wait for the store, in ms
   * @param account the name of the account, for the log
   */
  constructor(
    private readonly store: SmsTokenStore | SmsTokenCache,
    private readonly baseUrl: string,
    private readonly userId: string,
    private readonly password: Secret,
    private readonly patience: number,
    private readonly account: string,
    private readonly deriveKey: DeriveKey,
  ) {}

  /** The shared token, if it is usable. */
  async read(): Promise<AccessToken | undefined> {
    // All within the attempt, because reading what a store returned may throw.
    return this.attempt('get', async (key) => readStored(await this.store.get(key), Date.now()));
  }

  /** Like {@link read}, but at most every 250 ms, for calls that would otherwise each ask the store. */
  async glance(): Promise<AccessToken | undefined> {
    if (!this.glancing && performance.now() < this.nextGlance) return undefined;
    this.glancing ??= this.read().finally(() => {
      this.glancing = undefined;
      this.nextGlance = performance.now() + GLANCE_EVERY;
    });
    return this.glancing;
  }

  /** Shares a token. Does not wait for the store. */
  write({ token, usableUntil, refreshAt }: AccessToken): void {
    const stored: AccessToken = { token, usableUntil, refreshAt };
    const ttl = usableUntil - Date.now();
    void this.attempt('set', (key) => this.store.set(key, stored, ttl));
  }

  /** Removes the token. Does not wait for the store. */
  drop(): void {
    const { store } = this;
    void this.attempt('delete', (key) => ('delete' in store ? store.delete(key) : store.del(key)));
  }

  private async attempt<T>(method: string, work: (key: string) => T) {
    // If the app's function fails, so will the login, which says so.
    const key = await this.key().catch(() => undefined);
    if (key === undefined) return undefined;
    const name = `auth.store.${method}`;
    try {
      // A store that hangs must not keep the process running. Sends have their own deadlines.
      const done = (async () => ({ result: await work(key) }))();
      const storeAnswer = await within(this.patience, done, true);
      if (!storeAnswer) throw new Error(`It did not answer within ${this.patience / 1000} s`);
      endFault(this.store, name);
      return storeAnswer.result;
    } catch (error) {
      const ownTokenNote = "Sends continue with this process's own token.";
      logFault(this.account, this.password.seen, this.store, name, error, ownTokenNote);
      return undefined;
    }
  }

  /** Derived once for each password, and not counted as time of the store. */
  private async key(): Promise<string> {
    const password = this.password.seen[0] ?? (await this.password.read());
    if (this.last?.password !== password)
      this.last = { password, key: this.deriveKey(this.baseUrl, this.userId, password) };
    return this.last.key;
  }
}

/** Slow to compute, so that someone who can read the store cannot guess the password from its keys. */
export const slowKey: DeriveKey = async (baseUrl, userId, password) => {
  const hash = await derive(password, JSON.stringify([baseUrl, userId]), 32);
  return `nestjs-sms-gateway:token:${hash.toString('base64url')}`;
};

// Checked like a token from a login: one that is not a valid header would make every send fail.
function readStored(stored: unknown, now: number): AccessToken | undefined {
  if (!isPlainObject(stored)) return undefined;
  const { token, usableUntil, refreshAt } = stored;
  if (typeof token !== 'string' || !isHeaderValue(token)) return undefined;
  if (typeof usableUntil !== 'number' || typeof refreshAt !== 'number') return undefined;
  const timeLeft = usableUntil - now;
  const isUsable = timeLeft > 0 && timeLeft <= LONGEST_LIFETIME && refreshAt <= usableUntil;
  return isUsable ? { token, usableUntil, refreshAt } : undefined;
}
