import { createHash } from 'node:crypto';
import { isHeaderValue } from '../protocol/header.js';
import { type AccessToken, LONGEST_LIFETIME } from './access-token.js';
import type { SmsTokenStore } from './token-store.js';

/** A token as it lies in the store. */
interface StoredToken {
  readonly token: string;
  /** ms since 1970. */
  readonly usableUntil: number;
  readonly refreshAt: number;
}

/**
 * The store that processes share tokens through, made harmless: it may fail, hang or hold rubbish,
 * and sends go on with a token of their own.
 */
export class SharedTokens {
  private readonly key: string;
  private dropping: Promise<unknown> = Promise.resolve();

  /**
   * @param patience ms after which a `get` is given up
   * @param onFailure called with what failed, never with what the store said
   */
  constructor(
    private readonly store: SmsTokenStore,
    baseUrl: string,
    userId: string,
    private readonly patience: number,
    private readonly onFailure: (what: string) => void,
  ) {
    const hash = createHash('sha256')
      .update(JSON.stringify([baseUrl, userId]))
      .digest('base64url');
    this.key = `nestjs-sms-gateway:token:${hash}`;
  }

  /** The shared token, where there is one that is still usable. */
  async read(now: number): Promise<AccessToken | undefined> {
    // Looked at within the attempt: what a store gives may throw when it is read.
    return this.attempt('get', async () => {
      const stored: unknown = await this.store.get(this.key);
      if (!isStoredToken(stored) || !isUsable(stored, now)) return undefined;
      const { token, usableUntil, refreshAt } = stored;
      return { value: token, usableUntil, refreshAt };
    });
  }

  /** Shares a token. Does not wait until the store has it. */
  write(token: AccessToken, now: number): void {
    const stored: StoredToken = {
      token: token.value,
      usableUntil: token.usableUntil,
      refreshAt: token.refreshAt,
    };
    // Behind a delete under way, which would else take the new token out.
    const set = () => this.store.set(this.key, stored, token.usableUntil - now);
    void this.dropping.then(() => this.attempt('set', set));
  }

  /** Takes a refused token out. Does not wait until the store has. */
  drop(): void {
    this.dropping = this.attempt('delete', () => this.store.delete(this.key));
  }

  private async attempt<T>(what: string, work: () => T): Promise<Awaited<T> | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('too slow')), this.patience);
      // A store that hangs must not keep a process from its end; sends have deadlines of their own.
      timer.unref();
    });
    try {
      return await Promise.race([work(), patience]);
    } catch {
      this.onFailure(what);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}

// As a token from the login is believed: one that no header can hold would fail every send.
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
