import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { SmsGuardCount, SmsOptedOut } from '../../lib/index.js';
import {
  createGuardStore,
  type SmsGuardStoreOptions,
  type SmsSharedGuardStore,
} from '../../lib/extras/queue/index.js';
import { errorOf, message, NUMBER, openAccount, PASSWORD_AUTH } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { SILENT } from '../support/keep-log.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';
import { defineTemplate } from '../../lib/extras/templates/index.js';
import { loginCode, TEXT } from '../templates/known.js';
import { clientOf, describeStores, storeForTests } from './describe-stores.js';
import { allOf, freshName, KEY, outcomeOf, succeeds, until } from './open-queue.js';
import { type TestStore } from './stores.mjs';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OTHER_KEY = 'cd'.repeat(32);

// Most of these stores have no key, so that the tests can find their counts.
Logger.overrideLogger(SILENT);

const countOf = (key: string, more: Partial<SmsGuardCount> = {}): SmsGuardCount => ({
  key,
  amount: 1,
  limit: 3,
  windowMs: HOUR,
  ...more,
});

/** What a clock in UTC shows. */
const clock = (time: number): string => new Date(time).toISOString().slice(11, 16);

/** How many of a number of sends at once a store takes. */
async function taken(
  stores: readonly SmsSharedGuardStore[],
  counts: SmsGuardCount[],
): Promise<number> {
  const takes = await Promise.all(stores.map((store) => store.take(counts)));
  return takes.filter(({ over }) => over.length === 0).length;
}

