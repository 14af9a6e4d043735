import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpRequest, parseHead, wholeLength } from './http-request.js';

/** The client disconnected, so the script ends. */
export class ClientGone extends Error {}

/**
 * The gateway's side of one connection, for a script. What the script has not taken counts as not read.
 */
export class Conversation {
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;

  private buffered: Buffer = Buffer.alloc(0);
  private wake: (() => void) | undefined;
  private listening = false;
  private gone = false;

  /**
   * @param stream the socket, or TLS over it
   * @param socket the socket under it
   * @param onRead called for every request that was read completely
   */
  constructor(
    private readonly stream: Duplex,
    private readonly socket: Socket,
    private readonly onRead: (request: HttpRequest) => void,
  ) {
    this.closed = new Promise((resolve) => {
      const end = (): void => {
        this.gone = true;
        this.wake?.();
        resolve();
      };
      socket.once('close', end);
      stream.once('close', end);
      if (socket.destroyed) end();
    });
    stream.on('error', () => undefined);
    stream.once('end', () => {
      this.gone = true;
      this.wake?.();
    });
  }

  /** Reads the next request completely. */
  async readRequest(): Promise<HttpRequest> {
    const head = await this.until(() => parseHead(this.buffered));
    const length = wholeLength(head);
    const bytes = await this.take(length);
    const request = { ...head, body: bytes.subarray(head.length) };
    this.onRead(request);
    return request;
  }

  /** Reads exactly this many bytes. */
  async take(count: number): Promise<Buffer> {
    await this.until(() => (this.buffered.length >= count ? true : undefined));
    const taken = this.buffered.subarray(0, count);
    this.buffered = this.buffered.subarray(count);
    return taken;
  }

  /** Reads a part of the head: its first line. */
  async readPartOfHead(): Promise<void> {
    await this.take(await this.until(() => indexAfter(this.buffered, '\r\n')));
  }

  /** Takes the head, and the first bytes of the body. */
  async readPartOfBody(): Promise<void> {
    const head = await this.until(() => parseHead(this.buffered));
    await this.take(head.length + 10);
  }

  /** Waits until a request arrives, and reads none of it. */
  async awaitRequest(): Promise<void> {
    await this.until(() => this.buffered.length > 0 || undefined);
  }

  /** Reads the next request slowly, byte by byte. */
  async readSlowly(interval: number): Promise<void> {
    for (;;) {
      await this.take(1);
      await this.pause(interval);
    }
  }

  /** Writes, and waits until the system has taken the bytes. */
  async write(bytes: string | Buffer): Promise<void> {
    if (this.gone) throw new ClientGone();
    await new Promise<void>((resolve, reject) => {
      this.stream.write(bytes, (error) => (error ? reject(new ClientGone()) : resolve()));
    });
  }

  /** Writes byte by byte. */
  async drip(bytes: string | Buffer, interval: number): Promise<void> {
    for (const byte of Buffer.from(bytes)) {
      await this.write(Buffer.from([byte]));
      await this.pause(interval);
    }
  }

  /** Closes the connection. */
  fin(): void {
    this.stream.end();
  }

  /** Resets the connection. */
  rst(): void {
    this.socket.resetAndDestroy();
  }

  /** Does nothing until the client disconnects. */
  async stall(): Promise<never> {
    await this.closed;
    throw new ClientGone();
  }

  async pause(ms: number): Promise<void> {
    await Promise.race([sleep(ms), this.closed]);
    if (this.gone) throw new ClientGone();
  }

  private async until<T>(found: () => T | undefined): Promise<T> {
    if (!this.listening) {
      this.listening = true;
      this.stream.on('data', (chunk: Buffer) => {
        this.buffered = Buffer.concat([this.buffered, chunk]);
        this.wake?.();
      });
    }
    for (;;) {
      const value = found();
      if (value !== undefined) return value;
      if (this.gone) throw new ClientGone();
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}

function indexAfter(bytes: Buffer, text: string): number | undefined {
  const at = bytes.indexOf(text);
  return at < 0 ? undefined : at + text.length;
}
