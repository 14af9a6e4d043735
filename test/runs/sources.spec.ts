import { Readable } from 'node:stream';
import { runInThisContext } from 'node:vm';
import type { SmsMessage } from '../../lib/index.js';
import { FakeAccount } from '../support/fake-account.js';
import { counted, countedLater, messageAt, numberAt, outcomesOf } from './runs.js';

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
