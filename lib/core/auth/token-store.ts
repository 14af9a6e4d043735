/**
 * Where processes share an access token: anything with Keyv's `get`, `set` and `delete`, or `del` as in
 * `cache-manager`: see {@link SmsTokenCache}. It holds the token in plain text: anyone who can
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

/** The same with `del` in place of `delete`, as in a cache of `cache-manager`. */
export interface SmsTokenCache extends Omit<SmsTokenStore, 'delete'> {
  /** Removes a token. */
  del(key: string): unknown;
}
