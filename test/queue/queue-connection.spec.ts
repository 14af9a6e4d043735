import { setImmediate } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { QueueConnection } from '../../lib/extras/queue/queue-connection.js';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { Latch } from '../support/eventually.js';
import { storeForTests } from './describe-stores.js';
import { outcomeOf } from './open-queue.js';

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

it('waiting for a store fails if the connection is closed before the store has answered or failed once', async () => {
  const connection = new QueueConnection('default', 'redis://127.0.0.1:1');
  await connection.load();
  const opening = connection.opened.catch((error: Error) => error.message);
  await connection.close();
  expect(await opening).toBe('The app is shutting down');
});

describe('PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

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
