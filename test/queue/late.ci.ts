import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { DelayedError, UnrecoverableError } from 'bullmq';
import { type SmsEvent, smsMessageOf } from '../../lib/index.js';
import { createJobProcessor } from '../../lib/extras/queue/redis/job-start.js';
import { createLateResult } from '../../lib/extras/queue/redis/late-result.js';
import type { SmsJob } from '../../lib/extras/queue/redis/sms-job.js';
import type { SmsQueue } from '../../lib/extras/queue/index.js';
import { message, NUMBER } from '../support/account.js';
import { acceptance } from '../support/scripted-gateway.js';
import type { Redis } from 'ioredis';
import { clientOf, describeStore, describeStores, storeForTests } from './describe-stores.js';
import { allOf, counted, freshName, outcomeOf, reaches } from './open-queue.js';
import { bullOf, plainWorker } from './redis-messages.js';
import { probe } from './store-probe.js';
import { eventually, Latch } from '../support/eventually.js';
import { keepLog } from '../support/keep-log.js';

const OTHER = '919876543211';

describeStore('Redis', 'a worker that claimed a message and is late', () => {
  const tested = storeForTests('Redis');
  const { open } = tested;

  /**
   * Takes the next message as a worker does that is then frozen. Unless `isGivenBack` is false, puts it back
   * as BullMQ does once the lock has expired. `wake` lets the worker go on.
   */
  async function freeze(app: SmsQueue, { isGivenBack = true } = {}) {
    const bull = await bullOf(app);
    const token = randomUUID();
    const job: SmsJob | undefined = await plainWorker(tested.store, bull.name).getNextJob(token);
    if (!job) throw new Error('There is no job');
    const redis = clientOf(tested.store) as Redis;
    const { signal } = new AbortController();
    const reads = jest.fn(bull.getJob.bind(bull));
    const start = createJobProcessor({
      bull: { DelayedError, UnrecoverableError },
      hold: { begin: () => Promise.resolve(), left: () => 0 },
      giveBack: () => Promise.resolve(),
      // It finds out that it was frozen for too long.
      start: () => Promise.resolve({ back: 0, attempts: 0, code: undefined }),
      late: createLateResult(redis, { getJob: reads, toKey: bull.toKey }, signal),
      lost: () => undefined,
      warn: () => undefined,
      giveUp: signal,
    });
    if (isGivenBack) await job.moveToWait(token);
    return {
      wake: () => expect(start(job, token)).rejects.toThrow('movedToDelayed'),
      /** Lets it go on if its start was one too many. */
      async find() {
        const error: unknown = await start(job, token).catch((reason: unknown) => reason);
        if (error instanceof UnrecoverableError) await job.moveToFailed(error, token);
      },
      /** Told when it looks how its message is. */
      reads,
    };
  }

  /** A message that was claimed by a worker that stands still, and found unknown by another one. */
  async function foundUnknown(to: string | readonly string[] = NUMBER) {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const { id } = await queue.add({ to, text: 'hello' }, { key: 'order-1' });
    const { wake } = await freeze(queue);
    const { gateway, close } = await open({}, { name: shared });
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'unknown', code: 'worker-lost' });
    return { shared, queue, id, wake, gateway, close };
  }

  it('still sends a message that it claimed too late, though another worker found it unknown', async () => {
    const { queue, id, wake, gateway } = await foundUnknown();
    expect(gateway.sends).toHaveLength(0);
    await wake();
    await reaches(queue, id, 'accepted');
    expect(gateway.sends).toHaveLength(1);
    await counted(queue, ({ finished, unknown }) => finished === 1 && unknown === 0);
    await wake();
    expect(gateway.sends).toHaveLength(1);
  });

  it.each(['an account', 'a failover'])(
    'is reported as lost only once, in the log and as an event of %s',
    async (what) => {
      const shared = freshName();
      const { queue } = await open({}, { name: shared, worker: false });
      const { id } = await queue.add(message(), { key: 'order-1' });
      await freeze(queue);
      await queue.pause();
      const { warnings, logger } = keepLog();
      const events: SmsEvent[] = [];
      const backup = what === 'a failover' ? { backup: 'http://127.0.0.1:1' } : {};
      for (let workers = 0; workers < 2; workers += 1) {
        const { sms } = await open({}, { name: shared, logger, ...backup });
        sms.events$.subscribe((event) => events.push(event));
      }
      await queue.resume();
      await outcomeOf(queue, id);
      expect(warnings.filter((line) => line.includes(id))).toEqual([
        expect.stringContaining(`[${shared}] Message ${id} may have been sent`),
      ]);
      expect(events).toMatchObject([{ type: 'unknown', code: 'worker-lost', recipients: 1 }]);
      expect(events[0] && smsMessageOf(events[0])).toMatchObject({ to: [NUMBER], text: 'hello' });
    },
  );

  it('leaves a message alone that was settled meanwhile', async () => {
    const { queue, id, wake, gateway } = await foundUnknown();
    await queue.settle(id, 'accepted');
    await wake();
    expect(await queue.outcome(id)).toMatchObject({ status: 'accepted', code: 'settled' });
    expect(gateway.sends).toHaveLength(0);
  });

  it('sends a message only once if it was resent meanwhile', async () => {
    const { queue, id, wake, gateway } = await foundUnknown();
    await queue.resend(id);
    await wake();
    await reaches(queue, id, 'accepted');
    await wake();
    expect(gateway.sends).toHaveLength(1);
  });

  it('leaves a message alone that was resent meanwhile and whose next worker was lost too', async () => {
    const { shared, queue, id, wake, close } = await foundUnknown();
    await close();
    await queue.resend(id);
    await freeze(queue);
    const { gateway } = await open({}, { name: shared });
    await outcomeOf(queue, id);
    await wake();
    expect(await queue.status(id)).toBe('unknown');
    expect(gateway.sends).toHaveLength(0);
  });

  it('waits for another worker that has the message before it puts it back', async () => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const { id } = await queue.add(message());
    const first = await freeze(queue);
    const second = await freeze(queue, { isGivenBack: false });
    const woken = first.wake();
    await eventually(() => first.reads.mock.calls.length > 0);
    expect(await queue.status(id)).toBe('sending');
    await second.find();
    await woken;
    expect(await queue.status(id)).toBe('waiting');
  });

  it('neither sends nor restores a message that was erased meanwhile', async () => {
    const { queue, id, wake, gateway } = await foundUnknown();
    expect(await queue.erase(NUMBER)).toBe(1);
    await wake();
    expect(await queue.status(id)).toBe('unknown');
    await expect(queue.resend(id)).rejects.toThrow(/was erased/);
    expect(gateway.sends).toHaveLength(0);
  });

  it('does not restore a number that was erased meanwhile', async () => {
    const { queue, id, wake, gateway } = await foundUnknown([NUMBER, OTHER]);
    expect(await queue.erase(NUMBER)).toBe(1);
    await wake();
    await reaches(queue, id, 'accepted');
    expect(gateway.sends.map(({ fields }) => fields['mobile'])).toEqual([OTHER]);
  });

  it('puts back a message that already waits for another worker', async () => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const { id } = await queue.add(message());
    const { wake } = await freeze(queue);
    await queue.pause();
    const { gateway } = await open({}, { name: shared });
    await counted(queue, ({ waiting }) => waiting === 1);
    await wake();
    await queue.resume();
    await reaches(queue, id, 'accepted');
    expect(gateway.sends).toHaveLength(1);
  });
});

