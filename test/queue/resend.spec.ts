import { type SmsEvent } from '../../lib/index.js';
import { message, NUMBER } from '../support/account.js';
import type { Answer } from '../support/answers.js';
import { acceptance, rejection, type Script } from '../support/scripted-gateway.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { allOf, type QueueAppOptions, outcomeOf, reaches } from './open-queue.js';

const KEYED = { key: 'order-1' };

/** Gives no clear answer to the first send. */
const lostThen =
  (next: () => Answer): NonNullable<Script['send']> =>
  (_request, count) =>
    count === 1 ? { status: 500 } : next();

describeStores('a resent message in %s', (name) => {
  const { open } = storeForTests(name);

  /** An unknown message, in a queue that is paused. */
  async function openUnknown(next: () => Answer, options: Partial<QueueAppOptions> = {}) {
    const app = await open({ send: lostThen(next) }, options);
    const { id } = await app.queue.add(message(), { ...KEYED, expiresAfter: 60_000 });
    await outcomeOf(app.queue, id);
    await app.queue.pause();
    return { ...app, id };
  }

  it('that the gateway rejects is unknown, with the code of the rejection, and each event is about its own send', async () => {
    const { queue, sms, gateway, id } = await openUnknown(() => rejection('203'));
    const events: SmsEvent[] = [];
    sms.events$.subscribe((event) => events.push(event));
    await queue.resend(id);
    expect(await queue.progress(id)).toMatchObject({ maybeSent: true });
    await queue.resume();
    expect(await outcomeOf(queue, id)).toMatchObject({
      status: 'unknown',
      code: 'rejected',
      statusCode: '203',
    });
    expect(await allOf(queue.unknown())).toMatchObject([{ id, outcome: { code: 'rejected' } }]);
    expect(events).toMatchObject([{ type: 'not-sent', code: 'rejected' }]);
    expect(gateway.sends).toHaveLength(2);
    expect(await queue.add(message(), KEYED)).toEqual({ id, duplicate: true });
  });

  it('ends accepted, or as a person says', async () => {
    const { queue, id } = await openUnknown(acceptance);
    await queue.resend(id);
    await queue.resume();
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
    const rejected = await openUnknown(() => rejection('203'));
    await rejected.queue.resend(rejected.id);
    await rejected.queue.resume();
    await outcomeOf(rejected.queue, rejected.id);
    await rejected.queue.settle(rejected.id, 'not-sent');
    const settled = { status: 'not-sent', code: 'settled' };
    expect(await rejected.queue.outcome(rejected.id)).toMatchObject(settled);
  });

  it('is unknown again if it is cancelled while it waits: nothing is sent, and its key stays', async () => {
    const { queue, gateway, id } = await openUnknown(acceptance);
    await queue.resend(id);
    expect(await queue.status(id)).toBe('waiting');
    expect(await queue.cancel(id)).toBe(true);
    expect(await queue.status(id)).toBe('unknown');
    expect(await queue.cancel(id)).toBe(false);
    await queue.resume();
    expect(await queue.add(message(), KEYED)).toEqual({ id, duplicate: true });
    expect(await allOf(queue.unknown())).toMatchObject([{ id, outcome: { code: 'cancelled' } }]);
    expect(gateway.sends).toHaveLength(1);
    await queue.resend(id);
    await reaches(queue, id, 'accepted');
  });

  it('is unknown if it was cancelled between two attempts', async () => {
    const { queue, id } = await openUnknown(() => ({
      status: 429,
      headers: { 'retry-after': '5' },
    }));
    await queue.resend(id);
    await queue.resume();
    await reaches(queue, id, 'delayed');
    expect(await queue.progress(id)).toMatchObject({ maybeSent: true, lastCode: 'throttled' });
    expect(await queue.cancel(id)).toBe(true);
    expect(await queue.outcome(id)).toMatchObject({ status: 'unknown', code: 'cancelled' });
  });

  it('loses its content when its number is erased while it waits, and is unknown again', async () => {
    const { queue, gateway, id } = await openUnknown(acceptance);
    await queue.resend(id);
    expect(await queue.erase(NUMBER)).toBe(1);
    expect(await queue.status(id)).toBe('unknown');
    await expect(queue.resend(id)).rejects.toThrow(/was erased/);
    expect(gateway.sends).toHaveLength(1);
    expect(await queue.erase(NUMBER)).toBe(0);
  });

  it('is settled or resent, and not both, if that is asked for at the same time', async () => {
    const { queue, gateway } = await open({ send: () => ({ status: 500 }) });
    for (let round = 0; round < 5; round += 1) {
      const { id } = await queue.add(message());
      await outcomeOf(queue, id);
      const before = gateway.sends.length;
      // Otherwise, it could be sent again and be unknown again before it is settled.
      await queue.pause();
      const both = await Promise.allSettled([queue.settle(id, 'accepted'), queue.resend(id)]);
      const [settled, resent] = both.map(({ status }) => status === 'fulfilled');
      expect(settled).toBe(!resent);
      await queue.resume();
      expect(await outcomeOf(queue, id)).toMatchObject({
        status: settled ? 'accepted' : 'unknown',
      });
      expect(gateway.sends.length - before).toBe(settled ? 0 : 1);
    }
  });

  it('is the only one that progress marks as maybe sent', async () => {
    const { queue } = await open({}, { worker: false });
    const at = Date.now() + 60_000;
    const added = [
      await queue.add(message()),
      await queue.add(message(), { delay: 0.5, expiresAfter: 1000.7 }),
      await queue.add(message(), { at, priority: 'bulk' }),
    ];
    for (const { id } of added) expect(await queue.progress(id)).not.toHaveProperty('maybeSent');
  });
});
