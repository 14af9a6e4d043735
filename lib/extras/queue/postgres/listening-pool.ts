import type { PoolClient } from 'pg';
import { cut, type OwnPool } from './postgres-pool.js';

/** The pool of a worker. BullMQ keeps one of its connections, and listens on it. */
export class ListeningPool {
  private listener: PoolClient | undefined;
  private isChecking = false;

  constructor(private readonly pool: OwnPool) {
    pool.onRelease((client) => {
      if (this.listener === client) this.listener = undefined;
    });
  }

  /** BullMQ uses this as a `pg.Pool`. It takes connections itself only to listen, or to check its schema. */
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
   * Passes on a wait on the listening connection. If nothing ended the wait, checks that the connection still
   * answers, and closes it if not: otherwise the worker would go on waiting on a dead connection.
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
