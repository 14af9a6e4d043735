import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { errorOf, message, NUMBER } from '../support/account.js';
import { eventually, Latch } from '../support/eventually.js';
import { keepLog } from '../support/keep-log.js';
import { BrokenLog } from '../account/broken-log.js';
import { acceptance, type Script } from '../support/scripted-gateway.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { allOf, freshName, outcomeOf, reaches, storeOf } from './open-queue.js';
import { probe } from './store-probe.js';

const OTHER_KEY = 'cd'.repeat(32);

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
    const { queue } = await open({ send }, { logger, lockDuration: 3000 });
    const { id } = await queue.add(message());
    await reaches(queue, id, 'sending');
    const taken = () => lines.filter((line) => line.includes('was taken from this worker'));
    const isSaid = () => taken().length > 0;
    const { takeFromWorker, giveToOthers } = probe(tested.store, queue);
    await takeFromWorker(id);
    if (name === 'PostgreSQL') {
      // It is said when the worker renews its lock. On Redis, it is said when the outcome comes.
      await giveToOthers(id);
      await eventually(isSaid);
    }
    // It renews its locks again.
    await sleep(2000);
    answer.open();
    await eventually(isSaid);
    expect(taken()).toHaveLength(1);
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
    await probe(tested.store, before.queue).makeDue(id);
    await open({}, { name: shared, acceptUnsealed: true });
    expect(await outcomeOf(before.queue, id)).toMatchObject({ status: 'accepted' });
  });

  it('says how far erase got if the store fails halfway', async () => {
    const { queue } = await open({}, { worker: false });
    await queue.broadcast({ text: 'hello' }, [NUMBER, NUMBER, NUMBER], { batchSize: 1 });
    const store = await storeOf(queue);
    const find = store.find.bind(store);
    // The store proves that it did not carry this step out, but others were.
    const failing = jest.spyOn(store, 'find').mockImplementation(() => Promise.reject(notDone()));
    const first = await errorOf(queue.erase(NUMBER));
    // What is stored of its reports was erased before.
    expect(first).toMatchObject({ code: 'queue-failed', outcome: 'unknown' });
    expect(first.message).toContain('0 of 3 messages');
    failing.mockImplementationOnce(find);
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
    await probe(tested.store, queue).claimAndVanish(30_000);
    expect(await queue.status(id)).toBe('sending');
    expect(await queue.cancel(id)).toBe(false);
    await queue.erase(NUMBER);
    expect(await queue.status(id)).toBe('sending');
  });

  it('finds out that a message is unknown while many others still wait', async () => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const { id } = await queue.add(message('lost'), { priority: 'bulk' });
    await probe(tested.store, queue).claimAndVanish(1);
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
    const key = 'Provide a string of 1 to 1000 characters';
    const half = 'options.key: contains half of a surrogate pair';
    for (const [options, problem] of [
      ...[null, true, [], '2030-01-01', NaN, new Date(NaN)].map((each) => [{ at: each }, at]),
      ...[0, Date.now() - overAYear, new Date(Date.now() + overAYear)].map((each) => [
        { at: each },
        at,
      ]),
      ...['', 5, null, 'x'.repeat(1001)].map((each) => [{ key: each }, key]),
      [{ key: '\ud800' }, half],
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
      const { id } = await queue.add(message(), { priority });
      await probe(tested.store, queue).makeWaitSince(id, anHour);
      for (const each of ['bulk', 'normal', 'high', 'normal'] as const) {
        await queue.add(message(), { priority: each });
      }
      expect((await queue.counts()).oldest).toBeGreaterThanOrEqual(anHour);
    },
  );
});
