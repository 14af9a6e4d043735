/**
 * Where processes share an access token: anything with Keyv's `get`, `set` and `delete`, for
 * example a `Keyv` or a `cache-manager` cache. It holds the token in plain text: anyone who can
 * read it can send. Only processes with the same `baseUrl`, `userId` and password share a token.
 */
export interface SmsTokenStore {
  /**
   * Returns the stored value, or a promise of it. Sends continue without it after a second,
   * `timeout.connect`, or a quarter of `timeout.total`, whichever is shortest.
   */
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
