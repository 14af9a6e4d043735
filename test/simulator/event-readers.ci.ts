import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterThisTest } from '../support/clean-up.js';
import { send, start } from './client.js';
import type { GatewaySimulator } from '../../simulator/index.js';

const MEBIBYTE = 1024 * 1024;
const READERS = 60;

/** Opens the event stream, reads its beginning, and then no more. */
async function openPaused({ port }: GatewaySimulator): Promise<void> {
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  });
  afterThisTest(() => socket.destroy());
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
}

/** The memory of this process after a collection: texts that wait for a socket are not on the heap. */
function held(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().rss;
}

describe('readers of events that do not read', () => {
  it('share what waits for them: 60 of them hold less than 100 MB of messages of 200 kB', async () => {
    const gateway = await start();
    for (let reader = 0; reader < READERS; reader += 1) await openPaused(gateway);
    const before = held();
    // Each makes two events of 400 kB, with its text and its fields: not enough to end the streams.
    for (let i = 0; i < 5; i += 1) await send(gateway, { msg: `${i}`.repeat(200_000) });
    expect(held() - before).toBeLessThan(100 * MEBIBYTE);
  }, 120_000);
});
