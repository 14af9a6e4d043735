import { Redis } from 'ioredis';
import { bullQueueOf, type SmsQueue, type SmsQueueOptions } from '../../lib/extras/queue/index.js';
import type { BullQueue } from '../../lib/extras/queue/jobs/store.js';
import { changeJob } from '../../lib/extras/queue/jobs/job-change.js';
import { message, NUMBER } from '../support/account.js';
import { rejection, type Script } from '../support/scripted-gateway.js';
import { clientOf, describeStores, storeForTests } from './describe-stores.js';
import { allOf, counted, freshName, KEY, outcomeOf } from './open-queue.js';
import { openStore } from './open-store.js';
import { afterThisTest } from '../support/clean-up.js';

const REASON = 'Your parcel is not a registered text';
const OTHER = '919876543211';
const UNSEALED = { encryptionKeys: undefined };

/** The first attempt may have been sent, and the second one is rejected. */
const rejectingLater: Script = {
  send: (_request, count) => (count === 1 ? { status: 500 } : rejection('203', REASON)),
};

const jobOf = async (queue: SmsQueue, id: string) =>
  (await bullQueueOf<BullQueue>(queue)).getJob(id);

describeStores("a gateway's reason in %s", (name) => {
  const tested = storeForTests(name);
  const { open } = tested;

  /** All that the store holds of a queue, also BullMQ's events. */
  async function stored(queue: SmsQueue): Promise<string> {
    const bull = await bullQueueOf<BullQueue>(queue);
    const client = clientOf(tested.store);
    if (!(client instanceof Redis)) {
      const rows = async (table: string) =>
        (await client.query(`SELECT * FROM bullmq.${table} WHERE queue = $1`, [bull.name])).rows;
      return JSON.stringify([await rows('job'), await rows('event')]);
    }
    const hashes = (await client.keys(bull.toKey('[mk]?*'))).map(async (key) =>
      (await client.type(key)) === 'hash' ? client.hgetall(key) : [],
    );
    const events = await client.xrange(bull.toKey('events'), '-', '+');
    return JSON.stringify([await Promise.all(hashes), events]);
  }

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
    expect(await stored(queue)).not.toMatch(/parcel|registered/);
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
    expect(await stored(queue)).toContain(REASON);
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
      const job = JSON.stringify(await jobOf(queue, id));
      // The encrypted one is a string named r. The reach of the app is a flag of that name.
      expect(job).not.toMatch(/parcel|\br\\*":\\*"/);
    }
    expect(await queue.erase(NUMBER)).toBe(0);
    expect((await allOf(queue.unknown())).map(({ id }) => id)).toEqual([ids[1]]);
  });

  it('of an earlier release that still waits to be stored is erased, or encrypted by the worker that stores it', async () => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const [kept, erased] = [await queue.add(message()), await queue.add({ to: OTHER, text: 'hi' })];
    const store = await openStore(tested.store);
    afterThisTest(() => store.close());
    const bull = await bullQueueOf<BullQueue>(queue);
    const settled = { status: 'not-sent', code: 'rejected', reason: REASON, at: 1 } as const;
    for (const { id } of [kept, erased]) {
      // As a worker leaves it that lost its message: no start is allowed any more.
      const change = { queue: bull, store };
      await changeJob(change, id, ({ data }) => ({ data: { ...data, n: 0, settled } }));
      expect(await queue.outcome(id)).toEqual(settled);
    }
    expect(await queue.erase(OTHER)).toBe(1);
    const { gateway } = await open({}, { name: shared });
    await counted(queue, ({ finished }) => finished === 2);
    const [first, second] = [await jobOf(queue, kept.id), await jobOf(queue, erased.id)];
    expect(Object.keys(first?.returnvalue ?? {}).toSorted()).toEqual(['at', 'code', 'r', 'status']);
    expect(await queue.outcome(kept.id)).toEqual(settled);
    expect(JSON.stringify(second)).not.toContain(REASON);
    expect(gateway.sends).toEqual([]);
  });
});
