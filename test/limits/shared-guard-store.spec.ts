import type { SmsGuardCount, SmsGuardStore, SmsGuardTake } from '../../lib/index.js';
import { MemoryGuardStore } from '../../lib/core/limits/memory-guard-store.js';
import { SharedGuardStore } from '../../lib/core/limits/shared-guard-store.js';
import { FakeAccount } from '../support/fake-account.js';
import { errorOf } from '../support/account.js';
import { holdTimers } from '../support/clock.js';
import { Latch } from '../support/eventually.js';

const NUMBER = '919876543210';
const COUNT: SmsGuardCount = { key: 'a', amount: 1, limit: 1, windowMs: 60_000 };

/** A store that fails when the test says so. */
class ShakyStore implements SmsGuardStore {
  readonly memory = new MemoryGuardStore();
  readonly asked: SmsGuardCount[] = [];
  failure: 'none' | 'error' | 'silence' = 'none';

  async take(counts: readonly SmsGuardCount[]) {
    this.asked.push(...counts);
    await this.fail();
    return this.memory.take(counts);
  }

  async giveBack(counts: readonly SmsGuardCount[], stamps: readonly number[]) {
    await this.fail();
    return this.memory.giveBack(counts, stamps);
  }

  private fail(): Promise<void> {
    if (this.failure === 'silence') return new Promise(() => undefined);
    return this.failure === 'error' ? Promise.reject(new Error('secret')) : Promise.resolve();
  }
}

const shared = (store: SmsGuardStore, warnings: string[] = []) =>
  new SharedGuardStore(
    store,
    (text) => void warnings.push(text),
    (_of, what, _error, meanwhile) => {
      warnings.push(`${what} failed. ${meanwhile}`);
      return '';
    },
  );

