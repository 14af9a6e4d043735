import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Page } from 'playwright-core';
import type { GatewaySimulator } from '../../simulator/index.js';
import { openInbox, rowCount } from './open-inbox.js';

/** A connection to a port that can be cut and restored. */
export class ShakyLine {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cut = false;

  private constructor(port: number) {
    this.#server = createServer((near) => {
      if (this.#cut) {
        near.destroy();
        return;
      }
      const far = connect(port, '127.0.0.1');
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket);
        socket.on('error', () => other.destroy());
        socket.on('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
        socket.pipe(other);
      }
    });
  }

  /** Connects to a port of this machine. */
  static async to(port: number): Promise<ShakyLine> {
    const line = new ShakyLine(port);
    await new Promise<void>((resolve) => {
      line.#server.listen(0, '127.0.0.1', resolve);
    });
    return line;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Closes all connections and rejects new ones. */
  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  fix(): void {
    this.#cut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

/** A page with some messages whose connection to the simulator was cut. */
export async function whileCut(
  gateway: GatewaySimulator,
  count: number,
  act: (page: Page, line: ShakyLine) => Promise<void>,
): Promise<void> {
  const line = await ShakyLine.to(gateway.port);
  try {
    const page = await openInbox(gateway, { origin: line.origin });
    await rowCount(page, count);
    line.cut();
    await page.getByText('Reconnecting').waitFor();
    await act(page, line);
  } finally {
    line.close();
  }
}
