import { Socket } from 'node:net';
import type { buildConnector, Pool } from 'undici';
import type { DispatchSource } from './exchange.js';
import type { UndiciParts } from './load-undici.js';

/** Where connections go, how many there may be, and how long one may take to open. */
export interface ConnectionsOptions {
  readonly origin: string;
  readonly maxConnections: number;
  /** ms until a connection, its TLS handshake included, must be open. */
  readonly timeout: number;
}

/** The package's own connections to the gateway, used if the user gives no dispatcher. */
export class Connections implements DispatchSource {
  /** That of undici's pool does. */
  reportsStart = true;
  private readonly opening = new Set<Socket>();
  private readonly pools = new Set<Pool>();
  private pool: Pool | undefined;
  private closed = false;

  constructor(
    private readonly undici: UndiciParts,
    private readonly options: ConnectionsOptions,
  ) {}

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
    for (const socket of this.opening) socket.destroy(new Error('The transport is closed'));
    await Promise.all([...closed, ...destroyed]);
  }

  private openPool(): Pool {
    const { origin, maxConnections, timeout } = this.options;
    const connect = connectWithin(
      this.undici.buildConnector({ timeout: 0 }),
      timeout,
      this.opening,
    );
    const pool = new this.undici.Pool(origin, { connections: maxConnections, connect });
    this.pools.add(pool);
    if (this.closed) pool.destroy().catch(() => undefined);
    return pool;
  }
}

/**
 * Opens connections within a deadline. undici's own timers are too coarse: a deadline of 100 ms would
 * pass after a second.
 *
 * @param connect opens them without a deadline
 * @param timeout ms
 * @param opening collects the sockets that are being opened
 */
export function connectWithin(
  connect: buildConnector.connector,
  timeout: number,
  opening: Set<Socket> = new Set(),
): buildConnector.connector {
  return (options, callback) => {
    const done: buildConnector.Callback = (...result) => {
      clearTimeout(timer);
      if (socket instanceof Socket) opening.delete(socket);
      callback(...result);
    };
    // It returns the socket, although its type does not say so.
    const socket: unknown = connect(options, done);
    const timer = setTimeout(() => {
      const error = new Error('No connection in time');
      if (socket instanceof Socket) {
        socket.destroy(Object.assign(error, { code: 'UND_ERR_CONNECT_TIMEOUT' }));
      }
    }, timeout);
    if (socket instanceof Socket) opening.add(socket);
  };
}