/** A message that is being sent, and was taken from its worker. `answer` lets the gateway accept it. */
async function takenWhileSent({ store, open }: ReturnType<typeof storeForTests>) {
  const latch = new Latch();
  const { queue, gateway } = await open({ send: () => latch.opened.then(() => acceptance()) });
  const { id } = await queue.add(message(), { key: 'order-1' });
  await eventually(() => gateway.sends.length === 1);
  await queue.pause();
  const { takeFromWorker, giveToOthers } = probe(store, queue);
  await takeFromWorker(id);
  await giveToOthers(id);
  return { queue, gateway, id, answer: () => latch.open() };
}

describeStores('the outcome of a message that was taken from its worker, in %s,', (name) => {
  const tested = storeForTests(name);

  it('completes the message if it was found unknown meanwhile', async () => {
    const { queue, gateway, id, answer } = await takenWhileSent(tested);
    await queue.resume();
    await reaches(queue, id, 'unknown');
    answer();
    await reaches(queue, id, 'accepted');
    expect(await queue.outcome(id)).toMatchObject({ transactionId: '1234567890123456789' });
    expect(await queue.counts()).toMatchObject({ unknown: 0, finished: 1, waiting: 0 });
    expect(await allOf(queue.unknown())).toEqual([]);
    expect(gateway.sends).toHaveLength(1);
  });

  it('does not change what a person has said', async () => {
    const { queue, id, answer } = await takenWhileSent(tested);
    await queue.resume();
    await outcomeOf(queue, id);
    await queue.settle(id, 'not-sent');
    answer();
    await queue.add(message('next'));
    await counted(queue, ({ finished }) => finished === 2);
    expect(await queue.outcome(id)).toMatchObject({ status: 'not-sent', code: 'settled' });
  });
});

// In PostgreSQL, it is found unknown at once.
describeStore('Redis', 'the outcome of a message that was put back for others', () => {
  const tested = storeForTests('Redis');

  it('completes the message if it already waits for another worker, without a second send', async () => {
    const { queue, gateway, id, answer } = await takenWhileSent(tested);
    await counted(queue, ({ waiting }) => waiting === 1);
    answer();
    await reaches(queue, id, 'accepted');
    await queue.resume();
    await counted(queue, ({ finished }) => finished === 1);
    expect(await queue.outcome(id)).toMatchObject({ transactionId: '1234567890123456789' });
    expect(gateway.sends).toHaveLength(1);
  });
});
