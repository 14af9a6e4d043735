import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';

/** An HTTP proxy that opens tunnels, or refuses to. */
export class ConnectProxy implements AsyncDisposable {
  /** The addresses of the tunnels that were requested. */
  readonly asked: string[] = [];
  /** The status of its answers. */
  status = 200;
  /** What it writes, before it closes the connection, instead of opening a tunnel. */
  last: string | undefined;

  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connect', (request, socket: Socket) => this.tunnel(request.url ?? '', socket));
  }

  static async listen(): Promise<ConnectProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ConnectProxy(server);
  }

  get url(): string {
    const address = this.server.address();
    if (typeof address !== 'object' || !address) throw new Error('The proxy does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private tunnel(target: string, socket: Socket): void {
    this.asked.push(target);
    this.keep(socket);
    if (this.last !== undefined) {
      // A client that connects again and again would keep its test from ending.
      if (this.asked.length < 50) socket.end(this.last);
      return;
    }
    if (this.status !== 200) {
      socket.end(`HTTP/1.1 ${this.status} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const [host, port] = target.split(':');
    const onward = connect(Number(port), host);
    this.keep(onward);
    onward.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket);
      socket.pipe(onward);
    });
    onward.once('close', () => socket.destroy());
    socket.once('close', () => onward.destroy());
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(socket));
  }
}