describeStores('counts that are shared in %s', (name) => {
  const tested = storeForTests(name);

  /** Through a client of its own: for a URL, an operation may take a second and no longer. */
  const openStore = (options?: SmsGuardStoreOptions) =>
    createGuardStore(clientOf(tested.store), options);

  it('never exceed their limit, whichever process sends', async () => {
    const stores = [openStore(), openStore(), openStore()];
    const counts = [countOf(freshName()), countOf(freshName(), { amount: 2, limit: 100 })];
    expect(await taken([...stores, ...stores, ...stores], counts)).toBe(3);
  });

  it('are all taken or none, and say how long until there is room', async () => {
    const store = openStore();
    const [full, other] = [countOf(freshName(), { limit: 1 }), countOf(freshName())];
    await store.take([full]);
    const { over } = await store.take([other, full]);
    expect(over).toEqual([{ index: 1, retryAfter: expect.any(Number) }]);
    expect(over[0]?.retryAfter).toBeGreaterThan(HOUR - 60_000);
    // A bucket of a 288th is added.
    expect(over[0]?.retryAfter).toBeLessThanOrEqual(HOUR + HOUR / 288);
    expect(await taken([store, store, store, store], [other])).toBe(3);
  });

  it('can be given back, also in part', async () => {
    const store = openStore();
    const counts = [countOf(freshName(), { amount: 3 }), countOf(freshName(), { limit: 1 })];
    const { stamps } = await store.take(counts);
    expect(await taken([store], counts)).toBe(0);
    await openStore().giveBack(counts, stamps);
    const again = await store.take(counts);
    expect(again.over).toEqual([]);
    const part = counts.map((count, index) => ({ ...count, amount: index === 0 ? 2 : 0 }));
    await store.giveBack(part, again.stamps);
    expect((await store.take(counts)).over.map(({ index }) => index)).toEqual([0, 1]);
    expect(await taken([store], [{ ...counts[0]!, amount: 2 }])).toBe(1);
  });

  it('do not lock each other out, whatever the order of their keys', async () => {
    const stores = [openStore(), openStore()];
    const counts = Array.from({ length: 20 }, () => countOf(freshName(), { limit: 1000 }));
    const works = Array.from({ length: 60 }, async (_, index) => {
      const store = stores[index % 2]!;
      const ordered = index % 3 === 0 ? counts : counts.toReversed();
      const { stamps } = await store.take(ordered);
      await store.giveBack(ordered, stamps);
    });
    await expect(Promise.all(works)).resolves.toHaveLength(60);
  });

  it('free their room once their window is over, and leave nothing behind', async () => {
    const store = openStore();
    const key = freshName();
    const soonOver = countOf(key, { limit: 1, windowMs: 300 });
    let refused: { readonly retryAfter: number } | undefined;
    // On a slow machine the window may be over before the second one.
    while (!refused) [refused] = (await store.take([soonOver])).over;
    const { retryAfter } = refused;
    await new Promise((resolve) => setTimeout(resolve, retryAfter + 5));
    const another = countOf(freshName());
    expect(await taken([store], [another])).toBe(1);
    expect(await keysOf(tested.store)).not.toContainEqual(expect.stringContaining(key));
    expect(await taken([store], [soonOver])).toBe(1);
  });

  it('hold for the queue: it refuses at once what can never be sent, and masks what was held', async () => {
    const { queue, gateway } = await tested.open(
      {},
      {
        account: {
          guard: { countries: ['IN'], maxSegments: 1, store: openStore() },
          reach: { only: ['919876543210'] },
        },
      },
    );
    const abroad = '447911123456';
    const added = queue.add({ to: abroad, text: 'hi' });
    await expect(added).rejects.toMatchObject({ name: 'SmsGuardError', code: 'country' });
    const long = queue.add({ to: '919876543210', text: 'x'.repeat(161) });
    await expect(long).rejects.toMatchObject({ code: 'segments' });
    const numbers = [abroad, '919876543210', '919876543211'];
    const outcomes = await allOf(queue.broadcast({ text: 'hi' }, numbers));
    expect(outcomes).toMatchObject([
      { index: 0, status: 'failed', error: { code: 'country' } },
      { index: 1, status: 'added' },
    ]);
    const [, batch] = outcomes;
    const id = batch && 'id' in batch ? batch.id : '';
    expect(await outcomeOf(queue, id)).toMatchObject({ accepted: 1, held: ['91••••••3211'] });
    expect(gateway.sends).toHaveLength(1);
  });

  it('say which numbers were left out of a batch whose outcome is unknown', async () => {
    const { queue } = await tested.open(
      { send: () => ({ status: 500 }) },
      { account: { guard: { perRecipient: { count: 1, perMs: 3_600_000 }, store: openStore() } } },
    );
    await outcomeOf(queue, (await queue.add(message())).id);
    const [batch] = await allOf(queue.broadcast({ text: 'hi' }, [NUMBER, '919876543211']));
    const id = batch && 'id' in batch ? batch.id : '';
    expect(await outcomeOf(queue, id)).toMatchObject({
      status: 'unknown',
      held: ['91••••••3210'],
    });
  });

  it('and opt-outs are looked at when a worker takes the message, until nobody is refused', async () => {
    const [out, fresh] = ['919876543211', '919876543212'];
    const asked: (readonly string[])[] = [];
    const optedOut: SmsOptedOut = async (numbers) => {
      asked.push(numbers);
      return [`+${out}`];
    };
    const perRecipient = { count: 1, perMs: HOUR };
    const guard = { optedOut, perRecipient, store: openStore() };
    const { queue, gateway } = await tested.open({}, { account: { guard } });
    await outcomeOf(queue, (await queue.add(message())).id);
    await queue.pause();
    const numbers = [NUMBER, out, fresh];
    const [batch] = await allOf(queue.broadcast({ text: 'hi' }, numbers));
    expect(asked).toEqual([[NUMBER]]);
    await queue.resume();
    const outcome = await outcomeOf(queue, batch && 'id' in batch ? batch.id : '');
    const held = ['91••••••3211', '91••••••3210'];
    expect(outcome).toMatchObject({ status: 'accepted', accepted: 1, held });
    expect(asked).toEqual([[NUMBER], numbers]);
    expect(gateway.sends.map(({ fields }) => fields['mobile'])).toEqual([NUMBER, fresh]);
  });

  it('and a message goes back to the queue while nobody knows who has opted out', async () => {
    let isDown = true;
    const optedOut: SmsOptedOut = () => (isDown ? Promise.reject(new Error('down')) : []);
    const { queue, gateway } = await tested.open({}, { account: { guard: { optedOut } } });
    const { id } = await queue.add(message());
    const isBack = (progress: Awaited<ReturnType<typeof queue.progress>>) =>
      progress?.lastCode === 'opt-out-unknown' && progress.nextAt !== undefined;
    await until(() => queue.progress(id), isBack);
    expect(gateway.sends).toEqual([]);
    isDown = false;
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
  });

  it('stand beside hours of a category, for which the queue waits, also with high priority', async () => {
    const now = Date.now();
    const hours = { from: clock(now - HOUR), to: clock(now + 2 * HOUR) };
    const sale = defineTemplate({ text: 'Sale', dltTemplateId: '1', category: 'promotional' });
    const { queue, gateway } = await tested.open(undefined, {
      account: {
        templates: { known: [sale, loginCode] },
        quiet: { timeZone: 'UTC', categories: { promotional: hours } },
      },
    });
    const held = await queue.add(message('Sale'), { priority: 'high' });
    const sent = await queue.add(message(TEXT));
    await outcomeOf(queue, sent.id);
    const { nextAt = 0 } =
      (await until(
        () => queue.progress(held.id),
        (progress) => progress?.lastCode === 'quiet-hours' && progress.nextAt !== undefined,
      )) ?? {};
    const end = Math.floor((now + 2 * HOUR) / MINUTE) * MINUTE;
    expect(nextAt).toBeGreaterThanOrEqual(end);
    expect(nextAt).toBeLessThan(end + MINUTE);
    expect(gateway.sends.map(({ fields }) => fields['msg'])).toEqual([TEXT]);
  });

  it('are found by no plain hash of a number if the store has a key, and start over with another key', async () => {
    const { url: baseUrl } = await ScriptedGateway.listen();
    const account = freshName();
    const open = async (options?: SmsGuardStoreOptions) => {
      const guard = { perRecipient: { count: 1, perMs: HOUR }, store: openStore(options) };
      return (await openAccount({ name: account, baseUrl, auth: PASSWORD_AUTH, guard })).sms;
    };
    const plain = [NUMBER, `+${NUMBER}`, `${baseUrl}\n${account}\n${NUMBER}`].flatMap((text) =>
      (['hex', 'base64', 'base64url'] as const).map((encoding) =>
        createHash('sha256').update(text).digest(encoding),
      ),
    );
    const found = async () => {
      const keys = await keysOf(tested.store);
      return plain.filter((hash) => keys.some((key) => key.includes(hash)));
    };
    const over = { code: 'recipient-limit' };
    const [one, same, other] = [
      await open({ key: KEY }),
      await open({ key: KEY }),
      await open({ key: OTHER_KEY }),
    ];
    await one.send(message());
    expect(await errorOf(same.send(message()))).toMatchObject(over);
    await other.send(message());
    expect(await errorOf(other.send(message()))).toMatchObject(over);
    expect(await found()).toEqual([]);
    // Without a key there is one, so this test would see it.
    await (await open()).send(message());
    expect(await found()).toHaveLength(1);
  });

  it('can be closed twice, as by two modules that provide the same store', async () => {
    const store = createGuardStore(tested.store.url);
    await succeeds(() => store.take([countOf(freshName())]));
    await store.onApplicationShutdown();
    await store.onApplicationShutdown();
    await expect(store.close()).resolves.toBeUndefined();
  });

  it('are kept through the user’s client or pool, which stays open', async () => {
    const client = clientOf(tested.store);
    const store = createGuardStore(client);
    expect(await taken([store], [countOf(freshName())])).toBe(1);
    await store.close();
    expect(await taken([createGuardStore(client)], [countOf(freshName())])).toBe(1);
  });
});

