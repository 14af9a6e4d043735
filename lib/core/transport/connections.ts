import { Socket } from 'node:net';
import type { buildConnector, Pool } from 'undici';
import { type GatewayAnswer, headerOf } from '../protocol/gateway-answer.js';
import type { DispatchSource } from './exchange.js';
import type { Undici } from './load-undici.js';

/** The options that connections use. */
export interface ConnectionOptions {
  readonly maxConnections: number;
  /** ms until a connection must be open. */
  readonly timeout: { readonly connect: number };
}

/** How long undici keeps an idle connection if the gateway does not say how long it keeps one, in ms. */
const KEPT = 4000;
/** How much sooner than the gateway undici closes an idle connection, in ms. */
const SOONER = 2000;

/**
 * The package's own connections to the gateway, used if the user provides no dispatcher.
 *
 * undici closes an idle connection before the gateway, or a network between them, drops it. It uses a timer,
 * which does not run while the process is frozen or its event loop is blocked. A request could then start on a
 * connection that the gateway has already dropped. So all connections are replaced after a silence in which that
 * timer should have run.
 */
export class Connections implements DispatchSource {
  reportsStart = true;
  /** How long a silence may last before connections are replaced, in ms. */
  private keptMs = KEPT;
  /** The last answer's `Keep-Alive`, from which `kept` follows. */
  private keepAlive: string | undefined;
  /** When the last request started or was answered, by two clocks: each can stop, and one can be set back. */
  private lastDate = 0;
  private lastTime = 0;
  private readonly opening = new Set<Socket>();
  /** Pools that start no more requests, until their last answer has come. */
  private readonly replaced = new Set<Pool>();
  private pool: Pool | undefined;
  /** Shared by all pools, because it keeps the TLS sessions. */
  private connect: buildConnector.connector | undefined;

  constructor(
    private readonly undici: Pick<Undici, 'Pool' | 'buildConnector'>,
    private readonly origin: string,
    private readonly options: ConnectionOptions,
  ) {}

  /**
   * The pool for the next exchange, read once for each. It is opened on first use, because an app may have many
   * accounts.
   */
  get dispatcher(): Pool {
    this.endSilence();
    this.pool ??= this.openPool();
    return this.pool;
  }

  answered(answer: GatewayAnswer): void {
    this.endSilence();
    const keepAlive = headerOf(answer, 'keep-alive');
    // It is the same in nearly every answer.
    if (keepAlive === this.keepAlive) return;
    this.keepAlive = keepAlive;
    this.keptMs = keptAfter(keepAlive);
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
    // A pool knows only its open connections.
    for (const socket of this.opening) socket.destroy(new Error('The transport is closed'));
    await Promise.all([...closed, ...destroyed]);
  }

  /**
   * Also called at an answer: the answer may have woken the process, and the next request may take another
   * connection.
   */
  private endSilence(): void {
    const date = Date.now();
    const time = performance.now();
    if (date - this.lastDate > this.keptMs || time - this.lastTime > this.keptMs) this.distrust();
    this.lastDate = date;
    this.lastTime = time;
  }

  private openPool(): Pool {
    const { Pool, buildConnector } = this.undici;
    const { maxConnections, timeout } = this.options;
    this.connect ??= connectWithin(timeout.connect, buildConnector({ timeout: 0 }), this.opening);
    return new Pool(this.origin, { connections: maxConnections, connect: this.connect });
  }
}

/** How long undici keeps a connection after an answer with this `Keep-Alive` header. */
function keptAfter(header: string | undefined): number {
  if (header === undefined) return KEPT;
  const seconds = /timeout=(\d+)/.exec(header)?.[1];
  const keptMs = seconds === undefined ? KEPT : Number(seconds) * 1000 - SOONER;
  // undici does not reuse connections that are kept for so short a time.
  return keptMs > 0 ? keptMs : KEPT;
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
