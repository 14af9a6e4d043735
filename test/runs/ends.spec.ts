import { FakeAccount } from '../support/fake-account.js';
import { endless, KINDS, Noted } from './noted.js';
import { counted, errorOf, numberAt, settled, messageAt } from './runs.js';

describe('a run whose account closes', () => {
  it('returns its tally if all of its input was read', async () => {
    const account = new FakeAccount();
    const run = account.sms.broadcast({ text: 'hi' }, counted(3, numberAt)).finish();
    await settled();
    const closed = account.close();
    account.sends[0]!.accept();
    await closed;
    expect(await run).toMatchObject({ accepted: 1, recipients: { accepted: 3 } });
  });

  it.each(['accept', 'lose'] as const)(
    'does not say that nothing was sent after one of two sends did %s',
    async (end) => {
      const account = new FakeAccount();
      const failed = errorOf(account.sms.sendMany(endless().plain(), { concurrency: 2 }).finish());
      await settled();
      const closed = account.close();
      account.sends[0]!.refuse();
      account.sends[1]![end]();
      await closed;
      expect(await failed).toMatchObject({ code: 'closed', outcome: 'unknown', retryable: false });
    },
  );

  it('says that nothing was sent if nothing was', async () => {
    const account = new FakeAccount();
    const run = account.sms.sendMany(endless().plain(), { concurrency: 2 });
    const failed = errorOf(run.finish());
    await settled();
    const closed = account.close();
    for (const send of account.sends) send.refuse();
    await closed;
    expect(await failed).toMatchObject({ code: 'closed', outcome: 'not-sent' });
    await expect(run).rejects.toMatchObject({ code: 'closed', outcome: 'not-sent' });
  });
});

describe('breaking out of the loop', () => {
  it.each(KINDS)(
    'pulls no more from a %s source, lets the sends under way end, closes the source, then returns',
    async (kind) => {
      const account = new FakeAccount();
      const source = endless();
      let left = false;
      const loop = (async () => {
        for await (const _ of account.sms.sendMany(source[kind](), { concurrency: 4 })) break;
        left = true;
      })();
      await settled();
      account.sends[2]!.accept();
      await settled();
      const { pulls } = source;
      expect(account.active).toBeGreaterThan(0);
      expect({ left, returned: source.returned }).toEqual({ left: false, returned: 0 });
      for (const send of account.sends.filter((_, index) => index !== 2)) send.accept();
      await loop;
      expect({ left, returned: source.returned }).toEqual({ left: true, returned: 1 });
      expect(source.pulls).toBe(pulls);
      expect(account.sends).toHaveLength(pulls);
    },
  );

  it('reads no more to fill a batch that was already started', async () => {
    const account = new FakeAccount();
    const gates: (() => void)[] = [];
    let pulls = 0;
    const slow: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          const value = numberAt(pulls++);
          await new Promise<void>((resolve) => gates.push(resolve));
          return { value };
        },
      }),
    };
    const loop = (async () => {
      const run = account.sms.broadcast({ text: 'Hello' }, slow, { batchSize: 3, concurrency: 3 });
      for await (const _ of run) break;
    })();
    for (let given = 0; given < 7; given += 1) {
      await settled();
      gates.shift()!();
    }
    await settled();
    account.sends[0]!.accept();
    await settled();
    // One number of the third send is there when the loop is left, and one is on its way.
    expect(pulls).toBe(8);
    gates.shift()!();
    await settled();
    expect(pulls).toBe(8);
    account.sends[1]!.accept();
    await loop;
    expect(account.sends).toHaveLength(2);
  });

  it('does not call return() of a source that has ended', async () => {
    const account = new FakeAccount((send) => send.accept());
    const source = new Noted((index) =>
      index < 2 ? { value: numberAt(index) } : { done: true, value: undefined },
    );
    for await (const _ of account.sms.broadcast({ text: 'Hello' }, source.plain())) break;
    expect(source).toMatchObject({ pulls: 3, returned: 0 });
  });

  it('passes on what return() of the source throws', async () => {
    const account = new FakeAccount((send) => send.accept());
    const broken = {
      [Symbol.iterator]: () => ({
        next: () => ({ value: messageAt(0) }),
        return: () => {
          throw new Error('cannot let go');
        },
      }),
    };
    const loop = async (): Promise<void> => {
      for await (const _ of account.sms.sendMany(broken)) break;
    };
    await expect(loop()).rejects.toThrow('cannot let go');
  });
});
