import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ephemeral range, so that the system does not assign it to another socket first.
const LOWEST = 11_000;
const COUNT = 20_000;

export async function freePort() {
  for (;;) {
    const port = LOWEST + randomInt(COUNT);
    const server = createServer();
    try {
      await once(server.listen(port), 'listening');
    } catch {
      continue; // another process has it
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
