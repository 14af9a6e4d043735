import type { SendOptions, SmsMessage } from '../../lib/index.js';
import { FakeAccount } from '../support/fake-account.js';
import { endless, KINDS, never, Noted } from './noted.js';
import { counted, errorOf, messageAt, numberAt, outcomesOf, settled } from './runs.js';

/** One message, and then it hangs forever. */
async function* hanging(): AsyncGenerator<SmsMessage> {
  yield messageAt(0);
  yield never();
}

/** Endless messages, from an input with a given return(). */
function letGoBy(end: () => Promise<never>): AsyncIterable<SmsMessage> {
  const source = endless().later();
  return { [Symbol.asyncIterator]: () => ({ ...source[Symbol.asyncIterator](), return: end }) };
}

const UNWILLING: [string, () => Promise<never>][] = [
  ['never answers', never],
  ['rejects', () => Promise.reject(new Error('it could not be closed'))],
  [
    'throws',
    () => {
      throw new Error('it could not be closed');
    },
  ],
];

describe('an input whose return()', () => {
  it.each(UNWILLING)('%s neither delays nor fails a run that was aborted', async (_name, end) => {
    const account = new FakeAccount();
    const caller = new AbortController();
    const options = { signal: caller.signal, concurrency: 2 };
    const tally = account.sms.sendMany(letGoBy(end), options).finish();
    await settled();
    caller.abort();
    for (const send of account.sends) send.lose();
    expect(await tally).toMatchObject({ accepted: 0, unknown: 2 });
    // Jest fails a test in which a rejection is not handled.
    await settled();
  });

  it.each(UNWILLING)('%s does not hide that the account was closed', async (_name, end) => {
    const account = new FakeAccount();
    const failed = errorOf(account.sms.sendMany(letGoBy(end), { concurrency: 2 }).finish());
    await settled();
    const closed = account.close();
    for (const send of account.sends) send.lose();
    await closed;
    expect(await failed).toMatchObject({ code: 'closed' });
    await settled();
  });
});

describe('after an abort', () => {
  it.each(KINDS)(
    'the sends in progress give their outcomes and the run ends (%s)',
    async (kind) => {
      const account = new FakeAccount();
      const source = endless();
      const caller = new AbortController();
      const run = account.sms.sendMany(source[kind](), { concurrency: 3, signal: caller.signal });
      const outcomes = outcomesOf(run);
      await settled();
      caller.abort();
      await settled();
      for (const send of account.sends) send.lose();
      expect((await outcomes).map(({ status }) => status)).toEqual(Array(3).fill('unknown'));
      expect(source).toMatchObject({ pulls: 3, returned: 1 });
    },
  );

  it('a run ends even if its source hangs forever', async () => {
    const account = new FakeAccount();
    const caller = new AbortController();
    const outcomes = outcomesOf(account.sms.sendMany(hanging(), { signal: caller.signal }));
    await settled();
    caller.abort();
    await settled();
    account.sends[0]!.accept();
    expect(await outcomes).toMatchObject([{ index: 0, status: 'accepted' }]);
  });

  it('a run with nothing in progress ends even if its source hangs forever', async () => {
    const account = new FakeAccount();
    const caller = new AbortController();
    const source: AsyncIterable<string> = { [Symbol.asyncIterator]: () => ({ next: never }) };
    const { signal } = caller;
    const tally = account.sms.broadcast({ text: 'Hello' }, source, { signal }).finish();
    await settled();
    caller.abort();
    expect(await tally).toMatchObject({ accepted: 0, 'not-sent': 0, unknown: 0 });
  });

  it('a run ends even if its source aborts while it is read and then hangs forever', async () => {
    const account = new FakeAccount();
    const caller = new AbortController();
    async function* source(): AsyncGenerator<SmsMessage> {
      caller.abort();
      yield never();
    }
    const run = account.sms.sendMany(source(), { signal: caller.signal });
    expect(await outcomesOf(run)).toEqual([]);
  });

  it('a plain source that aborts while it is read is not read again', async () => {
    const account = new FakeAccount((send) => send.accept());
    const caller = new AbortController();
    const source = new Noted((index) => {
      if (index === 2) caller.abort();
      return { value: numberAt(index) };
    });
    const run = account.sms.broadcast({ text: 'Hello' }, source.plain(), { signal: caller.signal });
    await run.finish();
    expect(source).toMatchObject({ pulls: 3, returned: 1 });
  });

  it('what a plain source returns while it aborts is not sent', async () => {
    const account = new FakeAccount((send) => send.accept());
    const caller = new AbortController();
    const source = new Noted((index) => {
      if (index === 1) caller.abort();
      return { value: messageAt(index) };
    });
    const run = account.sms.sendMany(source.plain(), { signal: caller.signal });
    expect((await outcomesOf(run)).map(({ index }) => index)).toEqual([0]);
    expect(account.sends).toHaveLength(1);
  });

  it('a late answer or failure of a hanging source has no effect', async () => {
    const account = new FakeAccount();
    const caller = new AbortController();
    const answers: ((step: IteratorResult<SmsMessage>) => void)[] = [];
    const source: AsyncIterable<SmsMessage> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise((resolve) => answers.push(resolve)),
        return: () => Promise.reject(new Error('it could not be closed')),
      }),
    };
    const outcomes = outcomesOf(account.sms.sendMany(source, { signal: caller.signal }));
    await settled();
    caller.abort();
    expect(await outcomes).toEqual([]);
    answers[0]!({ value: messageAt(0) });
    // Jest fails a test in which a rejection is not handled.
    await settled();
    expect(account.sends).toEqual([]);
  });

  it('that came before the first outcome was requested, nothing is read or sent', async () => {
    const account = new FakeAccount();
    const source = endless();
    const run = account.sms.sendMany(source.plain(), { signal: AbortSignal.abort() });
    expect(await outcomesOf(run)).toEqual([]);
    expect(source).toMatchObject({ pulls: 0, returned: 1 });
  });

  it('outcomes that were waiting to be taken are still given', async () => {
    const account = new FakeAccount((send) => send.accept());
    const caller = new AbortController();
    const { signal } = caller;
    const run = account.sms.sendMany(counted(3, messageAt), { signal, concurrency: 3 });
    const indexes: number[] = [];
    for await (const { index } of run) {
      indexes.push(index);
      caller.abort();
    }
    expect(indexes).toEqual([0, 1, 2]);
  });
});

describe('the options of a call', () => {
  it.each<[string, (account: FakeAccount, options: SendOptions) => PromiseLike<unknown>]>([
    ['send', ({ sms }, options) => sms.send(messageAt(0), options)],
    ['sendMany', ({ sms }, options) => sms.sendMany(counted(3, messageAt), options)],
    [
      'broadcast',
      ({ sms }, options) => sms.broadcast({ text: 'hi' }, counted(3, numberAt), options),
    ],
  ])('are read once by %s, so a getter cannot change what was checked', async (_name, run) => {
    const account = new FakeAccount((send) => send.accept());
    const reads: string[] = [];
    const once = <T>(name: string, value: T): T => {
      reads.push(name);
      if (reads.filter((each) => each === name).length > 1) throw new Error('read again');
      return value;
    };
    const { signal } = new AbortController();
    const options: SendOptions = {
      get signal() {
        return once('signal', signal);
      },
      get priority() {
        return once('priority', 'high' as const);
      },
    };
    await run(account, options);
    expect(reads.toSorted()).toEqual(['priority', 'signal']);
    expect(account.sends.map(({ call }) => call.context.priority)).toContain('high');
  });
});
