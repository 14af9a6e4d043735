import { FakeAccount } from '../support/fake-account.js';
import { endless } from './noted.js';
import { counted, errorOf, numberAt, settled } from './runs.js';

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
