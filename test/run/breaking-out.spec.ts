import { FakeAccount } from './fake-account.js';
import { endless, KINDS, Noted } from './noted.js';
import { messageAt, numberAt, settled } from './runs.js';

describe('breaking out of the loop', () => {
  it.each(KINDS)(
    'pulls no more from a %s source, lets the sends under way end, tells the source, then returns',
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

  it('pulls no more to fill a send of a broadcast that it has begun to gather', async () => {
    const account = new FakeAccount();
    const source = new Noted((index) => ({ value: numberAt(index) }));
    const released: (() => void)[] = [];
    const slow: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => {
        const inner = source.later()[Symbol.asyncIterator]();
        return {
          next: async () => {
            await new Promise<void>((resolve) => released.push(resolve));
            return inner.next();
          },
          return: () => inner.return!(),
        };
      },
    };
    const run = account.sms.broadcast({ text: 'Hello' }, slow, { batchSize: 3, concurrency: 2 });
    const outcomes = run[Symbol.asyncIterator]();
    const first = outcomes.next();
    for (let pulled = 0; pulled < 4; pulled += 1) {
      await settled();
      released.shift()!();
    }
    await settled();
    account.sends[0]!.accept();
    await first;
    await outcomes.return!();
    for (let more = 0; more < 3; more += 1) {
      released.shift()?.();
      await settled();
    }
    expect(source.pulls).toBe(5);
    expect(account.sends).toHaveLength(1);
  });

  it('does not ask a source that is over to let go', async () => {
    const account = new FakeAccount((send) => send.accept());
    const source = new Noted((index) =>
      index < 2 ? { value: numberAt(index) } : { done: true, value: undefined },
    );
    for await (const _ of account.sms.broadcast({ text: 'Hello' }, source.plain())) break;
    expect(source).toMatchObject({ pulls: 3, returned: 0 });
  });

  it('passes on what the source throws as it lets go', async () => {
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
