import { type SmsQueueCountLimits } from '../../lib/extras/queue/index.js';
import { randomId } from '../../lib/extras/queue/store/stored-message.js';
import { message } from '../support/account.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { allOf, storeOf } from './open-queue.js';
import { probe } from './store-probe.js';

const MANY = 2400;

describeStores('a deep queue in %s', (name) => {
  const tested = storeForTests(name);
  const { open } = tested;

  /** A queue with many messages: a third of them delayed, a third without a priority. */
  async function fill() {
    const { queue } = await open({}, { worker: false });
    const store = await storeOf(queue);
    const kinds = [
      { due: { delay: 60_000 }, priority: 'normal' },
      { due: { delay: 0 }, priority: 'normal' },
      { due: { delay: 0 }, priority: 'high' },
    ] as const;
    const delayed: string[] = [];
    const ids: string[] = [];
    for (const kind of kinds) {
      const messages = Array.from({ length: MANY / 3 }, () => ({
        id: randomId(),
        sealed: 'open..{}',
      }));
      await store.add(
        messages,
        { ...kind, life: 60_000, reachesAll: true, broadcast: undefined },
        undefined,
      );
      ids.push(...messages.map(({ id }) => id));
      if (kind.due.delay > 0) delayed.push(...ids);
    }
    return { queue, store, ids, delayed };
  }

  it('is read without missing a message, while others are removed and move', async () => {
    const { queue, store, ids, delayed } = await fill();
    const pages = store.pages();
    const first = await pages.next();
    const seen = (first.value ?? []).map(({ id }) => id);
    expect(seen.length).toBeGreaterThan(0);
    const left = ids.filter((id) => !seen.includes(id));
    expect(left.length).toBeGreaterThan(0);
    for (const id of seen.slice(0, 300)) await (await store.find(id))?.change({ to: 'removed' });
    const { makeDue } = probe(tested.store, queue);
    const moved = left.filter((id) => delayed.includes(id)).slice(0, 100);
    for (const id of moved) await makeDue(id);
    const rest = (await allOf(pages)).flat().map(({ id }) => id);
    expect([...seen, ...rest].toSorted()).toEqual(ids.toSorted());
  });

  it('allows several calls of erase at once', async () => {
    const { queue } = await open({}, { worker: false });
    const numbers = ['919876543210', '919876543211', '919876543212'];
    await queue.addMany(
      numbers.flatMap((to) => Array.from({ length: 200 }, () => ({ to, text: 'a' }))),
    );
    const erased = await Promise.all(numbers.map((number) => queue.erase(number)));
    expect(erased).toEqual([200, 200, 200]);
    expect(await queue.counts()).toMatchObject({ waiting: 0 });
  });

  it('is counted up to the numbers that are asked for', async () => {
    const { queue } = await open({}, { worker: false });
    await queue.addMany([message('1'), message('2'), message('3')]);
    await queue.addMany([message('4'), message('5')], { delay: 60_000 });
    const isExact = name === 'Redis';
    const oldest = expect.any(Number);
    expect(await queue.counts({ waiting: 2 })).toEqual({
      waiting: isExact ? 3 : 2,
      oldest,
      ...(!isExact && { capped: true }),
    });
    expect(await queue.counts({ waiting: 3, delayed: Infinity })).toEqual({
      waiting: 3,
      oldest,
      delayed: 2,
    });
    expect(await queue.counts({})).toEqual({ oldest });
    expect(await queue.counts()).toEqual({
      waiting: 3,
      oldest,
      delayed: 2,
      sending: 0,
      unknown: 0,
      finished: 0,
    });
  });

  it('is not counted up to a limit that is not a whole number', async () => {
    const { queue } = await open({}, { worker: false });
    const limits = [-1, NaN, 1.5, -Infinity, null, '7', true, 7n].map((waiting) => ({ waiting }));
    for (const most of [...limits, { lost: 1 }, 1.5, null, '7', 0, [5]]) {
      const counting = queue.counts(most as SmsQueueCountLimits);
      await expect(counting).rejects.toMatchObject({ code: 'argument-invalid' });
    }
    const [infinite, omitted] = [{ waiting: Infinity }, { waiting: undefined }];
    expect(await queue.counts(infinite)).toEqual({ waiting: 0 });
    expect(await queue.counts(omitted)).toEqual({});
  });
});
