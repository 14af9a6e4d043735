import { FakeAccount } from '../support/fake-account.js';
import { KINDS, Noted } from './noted.js';
import { numberAt } from './runs.js';

const MANY = 300_000;

describe('a broadcast to one number again and again', () => {
  it.each(KINDS)('lets other code run, and reacts to an abort (%s source)', async (kind) => {
    const account = new FakeAccount((send) => send.accept());
    const caller = new AbortController();
    const source = new Noted((index) =>
      index < MANY ? { value: numberAt(0) } : { done: true, value: undefined },
    );
    const { signal } = caller;
    const run = account.sms.broadcast({ text: 'Hello' }, source[kind](), { signal });
    setImmediate(() => setImmediate(() => caller.abort()));
    await run.finish();
    expect(source.pulls).toBeLessThan(MANY / 10);
    expect(source.returned).toBe(1);
    expect(account.sends).toEqual([]);
  });

  it.each(KINDS)('sends to it once (%s source)', async (kind) => {
    const account = new FakeAccount((send) => send.accept());
    const source = new Noted((index) =>
      index < 20_000
        ? { value: numberAt(Math.floor(index / 10_000)) }
        : { done: true, value: undefined },
    );
    await account.sms.broadcast({ text: 'Hello' }, source[kind]()).finish();
    expect(account.sends.map(({ recipients }) => recipients)).toEqual([[numberAt(0), numberAt(1)]]);
  });
});
