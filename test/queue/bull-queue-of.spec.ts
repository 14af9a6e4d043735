import { randomBytes } from 'node:crypto';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { SmsConfigurationError } from '../../lib/index.js';
import { bullQueueOf, SmsQueue } from '../../lib/extras/queue/index.js';
import { message, NUMBER } from '../support/account.js';
import { describeStore, storeForTests, clientOf } from './describe-stores.js';
import { keepLog } from '../support/keep-log.js';
import { allOf, counted, outcomeOf, reaches } from './open-queue.js';
import { bullOf } from './redis-messages.js';

describeStore('Redis', 'bullQueueOf in Redis', () => {
  const tested = storeForTests('Redis');

  it('returns the BullMQ queue that holds the messages, whose calls fail once the app has closed', async () => {
    const app = await tested.open({}, { worker: false });
    const { id } = await app.queue.add(message('hello'));
    const bull = await bullQueueOf<Queue>(app.queue);
    expect(await bull.getJobState(id)).toBe('prioritized');
    await app.close();
    await expect(bull.getJobState(id)).rejects.toThrow(/is closed|after calling end/);
  });
});

describeStore('PostgreSQL', 'bullQueueOf in PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

  it('rejects, and names the view to read instead', async () => {
    const { queue } = await tested.open({}, { worker: false });
    const none = bullQueueOf(queue);
    await expect(none).rejects.toThrow(SmsConfigurationError);
    await expect(none).rejects.toThrow(/the view sms_gateway\.message_state/);
  });
});

it('bullQueueOf refuses an SmsQueue of another kind', async () => {
  const fake: SmsQueue = Object.create(SmsQueue.prototype);
  await expect(bullQueueOf(fake)).rejects.toThrow(
    /Inject the SmsQueue that SmsQueueModule registers/,
  );
});

const messageId = (): string => `m${randomBytes(16).toString('hex')}`;
const DATA: readonly unknown[] = [
  null,
  7,
  'text',
  [],
  {},
  { to: NUMBER, text: 'hi' },
  { m: 7, x: 1, l: 1 },
];

describeStore('Redis', 'jobs that somebody wrote by hand', () => {
  const tested = storeForTests('Redis');

  it('are skipped by erase', async () => {
    const { queue } = await tested.open({}, { worker: false });
    const bull = await bullOf(queue);
    for (const data of DATA) await bull.add('sms', data as never, { jobId: messageId() });
    await bull.add('sms', null as never);
    await queue.add(message());
    // More often than there are connections.
    for (let round = 0; round < 8; round += 1) {
      expect(await queue.erase(NUMBER)).toBe(round === 0 ? 1 : 0);
    }
    expect(await queue.counts({ waiting: 50 })).toMatchObject({ waiting: DATA.length + 1 });
  });

  it('are put back unchanged by a worker, with one warning, and can be neither cancelled nor settled', async () => {
    const { warnings, errors, logger } = keepLog();
    const { queue, gateway } = await tested.open({}, { concurrency: 1, logger });
    const bull = await bullOf(queue);
    const ids = DATA.map(() => messageId());
    for (const [index, data] of DATA.entries()) {
      await bull.add('sms', data as never, { jobId: ids[index]! });
    }
    const { id } = await queue.add(message());
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
    await counted(queue, ({ delayed, sending }) => delayed === DATA.length && sending === 0);
    expect(
      warnings.filter((text) => /Job m\w+ of the queue is not a message/.test(text)),
    ).toHaveLength(1);
    expect(errors).toEqual([]);
    for (const [index, each] of ids.entries()) {
      expect(await queue.cancel(each)).toBe(false);
      await expect(queue.settle(each, 'accepted')).rejects.toThrow(/is not in the queue/);
      await expect(queue.resend(each)).rejects.toThrow(/is not in the queue/);
      const job = await bull.getJob(each);
      expect(job?.data).toEqual(DATA[index]);
      expect(await bull.getJobState(each)).toBe('delayed');
    }
    expect(gateway.sends).toHaveLength(1);
  });

  it('are skipped by unknown', async () => {
    const { queue, gateway } = await tested.open({ send: () => ({ status: 500 }) });
    const { id } = await queue.add(message());
    await reaches(queue, id, 'unknown');
    const bull = await bullOf(queue);
    const own = [messageId(), messageId()];
    const client = clientOf(tested.store) as Redis;
    for (const each of own) {
      await client.hset(bull.toKey(each), {
        data: 'null',
        opts: '{}',
        name: 'sms',
        timestamp: 1,
        finishedOn: 1,
        failedReason: 'x',
      });
      await client.zadd(bull.toKey('failed'), 1, each);
    }
    expect((await allOf(queue.unknown())).map((each) => each.id)).toEqual([id]);
    expect(await queue.status(own[0]!)).toBeUndefined();
    await expect(queue.settle(own[0]!, 'accepted')).rejects.toThrow(/is not in the queue/);
    await expect(queue.resend(own[0]!)).rejects.toThrow(/is not in the queue/);
    expect(gateway.sends).toHaveLength(1);
  });
});
