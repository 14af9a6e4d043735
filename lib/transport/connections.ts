import { Socket } from 'node:net';
import { buildConnector, errors, Pool } from 'undici';

/** Where connections go, how many there may be, and how long one may take to open. */
export interface ConnectionsOptions {
  readonly origin: string;
  readonly maxConnections: number;
  /** ms until a connection, its TLS handshake included, must be open. */
  readonly timeout: number;
}

/** The package's own connections to the gateway, used if the user gives no dispatcher. */
export class Connections {
  private readonly opening = new Set<Socket>();
  private readonly pools = new Set<Pool>();
  private pool: Pool | undefined;
  private closed = false;

  constructor(private readonly options: ConnectionsOptions) {}

  /** What an exchange goes through. Opened when it is first used, because an app may have many accounts. */
  get dispatcher(): Pool {
    this.pool ??= this.openPool();
    return this.pool;
  }

  /**
   * Stops using the present connections. Idle ones are closed now, busy ones after their exchange.
   */
  drop(): void {
    const dropped = this.pool;
    if (this.closed || !dropped) return;
    this.pool = undefined;
    const forget = (): void => void this.pools.delete(dropped);
    dropped.close().then(forget, forget);
  }

  /** Ends every connection, including those that are still being opened. */
  async close(): Promise<void> {
    this.closed = true;
    const closed = Array.from(
      this.opening,
      (socket) => new Promise((resolve) => socket.once('close', resolve)),
    );
    const destroyed = Array.from(this.pools, (pool) => pool.destroy());
    // A pool knows only the connections that are open.
    for (const socket of this.opening) socket.destroy(new errors.ClientDestroyedError());
    await Promise.all([...closed, ...destroyed]);
  }

  private openPool(): Pool {
    const { origin, maxConnections, timeout } = this.options;
    const connect = connectWithin(timeout, this.opening);
    const pool = new Pool(origin, { connections: maxConnections, connect });
    this.pools.add(pool);
    if (this.closed) pool.destroy().catch(() => undefined);
    return pool;
  }
}

/**
 * Opens connections within a deadline. undici's own timers are too coarse: a deadline of 100 ms would
 * pass after a second.
 *
 * @param timeout ms
 * @param opening collects the sockets that are being opened
 */
export function connectWithin(
  timeout: number,
  opening: Set<Socket> = new Set(),
): buildConnector.connector {
  const connect = buildConnector({ timeout: 0 });
  return (options, callback) => {
    const done: buildConnector.Callback = (...result) => {
      clearTimeout(timer);
      if (socket instanceof Socket) opening.delete(socket);
      callback(...result);
    };
    // It returns the socket, although its type does not say so.
    const socket: unknown = connect(options, done);
    const timer = setTimeout(() => {
      const error = new errors.ConnectTimeoutError('No connection in time');
      if (socket instanceof Socket) socket.destroy(error);
    }, timeout);
    if (socket instanceof Socket) opening.add(socket);
  };
}
