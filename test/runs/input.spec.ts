import { Readable } from 'node:stream';
import { runInThisContext } from 'node:vm';
import {
  type SmsMessage,
  smsMessageOf,
  type SmsEvent,
  type SmsGatewayOptions,
  SmsMessageError,
  type SmsRun,
} from '../../lib/index.js';
import { FakeAccount } from '../support/fake-account.js';
import {
  counted,
  countedLater,
  messageAt,
  numberAt,
  outcomesOf,
  errorOf,
  settled,
} from './runs.js';

const COUNT = 25;

// Jest runs tests in a realm of their own; Node's streams are of this one.
const OtherPromise = runInThisContext('Promise') as PromiseConstructor;

/** An iterable whose promises are not those of the package's realm. */
function foreign<T>(items: readonly T[]): AsyncIterable<T> {
  const iterator = items[Symbol.iterator]();
  return { [Symbol.asyncIterator]: () => ({ next: () => OtherPromise.resolve(iterator.next()) }) };
}

function sourcesOf<T>(make: (index: number) => T): [string, Iterable<T> | AsyncIterable<T>][] {
  const items = [...counted(COUNT, make)];
  return [
    ['an array', items],
    ['a generator', counted(COUNT, make)],
    ['an async generator', countedLater(COUNT, make)],
    ['a Set', new Set(items)],
    ['the values of a Map', new Map(items.entries()).values()],
    ['a stream', Readable.from(items)],
    ['a stream over an async generator', Readable.from(countedLater(COUNT, make))],
    ['a web stream', Readable.toWeb(Readable.from(items)) as unknown as AsyncIterable<T>],
    ['an iterable with promises of another realm', foreign(items)],
  ];
}

describe('sendMany', () => {
  it.each(sourcesOf(messageAt))('sends every message of %s once', async (_name, source) => {
    const account = new FakeAccount((send) => send.accept());
    const outcomes = await outcomesOf(account.sms.sendMany(source, { concurrency: 4 }));
    const sent = outcomes.map(({ index, message }): [number, SmsMessage] => [index, message]);
    expect(sent).toEqual([...counted(COUNT, (index) => [index, messageAt(index)])]);
    expect(account.sends.map(({ text }) => text)).toEqual([
      ...counted(COUNT, (index) => `message ${index}`),
    ]);
  });
});

describe('broadcast', () => {
  it.each(sourcesOf(numberAt))('sends to every number of %s once', async (_name, source) => {
    const account = new FakeAccount((send) => send.accept());
    const run = account.sms.broadcast({ text: 'Hello' }, source, { batchSize: 10, concurrency: 4 });
    const outcomes = await outcomesOf(run);
    expect(outcomes.map(({ index }) => index)).toEqual([0, 10, 20]);
    expect(outcomes.flatMap(({ message }) => message.to)).toEqual([...counted(COUNT, numberAt)]);
    expect(account.sends.flatMap(({ recipients }) => recipients)).toEqual([
      ...counted(COUNT, numberAt),
    ]);
  });
});

/** All objects and arrays in a value that an app can change. */
function changeableIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return [];
  const inside = Object.values(value).flatMap(changeableIn);
  return Array.isArray(value) ? [value, ...inside] : inside;
}

const CASES: [string, Partial<SmsGatewayOptions>, readonly string[]][] = [
  ['accepted', {}, []],
  ['partly rejected', {}, [numberAt(1)]],
  ['held by reach', { reach: 'none' }, []],
  ['partly held by reach', { reach: { only: [numberAt(0)] } }, []],
  ['redirected', { reach: { redirectTo: numberAt(99) } }, []],
];

describe.each(CASES)('of a message that is %s', (_name, options, rejected) => {
  async function runBroadcast() {
    const account = new FakeAccount((send) => send.accept(rejected), options);
    const events: SmsEvent[] = [];
    account.sms.events$.subscribe((event) => events.push(event));
    // In Hindi, so that the receipts list its characters.
    const content = { text: 'नमस्ते', fields: { campaign: 'a' } };
    const run = account.sms.broadcast(content, counted(4, numberAt), { batchSize: 2 });
    return { outcomes: await outcomesOf(run), events };
  }

  it('no array is shared by its receipt, outcome and event, or with those of another message', async () => {
    const { outcomes, events } = await runBroadcast();
    const messages = events.map(smsMessageOf);
    const found = [outcomes, messages].flatMap((each) => each.flatMap(changeableIn));
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found).size).toBe(found.length);
    const fields = outcomes.map(({ message }) => message.fields);
    expect(new Set(fields).size).toBe(outcomes.length);
  });

  it('what an app does to its outcome does not change its event', async () => {
    const { outcomes, events } = await runBroadcast();
    const before = events.map((event) => smsMessageOf(event)?.to);
    for (const array of outcomes.flatMap(changeableIn)) if (Array.isArray(array)) array.length = 0;
    expect(events.map((event) => smsMessageOf(event)?.to)).toEqual(before);
  });
});

it('the receipt of a send shares no array with its event', async () => {
  const account = new FakeAccount((send) => send.accept());
  const events: SmsEvent[] = [];
  account.sms.events$.subscribe((event) => events.push(event));
  const { accepted } = await account.sms.send({ to: [numberAt(0), numberAt(1)], text: 'hi' });
  if (Array.isArray(accepted)) accepted.length = 0;
  expect(events[0] && smsMessageOf(events[0])?.to).toEqual([numberAt(0), numberAt(1)]);
});

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
