import type { SmsMessage, SmsOutcome } from '../../lib/index.js';
import { FakeAccount } from '../support/fake-account.js';
import { endless, KINDS, Noted } from './noted.js';
import { errorOf, messageAt, outcomesOf, settled } from './runs.js';

/** Messages up to a position, at which it throws. */
function broken(at: number): Noted<SmsMessage> {
  return new Noted((index) => {
    if (index === at) throw new Error('the source broke');
    return { value: messageAt(index) };
  });
}

describe('a source that throws', () => {
  it.each(KINDS)(
    'ends the run after the outcomes of the sends under way, with its error (%s)',
    async (kind) => {
      const account = new FakeAccount();
      const source = broken(3);
      const outcomes: SmsOutcome[] = [];
      const loop = (async () => {
        for await (const outcome of account.sms.sendMany(source[kind]())) outcomes.push(outcome);
      })();
      const failed = errorOf(loop);
      await settled();
      expect(account.active).toBe(3);
      account.sends[1]!.lose();
      await settled();
      account.sends[0]!.accept();
      await settled();
      expect(outcomes).toHaveLength(2);
      account.sends[2]!.accept();
      expect(await failed).toEqual(new Error('the source broke'));
      expect(outcomes.map(({ index }) => index)).toEqual([1, 0, 2]);
      expect(source).toMatchObject({ pulls: 4, returned: 0 });
    },
  );

  it.each(KINDS)('also throws from finish() (%s)', async (kind) => {
    const account = new FakeAccount((send) => setImmediate(() => send.accept()));
    const run = account.sms.sendMany(broken(3)[kind]());
    await expect(run.finish()).rejects.toThrow('the source broke');
    expect(account).toMatchObject({ active: 0, sends: { length: 3 } });
  });

  it('makes finish() and await throw also after the loop has thrown', async () => {
    const account = new FakeAccount((send) => send.accept());
    const run = account.sms.sendMany(broken(3).plain());
    await expect(outcomesOf(run)).rejects.toThrow('the source broke');
    for (const again of [run.finish(), run]) {
      await expect(again).rejects.toThrow('the source broke');
    }
  });

  it.each(KINDS)('at once ends the run at once (%s)', async (kind) => {
    const account = new FakeAccount();
    const run = account.sms.sendMany(broken(0)[kind]());
    await expect(outcomesOf(run)).rejects.toThrow('the source broke');
  });
});

describe('a send that fails with an error from outside the package', () => {
  it('ends the run with that error, and closes the source', async () => {
    const account = new FakeAccount();
    const source = endless();
    const failed = errorOf(outcomesOf(account.sms.sendMany(source.plain(), { concurrency: 2 })));
    await settled();
    account.sends[0]!.fail(new RangeError('a bug'));
    account.sends[1]!.accept();
    expect(await failed).toEqual(new RangeError('a bug'));
    expect(source).toMatchObject({ pulls: 2, returned: 1 });
  });
});
