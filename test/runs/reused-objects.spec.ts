import { jest } from '@jest/globals';
import { FailoverAccount } from '../../lib/core/account/failover-account.js';
import type { SmsMessage, SmsService } from '../../lib/index.js';
import { afterThisTest } from '../support/clean-up.js';
import { FakeAccount } from '../support/fake-account.js';
import { messageAt, numberAt, outcomesOf } from './runs.js';

const HOUR = 3_600_000;
const QUIET = { quiet: { from: '21:00', to: '09:00', timeZone: 'Asia/Kolkata' } };
const COUNT = 5;

/** Messages in one object, which has the next one by the time that the one before is sent. */
function* reused(): Generator<SmsMessage> {
  const fields = { order: '' };
  const to = [''];
  const message = { to, text: '', fields };
  for (let index = 0; index < COUNT; index += 1) {
    to.splice(0, to.length, numberAt(index));
    message.text = `message ${index}`;
    fields.order = String(index);
    yield message;
  }
  to.push('nobody');
  message.text = '';
}

/** Timers and the calendar's clock, at 04:00 in India: five hours before quiet hours end. */
function atNight(): void {
  const doNotFake = ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const;
  jest.useFakeTimers({ now: Date.parse('2026-03-10T22:30:00Z'), doNotFake: [...doNotFake] });
  afterThisTest(() => jest.useRealTimers());
}

const openAccount = () => new FakeAccount((send) => send.accept(), QUIET);

function sentBy({ sends }: FakeAccount): (readonly [string, readonly string[]])[] {
  return sends.map(({ text, recipients }) => [text, recipients]);
}

const ONE_EACH = Array.from({ length: COUNT }, (_, index) => [
  `message ${index}`,
  [numberAt(index)],
]);

describe('a source that reuses one object', () => {
  it('has each message sent once, as it was when it was read', async () => {
    const account = new FakeAccount((send) => send.accept());
    await account.sms.sendMany(reused());
    expect(sentBy(account)).toEqual(ONE_EACH);
  });

  it('has each message sent as it was when it was read, even after quiet hours', async () => {
    atNight();
    const account = openAccount();
    const tally = account.sms.sendMany(reused()).finish();
    await jest.advanceTimersByTimeAsync(5 * HOUR);
    expect(await tally).toMatchObject({ accepted: COUNT });
    expect(sentBy(account)).toEqual(ONE_EACH);
  });

  it('has each message sent in this way by a failover, even after quiet hours', async () => {
    atNight();
    const broken = new FakeAccount((send) => send.refuse(), QUIET);
    const account = openAccount();
    const sms: SmsService = new FailoverAccount('pair', () => [broken.sms, account.sms]);
    const tally = sms.sendMany(reused()).finish();
    await jest.advanceTimersByTimeAsync(5 * HOUR);
    expect(await tally).toMatchObject({ accepted: COUNT });
    expect(sentBy(account)).toEqual(ONE_EACH);
  });

  it('has its numbers counted as they were when they were read', async () => {
    const account = new FakeAccount((send) => send.lose());
    expect(await account.sms.sendMany(reused())).toMatchObject({
      recipients: { unknown: COUNT },
    });
  });

  it('gets its own object back in each outcome', async () => {
    const account = new FakeAccount((send) => send.accept());
    const messages = [...reused()];
    for (const { index, message } of await outcomesOf(account.sms.sendMany(messages))) {
      expect(message).toBe(messages[index]);
    }
  });
});

it('a message is read once, whatever its getters return later', async () => {
  atNight();
  const account = openAccount();
  let reads = 0;
  const message: SmsMessage = {
    to: numberAt(0),
    get text() {
      reads += 1;
      return `read ${reads} times`;
    },
  };
  const tally = account.sms.sendMany([message, messageAt(1)]).finish();
  await jest.advanceTimersByTimeAsync(5 * HOUR);
  expect(await tally).toMatchObject({ accepted: 2 });
  expect(account.sends[0]?.text).toBe('read 1 times');
  expect(reads).toBe(1);
});

it('the content of a broadcast is read once, however it changes in quiet hours', async () => {
  atNight();
  const account = openAccount();
  const content = { text: 'before', fields: { order: '1' } };
  const tally = account.sms.broadcast(content, [numberAt(0)]).finish();
  content.text = 'after';
  await jest.advanceTimersByTimeAsync(5 * HOUR);
  expect(await tally).toMatchObject({ accepted: 1 });
  // It is read when the run starts, which is where its options are checked as well.
  expect(account.sends.map(({ text }) => text)).toEqual(['before']);
});
