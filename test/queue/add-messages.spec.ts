import { jest } from '@jest/globals';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { isSameMessage } from '../../lib/extras/queue/store/stored-message.js';
import { errorOf, message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { describeStore, storeForTests } from './describe-stores.js';

const WRITTEN = { text: 'Grüße\n', recipients: ['919876543210', '919811111111'] };

// The rest of what a key stands for is tested with a queue.
it.each<[what: string, isSame: boolean, other: object]>([
  ['line breaks, as on old Macs', true, { ...WRITTEN, text: 'Grüße\r' }],
  ['keys, as another version wrote them', true, { ...WRITTEN, values: { type: 'text' } }],
  [
    'spelling of a number, as earlier releases kept it',
    true,
    { ...WRITTEN, recipients: ['919811111111', '9109876543210', '919876543210'] },
  ],
  ['number of line breaks', false, { ...WRITTEN, text: 'Grüße\n\n' }],
  ['number of recipients', false, { ...WRITTEN, recipients: ['919876543210'] }],
])('a message with another %s is the same one: %s', (_what, isSame, other) => {
  const [one, two] = [JSON.stringify(WRITTEN), JSON.stringify(other)];
  expect([isSameMessage(one, two), isSameMessage(two, one)]).toEqual([isSame, isSame]);
});

describeStore('Redis', 'a message that is added to Redis', () => {
  const tested = storeForTests('Redis');

  it('may be there if the store fails before it says which keys were used', async () => {
    const { queue } = await tested.open({}, { worker: false });
    const reads = jest
      .spyOn(Redis.prototype, 'eval')
      .mockRejectedValue(new Error('connect ECONNREFUSED'));
    afterThisTest(() => reads.mockRestore());
    const added = await errorOf(queue.add(message(), { key: 'order-1' }));
    expect(added).toMatchObject({ code: 'queue-failed', outcome: 'unknown' });
    reads.mockRestore();
    expect(await queue.add(message(), { key: 'order-1' })).toMatchObject({ duplicate: true });
  });

  it('is judged on its own, even if others of its run were not added', async () => {
    const { queue } = await tested.open({}, { worker: false });
    const { add } = Queue.prototype;
    const fate = [undefined, 'BUSY Redis is busy running a script', 'Connection is closed.'];
    const adds = jest.spyOn(Queue.prototype, 'add').mockImplementation(async function (
      this: Queue,
      ...given: Parameters<typeof add>
    ) {
      const failure = fate[adds.mock.calls.length - 1];
      if (failure !== undefined) throw new Error(failure);
      return add.apply(this, given);
    });
    afterThisTest(() => adds.mockRestore());
    const outcomes: unknown[] = [];
    const run = queue.addMany(['a', 'b', 'c'].map((text) => message(text)));
    const loop = async () => {
      for await (const outcome of run) outcomes.push(outcome);
    };
    await loop().catch(() => undefined);
    expect(outcomes).toMatchObject([
      { status: 'added' },
      { status: 'failed', error: { outcome: 'not-sent' } },
      { status: 'failed', error: { outcome: 'unknown' } },
    ]);
  });

  it('needs no transaction: one is refused before a statement is run', async () => {
    const { queue } = await tested.open({}, { worker: false });
    const transaction = jest.fn(() => Promise.resolve([]));
    const error = await errorOf(queue.add(message(), { transaction }));
    expect(error.message).toContain('needs PostgreSQL; this queue is kept in Redis');
    expect(transaction).not.toHaveBeenCalled();
    expect(await queue.counts()).toMatchObject({ waiting: 0 });
  });
});
