/**
 * Where processes share an access token: anything with Keyv's `get`, `set` and `delete`, such as a
 * `Keyv` or a `cache-manager` cache. It holds the token in the clear: whoever reads it can send.
 */
export interface SmsTokenStore {
  /** Sends continue without its answer after a second, or a quarter of `timeout.total`. */
  get(key: string): unknown;
  /**
   * Keeps a token.
   *
   * @param ttl ms after which the value may be removed
   */
  set(key: string, value: unknown, ttl?: number): unknown;
  /** Removes a token: the gateway refused both it and the next login. */
  delete(key: string): unknown;
}
