import type { PoolClient } from 'pg';
import { memberOf } from '../../../core/common/members.js';
import type { OwnPool } from './postgres-pool.js';

const CHANNEL = 'sms_gateway';
const NOTIFY = `SELECT pg_notify('${CHANNEL}', $1)`;
/** How often workers are woken at most, in ms. */
const NOTIFY_EVERY = 20;

/**
 * Wakes the workers of a queue, at once or a little later, with a statement of its own: as part of the one that adds
 * messages, it would make all transactions of the database wait for each other. If it fails, workers still look.
 */
export class WorkerBell {
  private timer: NodeJS.Timeout | undefined;
  private isWanted = false;

  constructor(
    private readonly pool: OwnPool,
    private readonly queueName: string,
  ) {}

  ring(): void {
    if (this.timer) {
      this.isWanted = true;
      return;
    }
    this.isWanted = false;
    this.pool.query(NOTIFY, [this.queueName]).catch(() => undefined);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.isWanted) this.ring();
    }, NOTIFY_EVERY).unref();
  }
}

/**
 * Listens for wake-ups of a queue's workers, on a connection that is opened again if it fails. Behind a pooler, which
 * would give the connection to others, it does not listen: workers look often enough by themselves.
 */
export class WakeUps {
  private listener: PoolClient | undefined;
  private isPooled = false;
  private isClosed = false;

  constructor(
    private readonly pool: OwnPool,
    private readonly queueName: string,
    private readonly woken: () => void,
  ) {}

  /** Listens, if it does not yet, and checks that the connection still answers. Rejects if it does not. */
  async check(): Promise<void> {
    if (this.isPooled) return;
    const client = (this.listener ??= await this.open());
    try {
      await client.query('SELECT 1');
    } catch (error) {
      this.end(client);
      throw error;
    }
    if (this.isPooled || this.isClosed) this.end(client);
  }

  close(): void {
    this.isClosed = true;
    if (this.listener) this.end(this.listener);
  }

  private async open(): Promise<PoolClient> {
    const client = await this.pool.connect();
    client.on('error', () => this.end(client));
    client.on('notification', ({ payload }) => {
      if (payload === this.queueName) this.woken();
    });
    try {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      this.isPooled = rows[0]?.pid !== memberOf(client, 'processID');
      if (!this.isPooled) await client.query(`LISTEN ${CHANNEL}`);
      return client;
    } catch (error) {
      // The pool has few places.
      client.release(true);
      throw error;
    }
  }

  private end(client: PoolClient): void {
    if (this.listener !== client) return;
    this.listener = undefined;
    client.release(true);
  }
}
