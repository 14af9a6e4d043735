import { inspect } from 'node:util';
import { SmsMessageError, type SmsRun, SmsTransportError } from '../../lib/index.js';
import { FakeAccount } from '../support/fake-account.js';
import { counted, messageAt, numberAt, outcomesOf, settled } from './runs.js';

describe('outcomes', () => {
  it('come as the sends end, each with the position and the message of its input', async () => {
    const account = new FakeAccount();
    const messages = [...counted(4, messageAt)];
    const outcomes = outcomesOf(account.sms.sendMany(messages));
    await settled();
    for (const index of [2, 0, 3, 1]) {
      account.sends[index]!.accept();
      await settled();
    }
    const given = await outcomes;
    expect(given.map(({ index }) => index)).toEqual([2, 0, 3, 1]);
    for (const { index, message } of given) expect(message).toBe(messages[index]);
  });

  it('say accepted, not-sent or unknown, and one failure never stops the rest', async () => {
    const account = new FakeAccount((send) =>
      send.text === 'message 1' ? send.lose() : send.accept(),
    );
    const messages = [messageAt(0), messageAt(1), { to: 'nobody', text: 'Hello' }, messageAt(3)];
    const outcomes = await outcomesOf(account.sms.sendMany(messages, { concurrency: 1 }));
    expect(outcomes).toEqual([
      { index: 0, message: messages[0], status: 'accepted', receipt: expect.anything() },
      { index: 1, message: messages[1], status: 'unknown', error: expect.any(SmsTransportError) },
      { index: 2, message: messages[2], status: 'not-sent', error: expect.any(SmsMessageError) },
      { index: 3, message: messages[3], status: 'accepted', receipt: expect.anything() },
    ]);
  });

  it('also come for items that are not messages', async () => {
    const account = new FakeAccount((send) => send.accept());
    const items = [undefined, null, 'text', 5, messageAt(4)] as never[];
    const outcomes = await outcomesOf(account.sms.sendMany(items));
    expect(outcomes.map(({ index, status }) => [index, status])).toEqual([
      [0, 'not-sent'],
      [1, 'not-sent'],
      [2, 'not-sent'],
      [3, 'not-sent'],
      [4, 'accepted'],
    ]);
  });

  it.each(['sendMany', 'broadcast'] as const)(
    'of %s: each send has the priority and ends with the signal',
    async (how) => {
      const account = new FakeAccount();
      const caller = new AbortController();
      const options = { signal: caller.signal, priority: 'high', concurrency: 3 } as const;
      const run =
        how === 'sendMany'
          ? account.sms.sendMany([messageAt(0)], options)
          : account.sms.broadcast({ text: 'Hello' }, [numberAt(0)], options);
      const finished = run.finish();
      await settled();
      const [send] = account.sends;
      expect(send!.call.context.priority).toBe('high');
      caller.abort();
      expect(send!.call.context.deadline.ended).toBe('aborted');
      send!.accept();
      await finished;
    },
  );

  it('of an empty source do not exist', async () => {
    const account = new FakeAccount();
    expect(await outcomesOf(account.sms.sendMany([]))).toEqual([]);
    expect(await outcomesOf(account.sms.broadcast({ text: 'Hello' }, []))).toEqual([]);
  });
});

describe('finish', () => {
  it('returns the tally of sends and recipients', async () => {
    const account = new FakeAccount((send) => {
      if (send.recipients.includes(numberAt(0))) send.accept([numberAt(1), numberAt(2)]);
      else if (send.recipients.includes(numberAt(10))) send.lose();
      else send.accept();
    });
    const numbers = [...counted(25, numberAt), 'nobody', '0'];
    const run = account.sms.broadcast({ text: 'Hello' }, numbers, { batchSize: 10 });
    expect(await run.finish()).toEqual({
      accepted: 2,
      'not-sent': 2,
      unknown: 1,
      held: 0,
      codes: { 'message-invalid': 2, 'connection-lost': 1 },
      recipients: { accepted: 13, rejected: 2, 'not-sent': 2, unknown: 10, held: 0 },
    });
  });

  it('after leaving a loop sends no more, and counts what was in progress', async () => {
    const account = new FakeAccount((send) => setImmediate(() => send.accept()));
    const run = account.sms.sendMany(counted(10, messageAt), { concurrency: 3 });
    for await (const _ of run) break;
    expect(account.sends).toHaveLength(3);
    expect(await run.finish()).toMatchObject({ accepted: 3 });
    expect(account.sends).toHaveLength(3);
  });

  it('counts the numbers of a send whose every number was rejected as rejected', async () => {
    const account = new FakeAccount((send) => send.accept(send.recipients));
    const run = account.sms.broadcast({ text: 'Hello' }, counted(2, numberAt));
    expect(await run).toMatchObject({
      'not-sent': 1,
      recipients: { accepted: 0, rejected: 2, 'not-sent': 0 },
    });
  });

  it('twice, or together with await, returns the same tally and sends once', async () => {
    const account = new FakeAccount((send) => send.accept());
    const run = account.sms.sendMany(counted(3, messageAt));
    const [first, second, third] = await Promise.all([run.finish(), run.finish(), run]);
    expect(second).toBe(first);
    expect(third).toBe(first);
    expect(await run).toBe(first);
    expect(account.sends).toHaveLength(3);
  });
});

