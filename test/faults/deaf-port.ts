import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

// A thread that listens and then blocks: nothing accepts the connections that the system queues.
const LISTEN_AND_SLEEP = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });
`;

const PATIENCE = 300;
const MOST = 16;

/** A port with a full queue of connections, so that the system answers no further ones. */
export class DeafPort implements AsyncDisposable {
  private constructor(
    readonly port: number,
    private readonly worker: Worker,
    private readonly queued: readonly Socket[],
  ) {}

  /** Undefined if this system answers anyway. */
  static async open(): Promise<DeafPort | undefined> {
    const worker = new Worker(LISTEN_AND_SLEEP, { eval: true });
    const [port] = (await once(worker, 'message')) as [number];
    const queued: Socket[] = [];
    let full = false;
    while (!full && queued.length < MOST) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      queued.push(socket);
      await Promise.race([once(socket, 'connect'), sleep(PATIENCE)]);
      // On a busy machine, the timer can fire before a connection that is already there is seen.
      await immediate();
      full = socket.connecting;
    }
    const deaf = new DeafPort(port, worker, queued);
    if (full) return deaf;
    await deaf.close();
    return undefined;
  }

  async close(): Promise<void> {
    for (const socket of this.queued) socket.destroy();
    await this.worker.terminate();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
