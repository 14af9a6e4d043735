import { FakeAccount } from '../support/fake-account.js';
import { endless } from './noted.js';
import { counted, messageAt, numberAt, settled } from './runs.js';

const CONCURRENCY = 3;

/** Ends a run and what it has begun, whose deadlines would keep the process alive. */
async function endAll(account: FakeAccount, outcomes: AsyncIterator<unknown>): Promise<void> {
  const ended = outcomes.return?.();
  for (const send of account.sends) send.refuse();
  await ended;
}

describe('the input of a run', () => {
  it('is not touched, and nothing is sent, before the run is iterated', async () => {
    const account = new FakeAccount();
    const source = endless();
    account.sms.sendMany(source.plain());
    account.sms.broadcast(
      { text: 'Hello' },
      counted(1, () => numberAt(source.pulls++)),
    );
    await settled();
    expect(source.pulls).toBe(0);
    expect(account.sends).toEqual([]);
  });

  it.each(['plain', 'later'] as const)(
    'is pulled only so far ahead as sends may be under way, from a %s source',
    async (kind) => {
      const account = new FakeAccount();
      const source = endless();
      const run = account.sms.sendMany(source[kind](), { concurrency: CONCURRENCY });
      const outcomes = run[Symbol.asyncIterator]();
      const first = outcomes.next();
      await settled();
      await settled();
      expect(source.pulls).toBe(CONCURRENCY);
      expect(account.active).toBe(CONCURRENCY);
      account.sends[1]!.accept();
      expect((await first).value).toMatchObject({ index: 1, status: 'accepted' });
      await endAll(account, outcomes);
    },
  );

  it.each(['plain', 'later'] as const)(
    'rests while the outcomes of a %s source are not taken',
    async (kind) => {
      const account = new FakeAccount((send) => send.accept());
      const source = endless();
      const run = account.sms.sendMany(source[kind](), { concurrency: CONCURRENCY });
      const outcomes = run[Symbol.asyncIterator]();
      for (let taken = 1; taken <= 20; taken += 1) {
        await outcomes.next();
        await settled();
        expect(source.pulls).toBeGreaterThanOrEqual(taken);
        expect(source.pulls).toBeLessThanOrEqual(taken + CONCURRENCY);
      }
      await outcomes.return?.();
    },
  );

  it('is sent with at most `concurrency` sends at once, 10,000 recipients long', async () => {
    const account = new FakeAccount((send) => setImmediate(() => send.accept()));
    const tally = await account.sms
      .broadcast({ text: 'Hello' }, counted(10_000, numberAt), { concurrency: 7, batchSize: 10 })
      .finish();
    expect(account.mostActive).toBe(7);
    expect(tally).toEqual({
      accepted: 1000,
      'not-sent': 0,
      unknown: 0,
      held: 0,
      codes: {},
      recipients: { accepted: 10_000, rejected: 0, 'not-sent': 0, unknown: 0, held: 0 },
    });
  });

  it('is sent with `maxConnections` sends at once if no `concurrency` is given', async () => {
    const account = new FakeAccount((send) => setImmediate(() => send.accept()), {
      maxConnections: 5,
    });
    await account.sms.sendMany(counted(50, messageAt)).finish();
    expect(account.mostActive).toBe(5);
  });
});
