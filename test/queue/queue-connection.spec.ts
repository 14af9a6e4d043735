import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { QueueConnection } from '../../lib/extras/queue/queue-connection.js';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { Latch } from '../support/eventually.js';
import { storeForTests } from './describe-stores.js';
import { openQueueApp, outcomeOf, succeeds } from './open-queue.js';

const ignore = () => undefined;

it('a closed connection stops waiting for a store that does not answer', async () => {
  const failed = new Latch();
  Logger.overrideLogger({ log: ignore, warn: ignore, error: () => failed.open() });
  afterThisTest(() => Logger.overrideLogger(false));
  const connection = new QueueConnection('default', 'redis://127.0.0.1:1');
  let isWaiting = true;
  connection.opened.catch(() => (isWaiting = false));
  // It would retry a second later.
  await failed.opened;
  await connection.close();
  await setImmediate();
  expect(isWaiting).toBe(false);
});

it('an error of the store is logged in words', async () => {
  const server = createServer((socket) => {
    socket.on('error', ignore);
    socket.on('data', () => socket.write('-ERR unknown command\r\n'));
  });
  afterThisTest(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const logged = new Latch();
  const lines: string[] = [];
  const error = (line: unknown) => {
    lines.push(String(line));
    logged.open();
  };
  Logger.overrideLogger({ log: ignore, warn: ignore, error });
  afterThisTest(() => Logger.overrideLogger(false));
  const { port } = server.address() as AddressInfo;
  const connection = new QueueConnection('default', `rediss://127.0.0.1:${port}`);
  connection.opened.catch(ignore);
  await logged.opened;
  await connection.close();
  expect(lines[0]).toContain('use redis:// instead of rediss://. Messages');
  const refused = new Error('WRONGPASS invalid username-password pair or user is disabled.');
  new QueueConnection('default', 'redis://127.0.0.1:1').failed(refused);
  expect(lines.at(-1)).toContain('user is disabled. Messages');
});

it('waiting for a store fails if the connection is closed before the store has answered or failed once', async () => {
  const connection = new QueueConnection('default', 'redis://127.0.0.1:1');
  await connection.load();
  const opening = connection.opened.catch((error: Error) => error.message);
  await connection.close();
  expect(await opening).toBe('The app is shutting down');
});

describe('PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

  it('may take longer to connect than add waits: add fails meanwhile and works afterwards', async () => {
    const isOpen = new Latch();
    const verify: pg.PoolConfig['verify'] = async (_client, done) => {
      await isOpen.opened;
      done();
    };
    const url = new pg.Pool({ connectionString: tested.store.url, verify });
    afterThisTest(() => url.end());
    const { queue } = await openQueueApp({ url, gateway: 'http://127.0.0.1:1', worker: false });
    await expect(queue.add(message())).rejects.toMatchObject({
      code: 'queue-failed',
      outcome: 'not-sent',
    });
    isOpen.open();
    await succeeds(() => queue.add(message()));
  });

  it.each([
    ['a URL', (url: string) => url],
    ['a pool', (url: string) => new pg.Pool({ connectionString: url })],
  ])('can have options of its own in %s', async (_what, connection) => {
    const url = connection(`${tested.store.url}?options=-c%20statement_timeout%3D30000`);
    const { queue } = await tested.open({}, { url });
    const { id } = await queue.add(message());
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
  });
});