describe('a run', () => {
  it('sends nothing until it is awaited, and then everything', async () => {
    const account = new FakeAccount((send) => send.accept());
    const run = account.sms.broadcast({ text: 'Hello' }, counted(5, numberAt), { batchSize: 2 });
    await settled();
    expect(account.sends).toHaveLength(0);
    expect(await run).toMatchObject({ accepted: 3, recipients: { accepted: 5 } });
    expect(account.sends).toHaveLength(3);
  });

  it('that is awaited rethrows what ends it early', async () => {
    const account = new FakeAccount((send) => send.accept());
    const run = account.sms.sendMany([messageAt(0)], { concurrency: 0 });
    await expect(run).rejects.toThrow(SmsMessageError);
    await expect(run).rejects.toThrow('concurrency');
  });

  it('returns its tally when awaited after a loop', async () => {
    const account = new FakeAccount((send) => send.accept());
    const run = account.sms.sendMany(counted(3, messageAt));
    expect(await outcomesOf(run)).toHaveLength(3);
    expect(await run).toMatchObject({ accepted: 3 });
  });

  it.each([
    ['looped over', (run: SmsRun) => outcomesOf(run)],
    ['awaited', (run: SmsRun) => run],
  ])('that was %s cannot be looped over, which says what to do', async (_how, start) => {
    const account = new FakeAccount((send) => send.accept());
    const run = account.sms.sendMany(counted(3, messageAt));
    await start(run);
    await expect(outcomesOf(run)).rejects.toThrow('Await it for its tally');
  });

  it('is short as JSON and on the console, and shows no message', async () => {
    const account = new FakeAccount((send) => send.accept());
    const messages = [...counted(1000, messageAt)];
    const run = account.sms.sendMany(messages);
    expect(JSON.parse(JSON.stringify(run))).toMatchObject({ state: 'not started' });
    expect(inspect(run)).toBe(
      'SmsRun { not started, accepted: 0, not-sent: 0, unknown: 0, held: 0, codes: {} }',
    );
    await run;
    expect(JSON.parse(JSON.stringify(run))).toMatchObject({
      state: 'ended',
      tally: { accepted: 1000 },
    });
    expect(inspect({ run }, { depth: 9 }).length).toBeLessThan(100);
  });
});

describe('the message of a broadcast’s outcome', () => {
  it('is what was sent, even if the given object changes', async () => {
    const account = new FakeAccount((send) => send.accept());
    const content = { text: 'first', fields: { campaign: 'a' } };
    const outcomes = [];
    const run = account.sms.broadcast(content, counted(3, numberAt), { batchSize: 1 });
    for await (const { message } of run) {
      outcomes.push(message);
      content.text = 'second';
      content.fields.campaign = 'b';
    }
    expect(account.sends.map(({ text }) => text)).toEqual(['first', 'first', 'first']);
    for (const { text, fields } of outcomes) {
      expect({ text, fields }).toEqual({ text: 'first', fields: { campaign: 'a' } });
    }
  });

  it('has what a getter of the user’s own class returns', async () => {
    class Letter {
      get text(): string {
        return 'Hello';
      }
    }
    const account = new FakeAccount((send) => send.accept());
    const [outcome] = await outcomesOf(account.sms.broadcast(new Letter(), [numberAt(0)]));
    expect(outcome!.message).toEqual({ text: 'Hello', to: [numberAt(0)] });
  });
});
