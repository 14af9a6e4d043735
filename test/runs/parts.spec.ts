import { FakeAccount } from '../support/fake-account.js';
import { numberAt } from './runs.js';

const FOREIGN = ['14155552671', '14155552672'];

describe('a number of a batch that guard refuses', () => {
  it('has its outcome while the rest of the batch is in progress', async () => {
    const account = new FakeAccount(undefined, { guard: { countries: ['IN'] } });
    const numbers = [numberAt(0), ...FOREIGN, numberAt(3)];
    const run = account.sms.broadcast({ text: 'hi' }, numbers)[Symbol.asyncIterator]();
    for (const index of [1, 2]) {
      const { value } = await run.next();
      expect(value).toMatchObject({ index, status: 'not-sent', error: { code: 'country' } });
    }
    expect(account.sends.map(({ recipients }) => recipients)).toEqual([[numberAt(0), numberAt(3)]]);
    account.sends[0]!.accept();
    expect(await run.next()).toMatchObject({ value: { index: 0, status: 'accepted' } });
    expect(await run.next()).toMatchObject({ done: true });
  });

  it('has its outcome even if the rest waits for the end of quiet hours', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString().slice(11, 16);
    const ago = new Date(Date.now() - 3_600_000).toISOString().slice(11, 16);
    const quiet = { from: ago, to: soon, timeZone: 'UTC' };
    const account = new FakeAccount(undefined, { guard: { countries: ['IN'] }, quiet });
    const run = account.sms.broadcast({ text: 'hi' }, [numberAt(0), ...FOREIGN]);
    for await (const { status, message } of run) {
      expect({ status, to: message.to }).toEqual({ status: 'not-sent', to: [FOREIGN[0]] });
      break;
    }
    expect(account.sends).toEqual([]);
  });
});
