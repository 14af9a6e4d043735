/**
 * Where processes share an access token: anything with Keyv's `get`, `set` and `delete`, such as a
 * `Keyv` or a `cache-manager` cache. It holds the token in the clear: whoever reads it can send.
 */
export interface SmsTokenStore {
  /** Sends go on without what it gives after a second, or a quarter of `timeout.total`. */
  get(key: string): unknown;
  /**
   * Keeps a token.
   *
   * @param ttl ms after which the value may go
   */
  set(key: string, value: unknown, ttl?: number): unknown;
  /** Forgets a token that the gateway refused. */
  delete(key: string): unknown;
}
