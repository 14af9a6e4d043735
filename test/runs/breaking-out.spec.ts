import { FakeAccount } from '../support/fake-account.js';
import { endless, KINDS, Noted } from './noted.js';
import { messageAt, numberAt, settled } from './runs.js';

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
