import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import { uncountStart } from '../../lib/extras/queue/redis/rate-limit.js';
import type { SmsJob } from '../../lib/extras/queue/redis/sms-job.js';
import { message } from '../support/account.js';
import { clientOf, describeStore, storeForTests } from './describe-stores.js';
import { counted } from './open-queue.js';
import { bullOf, jobOf, plainWorker } from './redis-messages.js';

describeStore('Redis', 'a queue in Redis', () => {
  const tested = storeForTests('Redis');
  const { open } = tested;

  it('takes a start back from the rate limit window that counted it, and from no later one', async () => {
    const { queue } = await open({}, { worker: false });
    const bull = await bullOf(queue);
    for (const text of ['one', 'two']) await queue.add(message(text));
    const redis = clientOf(tested.store) as Redis;
    const limiter = { max: 2, duration: 600_000 };
    const limits = { lockDuration: 30_000, limiter };
    const worker = plainWorker(tested.store, bull.name, limits);
    const start = async (lock: string) => {
      const job: SmsJob | undefined = await worker.getNextJob(lock, { block: false });
      return () => uncountStart(redis, bull, job!, lock, limits);
    };
    const isFull = async () => (await bull.getRateLimitTtl(1)) > 0;
    const uncountFirst = await start('first');
    expect(await isFull()).toBe(true);
    await bull.removeRateLimitKey();
    // Longer than Redis may take for one script.
    await sleep(50);
    const uncountSecond = await start('second');
    await uncountFirst();
    expect(await isFull()).toBe(true);
    await uncountSecond();
    expect(await isFull()).toBe(false);
  });

  it('counts the age of a waiting message from when it was due', async () => {
    const { queue } = await open({}, { worker: false });
    const { now } = Date;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
    const { id } = await queue.add(message(), { delay: 3_590_000 });
    clock.mockRestore();
    // As a worker would: it was due 10 s ago.
    await (await bullOf(queue)).promoteJobs();
    const { oldest = 0 } = await counted(queue, ({ waiting }) => waiting === 1);
    expect(oldest).toBeGreaterThanOrEqual(10_000);
    expect(oldest).toBeLessThan(3_000_000);
    // As after quiet hours that ended just now.
    const job = await jobOf(queue, id);
    await job.updateData({ ...job.data, w: now() });
    expect((await queue.counts()).oldest).toBeLessThan(10_000);
  });
});
