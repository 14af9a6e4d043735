import { SmsMessageError } from '../../lib/index.js';
import { FakeAccount } from '../support/fake-account.js';
import { counted, countedLater, numberAt, outcomesOf } from './runs.js';

const CONTENT = { text: 'Hello', senderId: 'MYSHOP', fields: { trackLink: '7' } } as const;

describe('broadcast', () => {
  it('puts 100 numbers in a send if no batchSize is given', async () => {
    const account = new FakeAccount((send) => send.accept());
    await account.sms.broadcast(CONTENT, counted(250, numberAt)).finish();
    expect(account.sends.map(({ recipients }) => recipients.length)).toEqual([100, 100, 50]);
  });

  it('puts batchSize numbers in a send, and the rest in the last one', async () => {
    const account = new FakeAccount((send) => send.accept());
    await account.sms.broadcast(CONTENT, counted(7, numberAt), { batchSize: 3 }).finish();
    expect(account.sends.map(({ recipients }) => recipients.length)).toEqual([3, 3, 1]);
  });

  it.each([
    { asked: undefined, rate: 30, size: 30 },
    { asked: 500, rate: 30, size: 30 },
    { asked: 20, rate: 30, size: 20 },
    { asked: undefined, rate: 5000, size: 100 },
  ])(
    'with batchSize $asked and at most $rate recipients in a stretch puts $size in a send',
    async ({ asked, rate, size }) => {
      const rateLimit = { recipients: rate, perMs: 1 };
      const account = new FakeAccount((send) => send.accept(), { rateLimit });
      const options = asked === undefined ? {} : { batchSize: asked };
      await account.sms.broadcast(CONTENT, counted(size * 2, numberAt), options).finish();
      expect(account.sends.map(({ recipients }) => recipients.length)).toEqual([size, size]);
    },
  );

  it('has each send’s own numbers, as they were sent, in its message', async () => {
    const account = new FakeAccount((send) => send.accept());
    const numbers = ['+91 90 0000 0000', '919000000001', '+919000000002'];
    const outcomes = await outcomesOf(account.sms.broadcast(CONTENT, numbers, { batchSize: 2 }));
    expect(outcomes.map(({ index, message }) => ({ index, message }))).toEqual([
      { index: 0, message: { ...CONTENT, to: [numberAt(0), numberAt(1)] } },
      { index: 2, message: { ...CONTENT, to: [numberAt(2)] } },
    ]);
    expect(account.sends[0]).toMatchObject({
      text: 'Hello',
      recipients: [numberAt(0), numberAt(1)],
    });
  });

  it.each(['plain', 'later'])(
    'reports an invalid number in an outcome of its own, with its position (%s source)',
    async (kind) => {
      const account = new FakeAccount((send) => send.accept());
      const given: unknown[] = [numberAt(0), 'nobody', numberAt(2), undefined, '12', numberAt(5)];
      const item = (index: number): string => given[index] as string;
      const numbers =
        kind === 'plain' ? counted(given.length, item) : countedLater(given.length, item);
      const run = account.sms.broadcast(CONTENT, numbers, { batchSize: 2, concurrency: 1 });
      const outcomes = await outcomesOf(run);
      expect(outcomes).toMatchObject([
        { index: 1, status: 'not-sent', message: { ...CONTENT, to: 'nobody' } },
        { index: 0, status: 'accepted', message: { to: [numberAt(0), numberAt(2)] } },
        { index: 3, status: 'not-sent', message: CONTENT },
        { index: 4, status: 'not-sent', message: { ...CONTENT, to: '12' } },
        { index: 5, status: 'accepted', message: { to: [numberAt(5)] } },
      ]);
      const errors = outcomes.flatMap((outcome) =>
        outcome.status === 'accepted' ? [] : [outcome.error],
      );
      for (const error of errors) {
        expect(error).toBeInstanceOf(SmsMessageError);
        expect(error).toMatchObject({ issues: [{ path: 'to' }] });
      }
      expect(account.sends).toHaveLength(2);
    },
  );

  it('sends duplicates once within a send, however they are written', async () => {
    const account = new FakeAccount((send) => send.accept());
    const numbers = [numberAt(0), `+${numberAt(0)}`, numberAt(1), numberAt(0), numberAt(2)];
    const run = account.sms.broadcast(CONTENT, numbers, { batchSize: 2 });
    const outcomes = await outcomesOf(run);
    expect(account.sends.map(({ recipients }) => recipients)).toEqual([
      [numberAt(0), numberAt(1)],
      [numberAt(0), numberAt(2)],
    ]);
    expect(outcomes.map(({ index }) => index)).toEqual([0, 3]);
  });

  it('reads national numbers if the account has a default country', async () => {
    const account = new FakeAccount((send) => send.accept(), { defaultCountry: 'IN' });
    await account.sms.broadcast(CONTENT, ['098765 43210']).finish();
    expect(account.sends.map(({ recipients }) => recipients)).toEqual([['919876543210']]);
  });
});
