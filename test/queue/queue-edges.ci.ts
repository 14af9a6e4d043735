import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { bullQueueOf } from '../../lib/extras/queue/index.js';
import { errorOf, message, NUMBER } from '../support/account.js';
import { eventually, Latch } from '../support/eventually.js';
import { keepLog } from '../support/keep-log.js';
import { BrokenLog } from '../account/broken-log.js';
import { acceptance, type Script } from '../support/scripted-gateway.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { allOf, counted, freshName, outcomeOf, reaches } from './open-queue.js';
import { type BullQueue, openWorker } from '../../lib/extras/queue/jobs/store.js';
import type { SmsJob } from '../../lib/extras/queue/jobs/stored-job.js';
import { openStore } from './open-store.js';
import { takeFromWorker, type TestStore } from './stores.mjs';

const OTHER_KEY = 'cd'.repeat(32);

const neverStarted = () => Promise.reject(new Error('It was not to be started'));

/** An error after which nothing was done. */
const notDone = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

const fail = () => {
  throw new Error(`no order for ${NUMBER}`);
};

describeStores('a queue in %s', (name) => {
  const tested = storeForTests(name);
  const { open } = tested;

  /** A message whose outcome is unknown, of a worker that has ended. */
  async function unknownIn(queueName: string, key?: string): Promise<string> {
    const { queue, close } = await open({ send: () => ({ status: 500 }) }, { name: queueName });
    const { id } = await queue.add(message(), { key });
    await outcomeOf(queue, id);
    await close();
    return id;
  }

  it('starts, and sends, with a logger that throws', async () => {
    const logger = new BrokenLog();
    const { queue } = await open({}, { logger, encryptionKeys: undefined });
    const { id } = await queue.add(message());
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
    expect(logger.lines).toBeGreaterThan(1);
  });

  it('logs that a message was taken from a worker, and not that the store failed', async () => {
    const answer = new Latch();
    const { lines, logger } = keepLog();
    const send = () => answer.opened.then(() => acceptance());
    const { queue } = await open({ send }, { logger });
    const { id } = await queue.add(message());
    await reaches(queue, id, 'sending');
    await takeFromWorker(await bullQueueOf<BullQueue>(queue), tested.store.url, id);
    answer.open();
    await eventually(() => lines.join().includes('A message was taken from this worker'));
    expect(lines.join()).not.toContain('store failed');
  });

  it.each([
    'meta',
    'events',
    'wait',
    'a:b',
    '5',
    '\0',
    `m${randomBytes(16).toString('hex')}`,
    '',
    undefined as never,
  ])('has no message with the id %j, which is not one of its ids', async (id) => {
    const { queue } = await open({}, { worker: false });
    await queue.add(message());
    expect(await queue.status(id)).toBeUndefined();
    expect(await queue.outcome(id)).toBeUndefined();
    expect(await queue.cancel(id)).toBe(false);
    for (const change of [queue.settle(id, 'accepted'), queue.resend(id)]) {
      await expect(change).rejects.toThrow(/id: is not in the queue/);
    }
    expect(await queue.counts()).toMatchObject({ waiting: 1 });
  });

  it('takes a start back from the rate limit window that counted it, and from no later one', async () => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const bull = await bullQueueOf<BullQueue>(queue);
    for (const text of ['one', 'two']) await queue.add(message(text));
    const own = await openStore(tested.store);
    const windowMs = 600_000;
    const limits = { lockDuration: 30_000, limiter: { max: 2, duration: windowMs } };
    const worker = openWorker(
      own.bull,
      bull.name,
      neverStarted,
      { autorun: false, ...limits },
      own.forWorkers,
    );
    const start = async (lock: string) => {
      const job: SmsJob | undefined = await worker.getNextJob(lock, { block: false });
      return () => own.uncountStart(bull, job!, { lock, lockDuration: 30_000, windowMs });
    };
    const isFull = async () => (await bull.getRateLimitTtl(1)) > 0;
    const uncountFirst = await start('first');
    expect(await isFull()).toBe(true);
    await bull.removeRateLimitKey();
    // The clocks of the stores count milliseconds.
    await sleep(10);
    const uncountSecond = await start('second');
    await uncountFirst();
    expect(await isFull()).toBe(true);
    await uncountSecond();
    expect(await isFull()).toBe(false);
    await worker.close();
    await own.close();
  });

  it('does not send what was stored in plain text if keys are set, unless acceptUnsealed is on', async () => {
    const shared = freshName();
    const before = await open({}, { name: shared, worker: false, encryptionKeys: undefined });
    const { id } = await before.queue.add(message());
    const { errors, logger } = keepLog();
    const strict = await open({}, { name: shared, logger });
    await reaches(strict.queue, id, 'delayed');
    expect(errors).toEqual([expect.stringMatching(/not encrypted.*acceptUnsealed/)]);
    expect(errors[0]).toContain(`[${shared}] Message ${id} cannot be decrypted`);
    await expect(strict.queue.erase(NUMBER)).rejects.toThrow(
      /1 more cannot be decrypted .*acceptUnsealed/,
    );
    await strict.close();
    expect(strict.gateway.sends).toEqual([]);
    await (await (await bullQueueOf<BullQueue>(before.queue)).getJob(id))?.promote();
    await open({}, { name: shared, acceptUnsealed: true });
    expect(await outcomeOf(before.queue, id)).toMatchObject({ status: 'accepted' });
  });

  it('says how far erase got if the store fails halfway', async () => {
    const { queue } = await open({}, { worker: false });
    await queue.broadcast({ text: 'hello' }, [NUMBER, NUMBER, NUMBER], { batchSize: 1 });
    const bull = await bullQueueOf<BullQueue>(queue);
    const stateOf = bull.getJobState.bind(bull);
    // The store proves that it did not carry this step out, but others were.
    const failing = jest
      .spyOn(bull, 'getJobState')
      .mockImplementation(() => Promise.reject(notDone()));
    const untouched = await errorOf(queue.erase(NUMBER));
    expect(untouched).toMatchObject({ code: 'queue-failed', outcome: 'not-sent' });
    failing.mockImplementationOnce(stateOf);
    const halfway = await errorOf(queue.erase(NUMBER));
    expect(halfway).toMatchObject({ code: 'queue-failed', outcome: 'unknown' });
    expect(halfway.message).toContain('1 of 3 messages');
    expect(halfway.message).not.toContain('nothing');
    failing.mockRestore();
    expect(await queue.erase(NUMBER)).toBe(2);
  });

  it('does not cancel a settled message, whose key must stay used', async () => {
    const shared = freshName();
    const id = await unknownIn(shared, 'order-1');
    const { queue } = await open({}, { name: shared, worker: false });
    await queue.settle(id, 'accepted');
    expect(await queue.cancel(id)).toBe(false);
    expect(await queue.add(message(), { key: 'order-1' })).toEqual({ id, duplicate: true });
  });

  it('neither cancels nor forgets a message whose worker was lost: it may have been sent', async () => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const { id } = await queue.add(message(), { key: 'order-1' });
    await loseWorker(tested.store, shared);
    expect(await queue.status(id)).toBe('sending');
    expect(await queue.cancel(id)).toBe(false);
    await queue.erase(NUMBER);
    expect(await queue.status(id)).toBe('sending');
  });

  it('finds out that a message is unknown while many others still wait', async () => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const { id } = await queue.add(message('lost'), { priority: 'bulk' });
    await loseWorker(tested.store, shared, { isGivenBack: false });
    await queue.addMany(Array.from({ length: 100 }, (_, index) => message(`m${index}`)));
    const slow: Script = {
      send: () => new Promise((resolve) => setTimeout(resolve, 100, acceptance())),
    };
    await open(slow, { name: shared, concurrency: 1, lockDuration: 500 });
    await reaches(queue, id, 'unknown');
    expect((await queue.counts()).waiting).toBeGreaterThan(20);
  });

  it('does not send again a message that was erased after it may have been sent', async () => {
    const shared = freshName();
    const id = await unknownIn(shared);
    const { queue } = await open({}, { name: shared, worker: false });
    expect(await queue.erase(NUMBER)).toBe(1);
    expect(await queue.erase(NUMBER)).toBe(0);
    await expect(queue.resend(id)).rejects.toThrow(/was erased/);
    expect(await queue.status(id)).toBe('unknown');
    await queue.settle(id, 'not-sent');
    expect(await queue.status(id)).toBe('not-sent');
  });

  it('whose encryption key was removed knows keys, lists what is unknown, and erases what it can read', async () => {
    const shared = freshName();
    const id = await unknownIn(shared, 'order-1');
    const { queue } = await open({}, { name: shared, worker: false, encryptionKeys: [OTHER_KEY] });
    expect(await allOf(queue.unknown())).toMatchObject([{ id, recipients: [] }]);
    expect(await queue.add(message(), { key: 'order-1' })).toEqual({ id, duplicate: true });
    await queue.add(message());
    await expect(queue.erase(NUMBER)).rejects.toThrow(/erased: 1\. 1 more cannot be decrypted/);
    expect(await queue.counts()).toMatchObject({ waiting: 0 });
  });

  it('refuses invalid times and keys, and unknown options', async () => {
    const { queue } = await open({}, { worker: false });
    const at = 'options.at: is not valid. Provide a Date';
    const overAYear = 367 * 86_400_000;
    const key = 'options.key: is not valid. Provide a string of 1 to 1000';
    for (const [options, problem] of [
      ...[null, true, [], '2030-01-01', NaN, new Date(NaN)].map((each) => [{ at: each }, at]),
      ...[0, Date.now() - overAYear, new Date(Date.now() + overAYear)].map((each) => [
        { at: each },
        at,
      ]),
      ...['', 5, null, '\ud800', 'x'.repeat(1001)].map((each) => [{ key: each }, key]),
      [{ delay: -1 }, 'options.delay: is too small. Provide a number from 0'],
      [{ delay: 1, at: Date.now() }, 'options.at: cannot be combined with delay'],
      [{ priority: 'urgent' }, 'options.priority: is not valid'],
      [{ expiresAfter: 0 }, 'options.expiresAfter: is too small. Provide a number from 1000'],
      [{ ttl: 1 }, 'options.ttl: is not known; use key, delay'],
    ] as [object, string][]) {
      await expect(queue.add(message(), options)).rejects.toThrow(problem);
    }
    expect(await queue.counts()).toMatchObject({ waiting: 0, delayed: 0 });
  });

  it('adds no message of many whose key function throws or returns no key', async () => {
    const { queue } = await open({}, { worker: false });
    const none = (() => undefined) as unknown as () => string;
    const missing = 'options.key: returned a key that is missing. Provide a string of 1 to 1000';
    for (const [key, problem] of [
      [none, missing],
      [fail, 'options.key: threw an error'],
    ] as const) {
      const [outcome] = await allOf(queue.addMany([message()], { key }));
      expect(outcome).toMatchObject({ error: { message: expect.stringContaining(problem) } });
    }
    expect(await queue.counts()).toMatchObject({ waiting: 0 });
  });

  it('adds only one of many messages with the same key, in one statement', async () => {
    const { queue } = await open({}, { worker: false });
    const same = [message('one'), message('one'), message('two')];
    expect(await queue.addMany(same, { key: () => 'same' })).toEqual({
      added: 1,
      duplicate: 1,
      failed: 1,
      codes: { 'argument-invalid': 1 },
    });
  });

  it.each(['high', 'normal', 'bulk'] as const)(
    'says how old the oldest waiting message is, if that has the priority %s',
    async (priority) => {
      const { queue } = await open({}, { worker: false });
      await queue.add(message(), { delay: 60_000 });
      expect(await queue.counts()).not.toHaveProperty('oldest');
      const anHour = 3_600_000;
      const { now } = Date;
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() - anHour);
      await queue.add(message(), { priority });
      clock.mockRestore();
      for (const each of ['bulk', 'normal', 'high', 'normal'] as const) {
        await queue.add(message(), { priority: each });
      }
      expect((await queue.counts()).oldest).toBeGreaterThanOrEqual(anHour);
    },
  );

  it('counts the age of a waiting message from when it was due', async () => {
    const { queue } = await open({}, { worker: false });
    const { now } = Date;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
    const { id } = await queue.add(message(), { delay: 3_590_000 });
    clock.mockRestore();
    // As a worker would: it was due 10 s ago.
    await (await bullQueueOf<BullQueue>(queue)).promoteJobs();
    const { oldest = 0 } = await counted(queue, ({ waiting }) => waiting === 1);
    expect(oldest).toBeGreaterThanOrEqual(10_000);
    expect(oldest).toBeLessThan(3_000_000);
    // As after quiet hours that ended just now.
    const job: SmsJob | undefined = await (await bullQueueOf<BullQueue>(queue)).getJob(id);
    await job?.updateData({ ...job.data, w: now() });
    expect((await queue.counts()).oldest).toBeLessThan(10_000);
  });
});

/** Takes the next message as a worker does that is then lost. Unless `isGivenBack` is false, puts it back as BullMQ does. */
async function loseWorker(
  tested: TestStore,
  queueName: string,
  { isGivenBack = true } = {},
): Promise<void> {
  const store = await openStore(tested);
  const worker = openWorker(
    store.bull,
    `sms-${Buffer.from(queueName).toString('base64url')}`,
    neverStarted,
    { autorun: false, lockDuration: isGivenBack ? 30_000 : 1 },
    store.forWorkers,
  );
  const job = await worker.getNextJob('token');
  if (isGivenBack) await job?.moveToWait('token');
  await worker.close();
  await store.close();
}
