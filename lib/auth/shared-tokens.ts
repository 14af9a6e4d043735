import { createHash } from 'node:crypto';
import { isPlainObject } from '../message/value-checks.js';
import { isHeaderValue } from '../protocol/header.js';
import { SafeLogger } from '../events/safe-logger.js';
import { type AccessToken, LONGEST_LIFETIME } from './access-token.js';
import type { SmsTokenStore } from './token-store.js';

/** How often {@link SharedTokens.glance} asks the store, in ms. */
const GLANCE_EVERY = 250;

/**
 * The store through which processes share tokens. It may fail, hang or hold garbage: each process then
 * continues with its own token.
 */
export class SharedTokens {
  private readonly key: string;
  private glancing: Promise<AccessToken | undefined> | undefined;
  private nextGlance = 0;
  private warned = false;

  /**
   * @param patience how long to wait for the store, in ms
   * @param account the name of the account, for warnings
   */
  constructor(
    private readonly store: SmsTokenStore,
    baseUrl: string,
    userId: string,
    private readonly patience: number,
    private readonly account: string,
  ) {
    const hash = createHash('sha256')
      .update(JSON.stringify([baseUrl, userId]))
      .digest('base64url');
    this.key = `nestjs-sms-gateway:token:${hash}`;
  }

  /** The shared token, if it is usable. */
  async read(): Promise<AccessToken | undefined> {
    // All within the attempt, because reading what a store returned may throw.
    return this.attempt('get', async () => readStored(await this.store.get(this.key), Date.now()));
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
    void this.attempt('set', () => this.store.set(this.key, stored, ttl));
  }

  /** Removes the token. Does not wait for the store. */
  drop(): void {
    void this.attempt('delete', () => this.store.delete(this.key));
  }

  private async attempt<T>(method: string, work: () => T): Promise<Awaited<T> | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('too slow')), this.patience);
      // A store that hangs must not keep the process running. Sends have their own deadlines.
      timer.unref();
    });
    try {
      return await Promise.race([work(), patience]);
    } catch {
      this.warn(method);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  private warn(method: string): void {
    if (this.warned) return;
    this.warned = true;
    new SafeLogger('SmsGateway').warn(
      `[${this.account}] auth.store failed at '${method}'. Sends continue with this process's own token. (Logged once.)`,
    );
  }
}

// Checked like a token from a login: one that is not a valid header would make every send fail.
function readStored(stored: unknown, now: number): AccessToken | undefined {
  if (!isPlainObject(stored)) return undefined;
  const { token, usableUntil, refreshAt } = stored;
  if (typeof token !== 'string' || !isHeaderValue(token)) return undefined;
  if (typeof usableUntil !== 'number' || typeof refreshAt !== 'number') return undefined;
  const left = usableUntil - now;
  const isUsable = left > 0 && left <= LONGEST_LIFETIME && refreshAt <= usableUntil;
  return isUsable ? { token, usableUntil, refreshAt } : undefined;
}
