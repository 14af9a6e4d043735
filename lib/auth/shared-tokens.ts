import { createHash } from 'node:crypto';
import { isHeaderValue } from '../protocol/header.js';
import { type AccessToken, LONGEST_LIFETIME } from './access-token.js';
import type { SmsTokenStore } from './token-store.js';

/** How often {@link SharedTokens.glance} asks the store, in ms. */
const GLANCE_EVERY = 250;

/** A token as it is stored. Times in ms since 1970. */
interface StoredToken {
  readonly token: string;
  readonly usableUntil: number;
  readonly refreshAt: number;
}

/**
 * The store through which processes share tokens. It may fail, hang or hold garbage: each process then
 * continues with its own token.
 */
export class SharedTokens {
  private readonly key: string;
  private glancing: Promise<AccessToken | undefined> | undefined;
  private nextGlance = 0;

  /**
   * @param patience how long to wait for the store, in ms
   * @param onFailure called with the method that failed
   */
  constructor(
    private readonly store: SmsTokenStore,
    baseUrl: string,
    userId: string,
    private readonly patience: number,
    private readonly onFailure: (method: string) => void,
  ) {
    const hash = createHash('sha256')
      .update(JSON.stringify([baseUrl, userId]))
      .digest('base64url');
    this.key = `nestjs-sms-gateway:token:${hash}`;
  }

  /** The shared token, if it is usable. */
  async read(): Promise<AccessToken | undefined> {
    // All within the attempt, because reading what a store returned may throw.
    return this.attempt('get', async () => {
      const stored: unknown = await this.store.get(this.key);
      if (!isStoredToken(stored) || !isUsable(stored, Date.now())) return undefined;
      const { token, usableUntil, refreshAt } = stored;
      return { value: token, usableUntil, refreshAt };
    });
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
  write({ value, usableUntil, refreshAt }: AccessToken): void {
    const stored: StoredToken = { token: value, usableUntil, refreshAt };
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
      this.onFailure(method);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}

// Checked like a token from a login: one that is no valid header would make every send fail.
function isUsable({ token, usableUntil, refreshAt }: StoredToken, now: number): boolean {
  const left = usableUntil - now;
  return isHeaderValue(token) && left > 0 && left <= LONGEST_LIFETIME && refreshAt <= usableUntil;
}

function isStoredToken(value: unknown): value is StoredToken {
  return (
    typeof value === 'object' &&
    value !== null &&
    'token' in value &&
    typeof value.token === 'string' &&
    'usableUntil' in value &&
    typeof value.usableUntil === 'number' &&
    'refreshAt' in value &&
    typeof value.refreshAt === 'number'
  );
}
