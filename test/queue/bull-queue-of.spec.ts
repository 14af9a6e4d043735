import type { Queue } from 'bullmq';
import { SmsConfigurationError } from '../../lib/index.js';
import { bullQueueOf, SmsQueue } from '../../lib/extras/queue/index.js';
import { message } from '../support/account.js';
import { describeStores, storeForTests } from './describe-stores.js';

describeStores('bullQueueOf in %s', (name) => {
  const tested = storeForTests(name);

  it('returns the BullMQ queue that holds the messages, whose calls fail once the app has closed', async () => {
    const app = await tested.open({}, { worker: false });
    const { id } = await app.queue.add(message('hello'));
    const found = await bullQueueOf<Queue>(app.queue);
    expect(await found.getJobState(id)).toBe('prioritized');
    await app.close();
    await expect(found.getJobState(id)).rejects.toThrow(/is closed|after calling end/);
  });
});

it('bullQueueOf refuses an SmsQueue of another kind', async () => {
  const fake: SmsQueue = Object.create(SmsQueue.prototype);
  await expect(bullQueueOf(fake)).rejects.toThrow(SmsConfigurationError);
});
