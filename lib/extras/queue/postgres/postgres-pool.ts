import type { Pool, PoolClient, PoolConfig } from 'pg';

/** The error of pg if an answer does not come within `query_timeout`. */
const NO_ANSWER = 'Query read timeout';

const KEEP_ALIVE_DELAY = 10_000;

/**
 * Opens a pool. It ends a connection that does not answer within `query_timeout`, and then all that are
 * idle: they may be silent, too, and each would take as long to find out.
 *
 * @param Pool of the package `pg`
 * @param onError called if an answer does not come, and with connection errors, which would otherwise end the process
 */
export function openPool(
  Pool: new (config: PoolConfig) => Pool,
  config: PoolConfig & { query_timeout: number },
  onError: (error: Error) => void,
): Pool {
  const pool = new Pool({
    ...config,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
    allowExitOnIdle: true,
  });
  const idle = new Set<PoolClient>();
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  for (const event of ['acquire', 'remove'] as const) pool.on(event, (each) => idle.delete(each));
  pool.on('release', (error: Error | undefined, client) => {
    if (!error) idle.add(client);
    if (error?.message !== NO_ANSWER) return;
    // Whoever asked may retry it silently, so nothing else would log it.
    onError(error);
    for (const each of idle) cut(each);
  });
  return pool;
}

/** The pool of a worker. BullMQ keeps one of its connections, and listens on it. */
export class ListeningPool {
  private listener: PoolClient | undefined;
  private isChecking = false;

  constructor(private readonly pool: Pool) {
    pool.on('release', (_error: unknown, client) => {
      if (this.listener === client) this.listener = undefined;
    });
  }

  /** What BullMQ takes for a `pg.Pool`. It connects by itself only to listen, or to check its schema. */
  get forBull() {
    const { pool } = this;
    return {
      options: pool.options,
      connect: async () => (this.listener = await pool.connect()),
      query: (text: string, values: unknown[]) => pool.query(text, values),
      end: () => pool.end(),
      on: (event: 'error', listener: (error: Error) => void) => pool.on(event, listener),
    };
  }

  /**
   * Passes a wait on the listening connection through. If nothing woke it, checks that the connection still
   * answers, and closes it if it does not: otherwise the worker would go on waiting on a dead connection.
   */
  async watched<T>(wait: Promise<T | null>): Promise<T | null> {
    try {
      const woken = await wait;
      if (!woken) this.check();
      return woken;
    } catch (error) {
      if (this.listener) cut(this.listener);
      throw error;
    }
  }

  private check(): void {
    const { listener } = this;
    if (!listener || this.isChecking) return;
    this.isChecking = true;
    listener
      .query('SELECT 1')
      .catch(() => cut(listener))
      .finally(() => (this.isChecking = false));
  }
}

/** pg and BullMQ then see a connection that was cut, and open another. */
function cut(client: PoolClient): void {
  client.connection.stream.destroy();
}