describe('guard.store', () => {
  it('counts for all accounts of one name that share it, and is told no number', async () => {
    const store = new ShakyStore();
    const guard = { perRecipient: { count: 2, perMs: 60_000 }, perDay: { recipients: 9 }, store };
    const accounts = [1, 2, 3].map(() => new FakeAccount((send) => send.accept(), { guard }));
    const sends = accounts.map(({ sms }) => sms.send({ to: NUMBER, text: 'hi' }));
    const results = await Promise.allSettled(sends);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(JSON.stringify(store.asked)).not.toContain('3210');
    expect(store.asked.map(({ key }) => key)).toEqual(
      store.asked.map(() => expect.stringMatching(/^[\w-]{43}$/)),
    );
  });

  it('that fails leaves the counts to this process, and is asked again after a while', async () => {
    const clock = holdTimers();
    const store = new ShakyStore();
    const warnings: string[] = [];
    const guarded = shared(store, warnings);
    store.failure = 'error';
    expect((await guarded.take([COUNT])).over).toEqual([]);
    expect((await guarded.take([COUNT])).over).toHaveLength(1);
    expect(store.asked).toHaveLength(1);
    store.failure = 'none';
    await clock.pass(5000);
    expect((await guarded.take([COUNT])).over).toEqual([]);
    expect(warnings).toEqual([
      'guard.store failed. Until it works again, this process counts by itself.',
      'guard.store works again.',
    ]);
  });

  it('that does not answer delays a send by a second at most', async () => {
    const clock = holdTimers();
    const store = new ShakyStore();
    store.failure = 'silence';
    const guard = { perRecipient: { count: 1, perMs: 60_000 }, store };
    const account = new FakeAccount((send) => send.accept(), { guard });
    const sent = account.sms.send({ to: NUMBER, text: 'hi' });
    await clock.pass(1000);
    expect((await sent).accepted).toEqual([NUMBER]);
    expect(account.errors).toEqual([expect.stringContaining('It did not answer within 1 s')]);
    expect(await errorOf(account.sms.send({ to: NUMBER, text: 'hi' }))).toMatchObject({
      code: 'recipient-limit',
    });
  });

  it('that answers nonsense, or throws instead of rejecting, changes no outcome', async () => {
    const nonsense: unknown = {
      take: () => Promise.resolve(undefined),
      giveBack: () => Promise.resolve(),
    };
    const counts = { over: [], stamps: [0] };
    const thrower: unknown = {
      take: () => Promise.resolve(counts),
      giveBack: () => {
        throw new Error('secret');
      },
    };
    for (const store of [nonsense, thrower] as SmsGuardStore[]) {
      const guard = { perRecipient: { count: 1, perMs: 60_000 }, store };
      const account = new FakeAccount((send) => send.refuse(), { guard });
      expect(await errorOf(account.sms.send({ to: NUMBER, text: 'hi' }))).toMatchObject({
        code: 'connection-lost',
      });
    }
  });

  it.each<[string, unknown]>([
    ['null in over', { over: [null], stamps: [1] }],
    ['no index', { over: [{ retryAfter: 1 }], stamps: [1] }],
    ['the index of no count', { over: [{ index: 1, retryAfter: 1 }], stamps: [1] }],
    ['half an index', { over: [{ index: 0.5, retryAfter: 1 }], stamps: [1] }],
    ['a BigInt', { over: [{ index: 0, retryAfter: 1n }], stamps: [1] }],
    ['a text', { over: [{ index: 0, retryAfter: '1' }], stamps: [1] }],
    ['NaN', { over: [{ index: 0, retryAfter: Number.NaN }], stamps: [1] }],
    ['a negative time', { over: [{ index: 0, retryAfter: -1 }], stamps: [1] }],
    ['an endless time', { over: [{ index: 0, retryAfter: Infinity }], stamps: [1] }],
    ['a BigInt as a stamp', { over: [], stamps: [1n] }],
    ['NaN as a stamp', { over: [], stamps: [Number.NaN] }],
  ])('that answers %s counts as failed', async (_what, answer) => {
    const warnings: string[] = [];
    const take = () => Promise.resolve(answer as SmsGuardTake);
    const guarded = shared({ take, giveBack: () => Promise.resolve() }, warnings);
    expect((await guarded.take([COUNT])).over).toEqual([]);
    expect((await guarded.take([COUNT])).over).toHaveLength(1);
    expect(warnings).toEqual([expect.stringContaining('guard.store failed')]);
  });

  it('that changes its answer after it was checked changes nothing', async () => {
    const over = [{ index: 0, retryAfter: 1 }];
    const take = () => Promise.resolve({ over, stamps: [1] });
    const guarded = shared({ take, giveBack: () => Promise.resolve() });
    const taken = await guarded.take([COUNT]);
    over[0]!.retryAfter = Number.NaN;
    expect(taken.over).toEqual([{ index: 0, retryAfter: 1 }]);
  });

  describe('that does not answer', () => {
    it.each<[string, (caller: AbortController, account: FakeAccount) => unknown, string]>([
      ['signal', (caller) => caller.abort(), 'aborted'],
      ['close()', (_caller, account) => account.close(), 'closed'],
    ])('keeps no send from obeying its %s', async (_what, end, code) => {
      const clock = holdTimers();
      const store = new ShakyStore();
      store.failure = 'silence';
      const guard = { perDay: { recipients: 9 }, store };
      const account = new FakeAccount((send) => send.accept(), { guard, drain: 0 });
      const caller = new AbortController();
      const sent = errorOf(account.sms.send({ to: NUMBER, text: 'hi' }, { signal: caller.signal }));
      const ending = end(caller, account);
      await clock.pass(0);
      expect(await sent).toMatchObject({ code, outcome: 'not-sent' });
      await ending;
      expect(account.sends).toEqual([]);
    });

    it('delays no error of a send that was aborted later, either', async () => {
      holdTimers();
      const store = new ShakyStore();
      const guard = { perDay: { recipients: 9 }, store };
      const caller = new AbortController();
      const account = new FakeAccount(
        (send) => {
          store.failure = 'silence';
          caller.abort();
          send.refuse();
        },
        { guard },
      );
      const sent = account.sms.send({ to: NUMBER, text: 'hi' }, { signal: caller.signal });
      expect(await errorOf(sent)).toMatchObject({ outcome: 'not-sent' });
    });
  });

  it('gets back what it counted, and nothing that this process counted meanwhile', async () => {
    const store = new ShakyStore();
    const guarded = shared(store);
    const { stamps } = await guarded.take([COUNT]);
    store.failure = 'error';
    const meanwhile = await guarded.take([COUNT]);
    await guarded.giveBack([COUNT], meanwhile.stamps);
    expect((await guarded.take([COUNT])).over).toEqual([]);
    store.failure = 'none';
    expect(store.memory.size).toBe(1);
    await guarded.giveBack([COUNT], stamps);
    expect(store.memory.size).toBe(0);
  });

  it('gets back what a send took that was aborted while the store was slow', async () => {
    const store = new ShakyStore();
    const returned = new Latch();
    const waiting: (() => void)[] = [];
    const slow: SmsGuardStore = {
      take: async (counts) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return store.take(counts);
      },
      giveBack: async (counts, stamps) => {
        await store.giveBack(counts, stamps);
        returned.open();
      },
    };
    const guard = { perDay: { recipients: 1 }, store: slow };
    const account = new FakeAccount(
      (send) => (send.call.context.deadline.ended ? send.refuse() : send.accept()),
      {
        guard,
      },
    );
    const caller = new AbortController();
    const sent = account.sms.send({ to: NUMBER, text: 'hi' }, { signal: caller.signal });
    caller.abort();
    expect(await errorOf(sent)).toMatchObject({ outcome: 'not-sent' });
    for (const answer of waiting) answer();
    await returned.opened;
    expect([store.asked.length, store.memory.size]).toEqual([1, 0]);
  });
});
