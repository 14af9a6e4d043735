import { SmsMessageError, type SmsRun } from '../../lib/index.js';
import { FakeAccount } from '../support/fake-account.js';
import { errorOf, messageAt, numberAt, outcomesOf, settled } from './runs.js';

const account = new FakeAccount((send) => send.accept());
const { sms } = account;
const CONTENT = { text: 'Hello' };
const NUMBERS = [numberAt(0)];

function throwing(key: string): object {
  return Object.defineProperty({}, key, {
    get: () => {
      throw new Error('a text that nobody shall see');
    },
    enumerable: true,
  });
}

async function issueOf(run: SmsRun): Promise<unknown> {
  const error = await errorOf(run.finish());
  return error instanceof SmsMessageError && error.issues[0]?.message;
}

const WRONG: [string, string, () => SmsRun][] = [
  ['a text as messages', 'messages', () => sms.sendMany('Hello' as never)],
  ['one message as messages', 'messages', () => sms.sendMany(messageAt(0) as never)],
  ['no messages', 'messages', () => sms.sendMany(undefined as never)],
  ['a text as recipients', 'recipients', () => sms.broadcast(CONTENT, numberAt(0))],
  ['no recipients', 'recipients', () => sms.broadcast(CONTENT, null as never)],
  ['a number as recipients', 'recipients', () => sms.broadcast(CONTENT, 919 as never)],
  ['content without text', 'text', () => sms.broadcast({} as never, NUMBERS)],
  ['no content', 'message', () => sms.broadcast(undefined as never, NUMBERS)],
  ['content with `to`', 'to', () => sms.broadcast(messageAt(0), NUMBERS)],
  ['concurrency 0', 'options.concurrency', () => sms.sendMany([], { concurrency: 0 })],
  ['half a concurrency', 'options.concurrency', () => sms.sendMany([], { concurrency: 1.5 })],
  ['endless concurrency', 'options.concurrency', () => sms.sendMany([], { concurrency: Infinity })],
  [
    'a text as batchSize',
    'options.batchSize',
    () => sms.broadcast(CONTENT, NUMBERS, { batchSize: '9' as never }),
  ],
  ['batchSize -1', 'options.batchSize', () => sms.broadcast(CONTENT, NUMBERS, { batchSize: -1 })],
  ['another priority', 'options.priority', () => sms.sendMany([], { priority: 'urgent' as never })],
  [
    'no AbortSignal as signal',
    'options.signal',
    () => sms.broadcast(CONTENT, NUMBERS, { signal: 5 as never }),
  ],
  [
    'content that throws when it is read',
    'message',
    () => sms.broadcast(throwing('text') as never, NUMBERS),
  ],
  ['null as options', 'options', () => sms.sendMany([], null as never)],
  ['a typo in an option', 'options.concurency', () => sms.sendMany([], { concurency: 5 } as never)],
  [
    'a batchSize for many texts',
    'options.batchSize',
    () => sms.sendMany([], { batchSize: 5 } as never),
  ],
  [
    'a typo in an option of a broadcast',
    'options.batchsize',
    () => sms.broadcast(CONTENT, NUMBERS, { batchsize: 5 } as never),
  ],
];

describe('a run', () => {
  it.each(WRONG)('refuses %s, naming %s, however often it is asked', async (_name, path, make) => {
    const [looped, awaited] = [make(), make()];
    for (const failing of [outcomesOf(looped), looped, awaited, awaited.finish()]) {
      const error = await errorOf(Promise.resolve(failing));
      expect(error).toBeInstanceOf(SmsMessageError);
      const code = /^(options|messages|recipients)/.test(path)
        ? 'argument-invalid'
        : 'message-invalid';
      expect(error).toMatchObject({ code, outcome: 'not-sent', issues: [{ path }] });
    }
    expect(account.sends).toEqual([]);
  });

  it('asks whether a similar option was meant, or names those that there are', async () => {
    const typo = sms.broadcast(CONTENT, NUMBERS, { batchsize: 5 } as never);
    expect(await issueOf(typo)).toBe("is not known; perhaps you meant 'batchSize'");
    expect(await issueOf(sms.sendMany([], { batchSize: 5 } as never))).toBe(
      'is not known; use signal, priority, concurrency',
    );
    expect(await issueOf(sms.broadcast(CONTENT, NUMBERS, { timeout: 5 } as never))).toBe(
      'is not known; use signal, priority, concurrency, batchSize',
    );
  });

  it('of a closed account fails however often it is asked', async () => {
    const closed = new FakeAccount();
    await closed.close();
    const run = closed.sms.sendMany([messageAt(0)]);
    await expect(run.finish()).rejects.toMatchObject({ code: 'closed' });
    await expect(run.finish()).rejects.toMatchObject({ code: 'closed' });
  });

  it('that is invalid and never started throws nothing', async () => {
    for (const [, , make] of WRONG) make();
    await settled();
    expect(account.sends).toEqual([]);
  });
});
