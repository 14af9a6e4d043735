import type { Socket } from 'node:net';
import { jest } from '@jest/globals';
import { buildConnector } from 'undici';
import { connectWithin } from '../../lib/core/transport/connections.js';
import { RawGateway } from '../faults/raw-gateway.js';

const plainly = buildConnector({ timeout: 0 });

/** Accepts connections and never answers. */
let gateway: RawGateway;

beforeEach(async () => {
  gateway = await RawGateway.listen({ onSocket: () => undefined });
});

afterEach(() => jest.useRealTimers());

function addressOf(protocol: 'http:' | 'https:'): buildConnector.Options {
  const { hostname, host, port } = new URL(gateway.url);
  return { hostname, host, protocol, port };
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
  });
});
