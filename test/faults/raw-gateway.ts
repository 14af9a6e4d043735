import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { afterThisTest } from '../support/clean-up.js';
import { ACCEPTANCE, TOKEN } from './answers.js';
import { ClientGone, Conversation } from './conversation.js';
import { formFields, type HttpRequest } from './http-request.js';

/** What the gateway does on one connection. */
export type Script = (conversation: Conversation) => Promise<void> | void;

/** What it does with a socket before TLS, or instead of HTTP. */
type SocketScript = (socket: Socket) => void;

export interface RawGatewayOptions {
  readonly tls?: boolean;
  /** What happens on each connection. Default: {@link well}. */
  readonly script?: Script;
  /** Replaces TLS and HTTP. */
  readonly onSocket?: SocketScript;
}

/** The certificate that the TLS gateway shows. */
export const CERTIFICATE = readFileSync(new URL('tls/cert.pem', import.meta.url), 'utf8');
const KEY = readFileSync(new URL('tls/key.pem', import.meta.url), 'utf8');

/** Answers every request with an acceptance. */
export const well: Script = async (conversation) => {
  for (;;) await answerWell(conversation);
};

/** Answers one request with an acceptance. */
export async function answerWell(conversation: Conversation): Promise<void> {
  const request = await conversation.readRequest();
  await conversation.write(request.path.endsWith('/me/') ? TOKEN : ACCEPTANCE);
}

/**
 * A gateway on plain sockets that follows a script on each connection, and counts by text how often it
 * read each message completely.
 */
export class RawGateway implements AsyncDisposable {
  /** Every request that was read completely, in order. */
  readonly requests: HttpRequest[] = [];
  /** How many connections were accepted in all. */
  accepted = 0;
  /** Errors of scripts, other than the client's disconnecting. */
  readonly problems: unknown[] = [];
  /** What happens on connections from now on. */
  script: Script;

  private readonly reads = new Map<string, number>();
  private readonly sockets = new Set<Socket>();
  private readonly context: SecureContext | undefined;
  private server: Server;
  private port = 0;

  private constructor(private readonly options: RawGatewayOptions) {
    this.script = options.script ?? well;
    this.context = options.tls ? createSecureContext({ key: KEY, cert: CERTIFICATE }) : undefined;
    this.server = this.makeServer();
  }

  /** Listens on a free port, until the test ends at the latest. */
  static async listen(options: RawGatewayOptions = {}): Promise<RawGateway> {
    const gateway = new RawGateway(options);
    await gateway.open();
    afterThisTest(() => gateway.close());
    return gateway;
  }

  /** The `baseUrl` for an app. */
  get url(): string {
    return `${this.options.tls ? 'https' : 'http'}://127.0.0.1:${this.port}`;
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** How many connections are open. */
  get openConnections(): number {
    return this.sockets.size;
  }

  /** How often the message with this text was read completely. */
  readWhole(text: string): number {
    return this.reads.get(text) ?? 0;
  }

  /** Does not count a message after all: it was read, and its answer is a rejection. */
  turnDown(request: HttpRequest): void {
    const { msg } = formFields(request);
    if (msg !== undefined) this.reads.set(msg, this.readWhole(msg) - 1);
  }

  /** How many messages were read completely, repeats included. */
  get sends(): number {
    return [...this.reads.values()].reduce((sum, count) => sum + count, 0);
  }

  /** How many logins were read completely. */
  get logins(): number {
    return this.requests.filter((request) => request.path.endsWith('/me/')).length;
  }

  /** Listens: first on a free port, later on the same one. */
  async open(): Promise<void> {
    if (this.server.listening) return;
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    if (typeof address === 'object' && address) this.port = address.port;
  }

  /** Stops listening; connections stay open. */
  shut(): void {
    this.server.close();
    this.server = this.makeServer();
  }

  /** Resolves once no connection is open. */
  async idle(): Promise<void> {
    while (this.sockets.size > 0) {
      const [socket] = this.sockets;
      await new Promise((resolve) => socket!.once('close', resolve));
    }
  }

  async close(): Promise<void> {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await this.idle();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private makeServer(): Server {
    return createServer((socket) => this.welcome(socket));
  }

  private welcome(socket: Socket): void {
    this.accepted += 1;
    this.sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(socket));
    const { onSocket } = this.options;
    if (onSocket) {
      onSocket(socket);
    } else if (this.context) {
      const secure = new TLSSocket(socket, { isServer: true, secureContext: this.context });
      secure.on('error', () => undefined);
      secure.once('secure', () => this.converse(new Conversation(secure, socket, this.note)));
    } else {
      this.converse(new Conversation(socket, socket, this.note));
    }
  }

  private converse(conversation: Conversation): void {
    void this.play(conversation);
  }

  private async play(conversation: Conversation): Promise<void> {
    try {
      await this.script(conversation);
    } catch (error) {
      if (error instanceof ClientGone) return;
      this.problems.push(error);
      conversation.rst();
    }
  }

  private readonly note = (request: HttpRequest): void => {
    this.requests.push(request);
    const { msg } = formFields(request);
    if (msg !== undefined) this.reads.set(msg, this.readWhole(msg) + 1);
  };
}
