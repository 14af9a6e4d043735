import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { jest } from '@jest/globals';
import { buildConnector } from 'undici';
import { connectWithin } from '../../lib/transport/gateway-transport.js';
import { eventually } from '../support/eventually.js';

const plainly = buildConnector({ timeout: 0 });

/** Accepts connections and never answers. */
let server: Server;
const sockets: Socket[] = [];

beforeEach(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    sockets.push(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  jest.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

function addressOf(protocol: 'http:' | 'https:'): buildConnector.Options {
  const { port } = server.address() as AddressInfo;
  return { hostname: '127.0.0.1', host: `127.0.0.1:${port}`, protocol, port: String(port) };
}

describe('a connection', () => {
  it('is abandoned at its deadline, even a short one', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const ends: unknown[] = [];
    connectWithin(100, plainly)(addressOf('https:'), (...[error]) => void ends.push(error));
    jest.advanceTimersByTime(99);
    await new Promise(setImmediate);
    expect(ends).toEqual([]);
    jest.advanceTimersByTime(1);
    await new Promise(setImmediate);
    expect(ends).toMatchObject([{ code: 'UND_ERR_CONNECT_TIMEOUT' }]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('that is open has no deadline', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const opened = new Promise<Socket>((resolve, reject) => {
      connectWithin(100, plainly)(addressOf('http:'), (error, socket) =>
        error ? reject(error) : resolve(socket as Socket),
      );
    });
    const socket = await opened;
    expect(jest.getTimerCount()).toBe(0);
    jest.advanceTimersByTime(1000);
    expect(socket.destroyed).toBe(false);
    socket.destroy();
    jest.useRealTimers();
    await eventually(() =>
      sockets.every(({ destroyed, readableEnded }) => destroyed || readableEnded),
    );
  });
});
