import * as bullmq from 'bullmq';
import { SmsGatewayModule } from '../../lib/index.js';
import { loadBullMq } from '../../lib/extras/queue/redis/load-bullmq.js';
import { bullQueueOf, SmsQueueModule } from '../../lib/extras/queue/index.js';
import { message, PASSWORD_AUTH } from '../support/account.js';
import { problemOf } from '../support/problem-of.js';
import { describeStore, storeForTests } from './describe-stores.js';
import { KEY, outcomeOf } from './open-queue.js';

/** A module that says of itself, in the way of BullMQ, that it has a version. */
function moduleOf(version: string) {
  class Queue {
    readonly opts = {};
    libName = 'bullmq';
    get metaValues(): object {
      return { version: `${this.libName}:${version}` };
    }
  }
  return { Queue, Worker: Queue, createRedisBackend: Queue };
}

const start = (given: ReturnType<typeof moduleOf>) =>
  problemOf(
    SmsGatewayModule.forRoot({ baseUrl: 'https://sms.example.com', auth: PASSWORD_AUTH }),
    SmsQueueModule.forRoot({
      connection: 'redis://127.0.0.1:1',
      encryptionKeys: [KEY],
      bullmq: given,
    }),
  );

it.each(['5.81.5', '6.6.1', '7.0.0'])(
  'the queue refuses to start on BullMQ %s, and names both versions and the command',
  async (version) => {
    expect(await start(moduleOf(version))).toBe(
      `SmsQueueModule (queue 'default') needs bullmq 6.7 or a later 6, but found bullmq ${version}. Install it: npm install bullmq@6.`,
    );
  },
);

it('the queue refuses to start with something else, and says what to pass', async () => {
  class Other {}
  const other = { Queue: Other, Worker: Other, createRedisBackend: Other };
  await expect(loadBullMq(other, 'A queue')).rejects.toThrow(
    "A queue found no BullMQ in its option bullmq. Provide the module itself, for example bullmq: await import('bullmq6').",
  );
});

it.each(['Queue', 'Worker', 'Job', 'RedisQueueBackend'] as const)(
  'the queue refuses to start if a later BullMQ lacks a method of its %s',
  async (name) => {
    const later = { ...bullmq, [name]: class {} };
    if (name === 'Queue') {
      const { metaValues } = Object.getOwnPropertyDescriptors(bullmq.Queue.prototype);
      Object.defineProperties(later.Queue.prototype, { metaValues });
    }
    await expect(loadBullMq(later, 'A queue')).rejects.toThrow(
      new RegExp(
        String.raw`^A queue needs ${name}\.\w+, which bullmq 6\.\S+ does not have\. Install an earlier`,
      ),
    );
  },
);

it('the type of the option bullmq accepts only the tested version', () => {
  // @ts-expect-error: BullMQ 5 has no backends.
  const old: Parameters<typeof SmsQueueModule.forRoot>[0]['bullmq'] = { Queue: Map, Worker: Map };
  expect(old).toBeDefined();
});

describeStore('Redis', 'with the option bullmq', () => {
  const tested = storeForTests('Redis');

  it('the queue uses only that copy of BullMQ', async () => {
    class OwnQueue extends bullmq.Queue {}
    const { queue } = await tested.open({}, { bullmq: { ...bullmq, Queue: OwnQueue } });
    const { id } = await queue.add(message('hello'));
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
    expect(await bullQueueOf(queue)).toBeInstanceOf(OwnQueue);
  });
});
