import { type SmsQueueOptions } from '../../lib/extras/queue/index.js';
import { message, NUMBER } from '../support/account.js';
import { rejection, type Script } from '../support/scripted-gateway.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { allOf, counted, freshName, KEY, outcomeOf } from './open-queue.js';
import { jobOf } from './redis-messages.js';
import { probe } from './store-probe.js';

const REASON = 'Your parcel is not a registered text';
const OTHER = '919876543211';
const UNSEALED = { encryptionKeys: undefined };

/** The first attempt may have been sent, and the second one is rejected. */
const rejectingLater: Script = {
  send: (_request, count) => (count === 1 ? { status: 500 } : rejection('203', REASON)),
};

describeStores("a gateway's reason in %s", (name) => {
  const tested = storeForTests(name);
  const { open } = tested;

  /** A message that the gateway rejected, and one whose resend it rejected. */
  async function rejected(keys: Pick<SmsQueueOptions, 'encryptionKeys'> = {}) {
    const options = { name: freshName(), ...keys };
    const { queue } = await open(rejectingLater, options);
    const unknown = await queue.add({ to: [NUMBER, OTHER], text: 'hello' });
    await outcomeOf(queue, unknown.id);
    await queue.resend(unknown.id);
    const ended = await queue.add(message());
    await outcomeOf(queue, ended.id);
    await outcomeOf(queue, unknown.id);
    return { options, queue, ids: [ended.id, unknown.id] as const };
  }

  it('is stored encrypted, and shown', async () => {
    const { queue, ids } = await rejected();
    expect(await probe(tested.store, queue).textOf()).not.toMatch(/parcel|registered/);
    const [ended, unknown] = await Promise.all(ids.map((id) => queue.outcome(id)));
    expect(ended).toEqual({
      status: 'not-sent',
      account: expect.any(String),
      code: 'rejected',
      statusCode: '203',
      reason: REASON,
      at: expect.any(Number),
    });
    expect(unknown).toMatchObject({ status: 'unknown', code: 'rejected', reason: REASON });
    const [listed] = await allOf(queue.unknown());
    expect(listed?.outcome).toEqual(unknown);
  });

  it('is left out of what is shown if its key is gone', async () => {
    const { options, ids } = await rejected();
    const { queue } = await open({}, { ...options, encryptionKeys: ['ef'.repeat(32)] });
    for (const id of ids) {
      const outcome = await queue.outcome(id);
      expect(outcome).toMatchObject({ code: 'rejected', statusCode: '203' });
      expect(Object.keys(outcome ?? {})).not.toEqual(expect.arrayContaining(['reason']));
      expect(Object.keys(outcome ?? {})).not.toEqual(expect.arrayContaining(['r']));
    }
  });

  it('that was stored in plain text is shown after keys were set', async () => {
    const { options, ids } = await rejected(UNSEALED);
    const { queue } = await open({}, { ...options, encryptionKeys: [KEY] });
    expect(await probe(tested.store, queue).textOf()).toContain(REASON);
    for (const id of ids) expect(await queue.outcome(id)).toMatchObject({ reason: REASON });
  });

  it.each([
    ['encrypted', {}],
    ['in plain text', UNSEALED],
  ])('stored %s is erased with a number of its message', async (_how, keys) => {
    const { queue, ids } = await rejected(keys);
    const before = await Promise.all(ids.map((id) => queue.outcome(id)));
    expect(await queue.erase(NUMBER)).toBe(2);
    for (const [index, id] of ids.entries()) {
      const { reason, ...rest } = before[index] ?? {};
      expect(reason).toBe(REASON);
      expect(await queue.outcome(id)).toEqual(rest);
      const text = await probe(tested.store, queue).textOf(id);
      expect(text).not.toMatch(/parcel|\br\\*":\\*"/);
    }
    expect(await queue.erase(NUMBER)).toBe(0);
    expect((await allOf(queue.unknown())).map(({ id }) => id)).toEqual([ids[1]]);
  });

  if (name === 'PostgreSQL') return;

  it('that still waits to be stored is erased', async () => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const [kept, erased] = [await queue.add(message()), await queue.add({ to: OTHER, text: 'hi' })];
    const settled = { status: 'not-sent', code: 'rejected', reason: REASON, at: 1 } as const;
    for (const { id } of [kept, erased]) {
      // As a worker leaves it that lost its message: no start is allowed any more.
      const job = await jobOf(queue, id);
      await job.updateData({ ...job.data, n: 0, settled });
      expect(await queue.outcome(id)).toEqual(settled);
    }
    expect(await queue.erase(OTHER)).toBe(1);
    const { gateway } = await open({}, { name: shared });
    await counted(queue, ({ finished }) => finished === 2);
    expect(await queue.outcome(kept.id)).toEqual(settled);
    expect(await probe(tested.store, queue).textOf(erased.id)).not.toContain(REASON);
    expect(gateway.sends).toEqual([]);
  });
});