it('an invalid connection is refused, without showing its password', () => {
  expect(() => createGuardStore('mysql://root:secret@localhost')).toThrow(/createGuardStore/);
  expect(() => createGuardStore('mysql://root:secret@localhost')).not.toThrow(/secret/);
});

it('a store without a key warns once, and one with a key does not', () => {
  const warnings: unknown[] = [];
  Logger.overrideLogger({ ...SILENT, warn: (line: unknown) => void warnings.push(line) });
  afterThisTest(() => Logger.overrideLogger(SILENT));
  createGuardStore('redis://127.0.0.1:1', { key: KEY });
  expect(warnings).toEqual([]);
  createGuardStore('redis://127.0.0.1:1', { key: undefined });
  expect(warnings).toEqual([expect.stringMatching(/^createGuardStore has no key.*openssl rand/)]);
});

it('an option that is wrong is refused, without showing its value', () => {
  const wrong: [object, RegExp][] = [
    [{ key: 'c0ffee' }, /createGuardStore.* key is not valid.*64 hex digits/],
    [{ keys: [KEY] }, /keys is not a known option/],
  ];
  for (const [options, text] of wrong) {
    const open = () => createGuardStore('redis://127.0.0.1:1', options);
    expect(open).toThrow(text);
    expect(open).not.toThrow(/c0ffee|abab/);
  }
});

/** The keys of all counts. */
async function keysOf(server: TestStore): Promise<string[]> {
  const client = clientOf(server);
  if (client instanceof Redis) return client.keys('*guard*');
  const { rows } = await client.query<{ key: string }>('SELECT key FROM sms_gateway.guard');
  return rows.map(({ key }) => key);
}
