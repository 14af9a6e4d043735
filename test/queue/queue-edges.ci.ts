import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { SmsMessageError } from '../../lib/index.js';
import { bullQueueOf, type SmsQueue } from '../../lib/queue/index.js';
import { errorOf, message, NUMBER } from '../support/account.js';
import { BrokenLog } from '../account/broken-log.js';
import { acceptance, type Script } from '../support/scripted-gateway.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { freshName, until, ended } from './open-queue.js';
import { openWorker } from '../../lib/queue/jobs/store.js';
import type { SmsJob } from '../../lib/queue/jobs/stored-job.js';
import { openStore } from './open-store.js';
import { takeFromWorker, type TestStore } from './stores.mjs';

const OTHER_KEY = 'cd'.repeat(32);

const ignore = () => undefined;

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
    await until(() => queue.status(id), ended);
    await close();
    return id;
  }

  /** A queue with an unknown message that it cannot open. */
  async function rotated(): Promise<SmsQueue> {
    const shared = freshName();
    const id = await unknownIn(shared, 'order-1');
    const { queue } = await open({}, { name: shared, worker: false, encryptionKeys: [OTHER_KEY] });
    expect(await queue.status(id)).toBe('unknown');
    return queue;
  }

  it('starts, and sends, with a logger that throws', async () => {
    const logger = new BrokenLog();
    const { queue } = await open({}, { logger, encryptionKeys: undefined });
    const { id } = await queue.add(message());
    expect(await until(() => queue.status(id), ended)).toBe('accepted');
    expect(logger.lines).toBeGreaterThan(1);
  });

  it('logs that a message was taken from a worker, and not that the store failed', async () => {
    let answer: (() => void) | undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const lines: string[] = [];
    const keep = (line: unknown) => void lines.push(String(line));
    const send = () => answered.then(() => acceptance());
    const logger = { log: keep, warn: keep, error: keep };
    const { queue } = await open({ send }, { logger });
    const { id } = await queue.add(message());
    await until(
      () => queue.status(id),
      (status) => status === 'sending',
    );
    await takeFromWorker(await bullQueueOf(queue), tested.store.url, id);
    answer?.();
    await until(
      () => Promise.resolve(lines.join()),
      (text) => text.includes('A message was taken from this worker'),
    );
    expect(lines.join()).not.toContain('store failed');
  });

  it.each(['meta', 'events', 'wait', 'a:b', '5', '\0', `m${randomBytes(16).toString('hex')}`, ''])(
    'has no message with the id %j, which is not one of its ids',
    async (id) => {
      const { queue } = await open({}, { worker: false });
      await queue.add(message());
      expect(await queue.status(id)).toBeUndefined();
      expect(await queue.outcome(id)).toBeUndefined();
      expect(await queue.cancel(id)).toBe(false);
      for (const change of [queue.settle(id, 'accepted'), queue.resend(id)]) {
        await expect(change).rejects.toThrow(/id: is not in the queue/);
      }
      expect(await queue.counts()).toMatchObject({ waiting: 1 });
    },
  );

  it('leaves a message that no key opens in the queue, and logs what to do, with the account', async () => {
    const shared = freshName();
    const adding = await open({}, { name: shared, worker: false });
    const { id } = await adding.queue.add(message());
    await adding.close();
    const errors: string[] = [];
    const error = (line: unknown): void => void errors.push(String(line));
    const logger = { log: () => undefined, warn: () => undefined, error };
    const { queue } = await open({}, { name: shared, encryptionKeys: [OTHER_KEY], logger });
    await until(
      () => queue.status(id),
      (status) => status === 'delayed',
    );
    expect(errors).toEqual([expect.stringContaining(`[${shared}] Message ${id} cannot be opened`)]);
  });

  it('ends a message that no key opens once it expires', async () => {
    const shared = freshName();
    const adding = await open({}, { name: shared, worker: false });
    const { id } = await adding.queue.add(message(), { expiresAfter: 1000 });
    const { queue } = await open({}, { name: shared, encryptionKeys: [OTHER_KEY] });
    await until(() => queue.status(id), ended);
    expect(await queue.outcome(id)).toMatchObject({ status: 'not-sent', code: 'expired' });
  });

  it('gives back the place of a start in the rate limit window that counted it, and in no later one', async () => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const bull = await bullQueueOf(queue);
    for (const text of ['one', 'two']) await queue.add(message(text));
    const own = await openStore(tested.store);
    const windowMs = 600_000;
    const limits = { lockDuration: 30_000, limiter: { max: 2, duration: windowMs } };
    const worker = openWorker(
      bull.name,
      neverStarted,
      { autorun: false, ...limits },
      own.forWorkers,
    );
    const start = async (token: string) => {
      const job: SmsJob | undefined = await worker.getNextJob(token, { block: false });
      return () => own.giveBackPlace(bull, job!, { token, lockDuration: 30_000, windowMs });
    };
    const isFull = async () => (await bull.getRateLimitTtl(1)) > 0;
    const giveFirstBack = await start('first');
    expect(await isFull()).toBe(true);
    await bull.removeRateLimitKey();
    // The clocks of the stores count milliseconds.
    await sleep(10);
    const giveSecondBack = await start('second');
    await giveFirstBack();
    expect(await isFull()).toBe(true);
    await giveSecondBack();
    expect(await isFull()).toBe(false);
    await worker.close();
    await own.close();
  });

  it('does not send what was stored in plain text if keys are set, unless acceptUnsealed is on', async () => {
    const shared = freshName();
    const before = await open({}, { name: shared, worker: false, encryptionKeys: undefined });
    const { id } = await before.queue.add(message());
    const errors: string[] = [];
    const error = (line: unknown): void => void errors.push(String(line));
    const strict = await open({}, { name: shared, logger: { log: ignore, warn: ignore, error } });
    await until(
      () => strict.queue.status(id),
      (status) => status === 'delayed',
    );
    expect(errors).toEqual([expect.stringMatching(/not sealed.*acceptUnsealed/)]);
    await expect(strict.queue.erase(NUMBER)).rejects.toThrow(/opens all but 1 .*acceptUnsealed/);
    await strict.close();
    expect(strict.gateway.sends).toEqual([]);
    await (await (await bullQueueOf(before.queue)).getJob(id))?.promote();
    await open({}, { name: shared, acceptUnsealed: true });
    await until(() => before.queue.status(id), ended);
    expect(await before.queue.status(id)).toBe('accepted');
  });

  it('finds no message if no id is passed', async () => {
    const { queue } = await open({}, { worker: false });
    const none = undefined as unknown as string;
    expect(await queue.status(none)).toBeUndefined();
    expect(await queue.cancel(none)).toBe(false);
  });

  it('says how far erase got if the store fails halfway', async () => {
    const { queue } = await open({}, { worker: false });
    await queue.broadcast({ text: 'hello' }, [NUMBER, NUMBER, NUMBER], { batchSize: 1 });
    const bull = await bullQueueOf(queue);
    const remove = bull.remove.bind(bull);
    // The store proves that it did not carry this step out, but others were.
    const failing = jest.spyOn(bull, 'remove').mockImplementation(() => Promise.reject(notDone()));
    const untouched = await errorOf(queue.erase(NUMBER));
    expect(untouched).toMatchObject({ code: 'queue-failed', outcome: 'not-sent' });
    failing.mockImplementationOnce(remove);
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
    await until(
      () => queue.status(id),
      (status) => status === 'unknown',
    );
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

  it('lets only one of two simultaneous resends succeed', async () => {
    const shared = freshName();
    const id = await unknownIn(shared);
    const { queue } = await open({}, { name: shared, worker: false });
    const both = await Promise.allSettled([queue.resend(id), queue.resend(id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [refused] = both.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toBeInstanceOf(SmsMessageError);
  });

  describe('whose encryption key was removed', () => {
    it('still lists what is unknown', async () => {
      const found = [];
      for await (const each of (await rotated()).unknown()) found.push(each);
      expect(found).toMatchObject([{ recipients: [] }]);
    });

    it('still knows the keys of messages', async () => {
      const queue = await rotated();
      expect(await queue.add(message(), { key: 'order-1' })).toMatchObject({ duplicate: true });
    });

    it('erases what it can read, and says that it cannot read all', async () => {
      const queue = await rotated();
      await queue.add(message());
      await expect(queue.erase(NUMBER)).rejects.toThrow(/opens all but 1 .*erased \(1\)/);
      expect(await queue.counts()).toMatchObject({ waiting: 0 });
    });
  });

  it('refuses invalid times and keys, and unknown options', async () => {
    const { queue } = await open({}, { worker: false });
    const problemOf = (options: object) =>
      queue.add(message(), options).then(
        () => 'It was added',
        (error: unknown) => String(error),
      );
    for (const at of [null, true, [], '2030-01-01', Number.NaN, new Date(Number.NaN)]) {
      expect(await problemOf({ at })).toContain('options.at: is not valid. Provide a Date');
    }
    for (const key of ['', 5, null, '\ud800', 'x'.repeat(1001)]) {
      expect(await problemOf({ key })).toContain(
        'options.key: is not valid. Provide a string of 1 to 1000',
      );
    }
    expect(await problemOf({ delay: -1 })).toContain(
      'options.delay: is too small. Provide a number from 0',
    );
    expect(await problemOf({ delay: 1, at: 1 })).toContain(
      'options.at: cannot be combined with delay',
    );
    expect(await problemOf({ priority: 'urgent' })).toContain('options.priority: is not valid');
    expect(await problemOf({ expiresAfter: 0 })).toContain(
      'options.expiresAfter: is too small. Provide a number from 1',
    );
    expect(await problemOf({ ttl: 1 })).toContain('options.ttl: is not known; use key, delay');
    expect(await queue.counts()).toMatchObject({ waiting: 0, delayed: 0 });
  });

  it('adds no message of many whose key function throws or returns no key', async () => {
    const { queue } = await open({}, { worker: false });
    const none = (() => undefined) as unknown as () => string;
    const problems = [];
    for await (const each of queue.addMany([message()], { key: none })) problems.push(each);
    for await (const each of queue.addMany([message()], { key: fail })) problems.push(each);
    expect(problems.map((each) => 'error' in each && each.error.message)).toEqual([
      expect.stringContaining(
        'options.key: returned a key that is missing. Provide a string of 1 to 1000',
      ),
      expect.stringContaining('options.key: threw an error'),
    ]);
    expect(await queue.counts()).toMatchObject({ waiting: 0 });
  });

  it('adds only one of many messages with the same key, in one statement', async () => {
    const { queue } = await open({}, { worker: false });
    const same = [message('one'), message('one'), message('two')];
    expect(await queue.addMany(same, { key: () => 'same' })).toEqual({
      added: 1,
      duplicate: 1,
      failed: 1,
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

  it('counts and cancels what waits while it is paused', async () => {
    const { queue } = await open();
    await queue.pause();
    const { id } = await queue.add(message());
    await queue.add(message(), { delay: 60_000 });
    const run = queue.broadcast({ text: 'now' }, [NUMBER], { priority: 'high' });
    for await (const each of run) {
      expect('id' in each && (await queue.status(each.id))).toBe('waiting');
    }
    expect(await queue.counts()).toMatchObject({ waiting: 2, delayed: 1 });
    expect(await queue.cancel(id)).toBe(true);
    expect(await queue.counts()).toMatchObject({ waiting: 1, delayed: 1 });
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
