import { jest } from '@jest/globals';
import type { SmsQueue } from '../../lib/extras/queue/index.js';
import { message, PAST_THE_TEST, TOKEN_AUTH } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually, Latch } from '../support/eventually.js';
import { acceptance, token } from '../support/scripted-gateway.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { allOf, counted, outcomeOf, type QueueAppOptions, reaches } from './open-queue.js';

const NUMBERS = [0, 1, 2, 3].map((last) => `91987654321${last}`);
const CANCELLED = { status: 'not-sent', code: 'cancelled' };

/** Lets one message through. */
const RATE: Partial<QueueAppOptions> = {
  drain: 0,
  account: { rateLimit: { recipients: 1, perMs: PAST_THE_TEST } },
};
const RETRIES: Partial<QueueAppOptions> = {
  account: {
    retry: { base: PAST_THE_TEST, cap: PAST_THE_TEST },
    timeout: { total: 2 * PAST_THE_TEST },
  },
};

/** Queues batches of one number, and returns their ids and that of the broadcast. */
async function broadcast(queue: SmsQueue) {
  const run = queue.broadcast({ text: 'sale' }, NUMBERS, { batchSize: 1 });
  const ids = (await allOf(run)).flatMap((each) => ('id' in each ? each.id : []));
  return { ids, broadcastId: run.id };
}

describeStores('messages that a worker has taken but not begun to send, in %s,', (name) => {
  const { open } = storeForTests(name);

  /** Batches of which one was sent, and the others wait for their turn in the account. */
  async function openAtRate() {
    const app = await open({}, RATE);
    const added = await broadcast(app.queue);
    await counted(app.queue, ({ sending, finished }) => sending === 3 && finished === 1);
    return { ...app, ...added };
  }

  it('end when their broadcast is cancelled', async () => {
    const { queue, gateway, ids, broadcastId } = await openAtRate();
    expect(await queue.cancel(broadcastId)).toBe(true);
    const outcomes = await Promise.all(ids.map((id) => outcomeOf(queue, id)));
    expect(outcomes.filter((each) => each?.code === 'cancelled')).toHaveLength(3);
    expect(gateway.sends).toHaveLength(1);
  });

  it('go back when the queue is paused', async () => {
    const { queue, gateway } = await openAtRate();
    await queue.pause();
    await counted(
      queue,
      ({ sending, waiting, delayed }) => sending === 0 && waiting + delayed === 3,
    );
    expect(gateway.sends).toHaveLength(1);
    await queue.resume();
    await counted(queue, ({ sending }) => sending === 3);
  });

  it('end when their broadcast is cancelled during a login', async () => {
    const latch = new Latch();
    const login = () => latch.opened.then(() => token('one'));
    const { queue, gateway } = await open({ login }, { account: { auth: TOKEN_AUTH } });
    const { ids, broadcastId } = await broadcast(queue);
    await counted(queue, ({ sending }) => sending === 4);
    await queue.cancel(broadcastId);
    for (const id of ids) expect(await outcomeOf(queue, id)).toMatchObject(CANCELLED);
    latch.open();
    const { id } = await queue.add(message('next'));
    await reaches(queue, id, 'accepted');
    expect(gateway.texts).toEqual(['next']);
  });

  it('end when their broadcast is cancelled in the pause before a retry', async () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(1);
    afterThisTest(() => random.mockRestore());
    const { queue, sms, gateway } = await open({ send: () => ({ status: 429 }) }, RETRIES);
    let retries = 0;
    sms.events$.subscribe(({ type }) => void (retries += type === 'retry' ? 1 : 0));
    const { ids, broadcastId } = await broadcast(queue);
    await eventually(() => retries === 4);
    await queue.cancel(broadcastId);
    for (const id of ids) expect(await outcomeOf(queue, id)).toMatchObject(CANCELLED);
    expect(gateway.sends).toHaveLength(4);
  });

  it('end when they expire, even during a login', async () => {
    const latch = new Latch();
    afterThisTest(() => latch.open());
    const login = () => latch.opened.then(() => token('one'));
    const { queue, gateway } = await open({ login }, { account: { auth: TOKEN_AUTH } });
    const { id } = await queue.add(message(), { expiresAfter: 1500 });
    const expired = { status: 'not-sent', code: 'expired' };
    expect(await outcomeOf(queue, id)).toMatchObject(expired);
    expect(gateway.sends).toEqual([]);
  });

  it('do not include one whose request has begun: it ends as the gateway answers, even if it has expired meanwhile', async () => {
    const latch = new Latch();
    const { queue, gateway } = await open({ send: () => latch.opened.then(() => acceptance()) });
    const due = Date.now() + 5000;
    const { id } = await queue.add(message(), { expiresAfter: 5000 });
    await eventually(() => gateway.sends.length === 1);
    await eventually(() => Date.now() > due + 500);
    expect(await queue.status(id)).toBe('sending');
    latch.open();
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
  });
});
