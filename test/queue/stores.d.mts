/** A running store. */
export interface TestStore {
  readonly name: 'Redis' | 'PostgreSQL';
  readonly url: string;
  /** Ends it, and keeps its data. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again, at the same port. */
  start(): Promise<void>;
  /** Ends it, and removes its data. */
  close(): Promise<void>;
}

/** The stores that can be started: PostgreSQL comes with the tests, Redis where it is installed. */
export const OWN_STORES: readonly TestStore['name'][];

/** Those, and a Redis at `REDIS_URL`. */
export const STORES: readonly TestStore['name'][];

/**
 * @param options `durable`: it survives a power cut, and can be stopped; slower. Otherwise it is a
 * database in a PostgreSQL that test files share, or a Redis.
 */
export function startStore(
  name: TestStore['name'],
  options?: { durable?: boolean },
): Promise<TestStore>;

/** The program that is Redis. */
export const REDIS_SERVER: string;
