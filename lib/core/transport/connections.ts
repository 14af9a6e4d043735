import { Socket } from 'node:net';
import type { buildConnector, Pool } from 'undici';
import type { DispatchSource } from './exchange.js';
import type { Undici } from './load-undici.js';

/** The options that connections use. */
export interface ConnectionOptions {
  readonly maxConnections: number;
  /** ms until a connection must be open. */
  readonly timeout: { readonly connect: number };
}

/** The package's own connections to the gateway, used if the user provides no dispatcher. */
export class Connections implements DispatchSource {
  reportsStart = true;
  private readonly opening = new Set<Socket>();
  /** Those that are used no more, until their last answer has come. */
  private readonly replaced = new Set<Pool>();
  private pool: Pool | undefined;

  constructor(
    private readonly undici: Pick<Undici, 'Pool' | 'buildConnector'>,
    private readonly origin: string,
    private readonly options: ConnectionOptions,
  ) {}

  /** What an exchange goes through. Opened when it is first used, because an app may have many accounts. */
  get dispatcher(): Pool {
    this.pool ??= this.openPool();
    return this.pool;
  }

  distrust(): void {
    const { pool } = this;
    if (!pool) return;
    this.pool = undefined;
    this.replaced.add(pool);
    // Waits for the requests in progress.
    const forget = (): void => void this.replaced.delete(pool);
    pool.close().then(forget, forget);
  }

  /** Ends every connection, including those that are still being opened. */
  async close(): Promise<void> {
    const closed = Array.from(
      this.opening,
      (socket) => new Promise((resolve) => socket.once('close', resolve)),
    );
    const pools = [...this.replaced, ...(this.pool ? [this.pool] : [])];
    const destroyed = pools.map((pool) => pool.destroy());
    // A pool knows only the connections that are open.
    for (const socket of this.opening) socket.destroy(new Error('The transport is closed'));
    await Promise.all([...closed, ...destroyed]);
  }

  private openPool(): Pool {
    const { Pool, buildConnector } = this.undici;
    const { maxConnections, timeout } = this.options;
    const connect = connectWithin(timeout.connect, buildConnector({ timeout: 0 }), this.opening);
    return new Pool(this.origin, { connections: maxConnections, connect });
  }
}

// Like undici's error, which is in another of its files.
class ConnectTimeout extends Error {
  readonly code = 'UND_ERR_CONNECT_TIMEOUT';
}

/**
 * Opens connections within a deadline. undici's own timers are too coarse: a deadline of 100 ms would
 * pass after a second.
 *
 * @param timeout ms until a connection, its TLS handshake included, must be open
 * @param connect opens one without a deadline
 * @param opening collects the sockets that are being opened
 */
export function connectWithin(
  timeout: number,
  connect: buildConnector.connector,
  opening: Set<Socket> = new Set(),
): buildConnector.connector {
  return (options, callback) => {
    // It returns the socket, although its type does not say so.
    const socket: unknown = connect(options, (...result) => {
      clearTimeout(timer);
      if (socket instanceof Socket) opening.delete(socket);
      callback(...result);
    });
    const timer = setTimeout(() => {
      if (socket instanceof Socket) socket.destroy(new ConnectTimeout('No connection in time'));
    }, timeout);
    if (socket instanceof Socket) opening.add(socket);
  };
}
