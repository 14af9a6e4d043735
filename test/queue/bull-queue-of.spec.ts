import type { Queue } from 'bullmq';
import { SmsConfigurationError } from '../../lib/index.js';
import { bullQueueOf, SmsQueue } from '../../lib/extras/queue/index.js';
import { message } from '../support/account.js';
import { describeStore, storeForTests } from './describe-stores.js';

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
