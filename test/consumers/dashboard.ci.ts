// A dashboard of a queue in Redis, as docs/queue-operation.md describes it.
import { rm } from 'node:fs/promises';
import { describeStore, storeForTests } from '../queue/describe-stores.js';
import { Consumer, emptyFolder } from './consumer.js';

const PACKAGES = [
  '@bull-board/api@9.10.1',
  '@bull-board/express@9.10.1',
  'express@5',
  'bullmq@6',
  'ioredis@6',
  '@nestjs/common@12',
  '@nestjs/core@12',
  'reflect-metadata@0.2',
  'rxjs@7',
];

describeStore('Redis', 'bull-board, with readOnlyMode', () => {
  const tested = storeForTests('Redis');

  it('lists the queue, shows no number and no text, and retries nothing', async () => {
    const folder = await emptyFolder();
    const tarball = await Consumer.pack(folder);
    await using app = await Consumer.create('module', [tarball, ...PACKAGES]);
    await rm(folder, { recursive: true });
    await app.add('dashboard.mjs');
    const { stdout } = await app.run('src/dashboard.mjs', tested.store.url);
    expect(JSON.parse(stdout)).toEqual({
      name: `sms-${Buffer.from('default').toString('base64url')}`,
      waiting: 1,
      readOnlyMode: true,
      job: true,
      secret: false,
      retry: 405,
      status: 'waiting',
    });
  }, 300_000);
});
