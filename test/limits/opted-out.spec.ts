import { jest } from '@jest/globals';
import { SmsGuardError, type SmsOptedOut } from '../../lib/index.js';
import { FakeAccount } from '../support/fake-account.js';
import { openFailover } from '../account/failover-pair.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';
import { afterThisTest } from '../support/clean-up.js';
import { counted, errorOf, numberAt, outcomesOf, settled } from '../runs/runs.js';

type Guard = NonNullable<ConstructorParameters<typeof FakeAccount>[1]>['guard'];

const OUT = numberAt(3);
const TEXT = { text: 'hi' };
const UNKNOWN = { code: 'opt-out-unknown', outcome: 'not-sent', retryable: true };

/** An account whose app is asked, and what it was asked. */
function asking(answer: SmsOptedOut, guard: Guard = {}, options: object = {}) {
  const asked: { numbers: readonly string[]; about: object }[] = [];
  const optedOut: SmsOptedOut = (numbers, about) => {
    asked.push({ numbers, about });
    return answer(numbers, about);
  };
  const account = new FakeAccount((send) => send.accept(), {
    ...options,
    guard: { ...guard, optedOut },
  });
  return { account, asked, sms: account.sms };
}

describe('guard.optedOut', () => {
  it('refuses a send as a whole, names the numbers, and is asked what it needs to decide', async () => {
    const { account, asked, sms } = asking(() => [`+${OUT}`, numberAt(99)]);
    const to = [numberAt(1), OUT];
    const ids = { senderId: 'ACMEBK', dltTemplateId: '1107160000000000003' };
    const error = await errorOf(sms.send({ to, ...TEXT, ...ids }));
    expect(error).toMatchObject({ code: 'opted-out', outcome: 'not-sent', retryable: false });
    expect(error instanceof SmsGuardError && error.recipients).toEqual([OUT]);
    expect(String(error)).not.toContain(OUT);
    expect(account.sends).toEqual([]);
    expect(asked).toEqual([{ numbers: to, about: { priority: 'normal', ...ids } }]);
  });

  it.each([
    ['asked about and sent to with another spelling', `+91 0${OUT.slice(2)}`, OUT],
    ['named in another spelling', OUT, `+91 0${OUT.slice(2)}`],
    ['named in the digits of another script', OUT, '＋９１ ９００００ ００００３'],
    ['named with what may be an extension', '+43 664 1234567 78', '+43 664 1234567 / 78'],
  ])('refuses a number that is %s', async (_how, to, row) => {
    const { account, sms } = asking(() => [row]);
    expect(await errorOf(sms.send({ to, ...TEXT }))).toMatchObject({ code: 'opted-out' });
    expect(account.sends).toEqual([]);
  });

  it('names the row that is not a number by its position, masked', async () => {
    const { sms } = asking(() => [OUT, numberAt(4), `x${OUT}`]);
    const error = await errorOf(sms.send({ to: numberAt(1), ...TEXT }));
    expect(error).toMatchObject(UNKNOWN);
    expect(String(error)).toContain('something at [2] that is not a number (it has letters; write');
    expect(String(error)).toContain('(••••••••))');
    expect(String(error)).not.toContain(OUT);
  });

  it('lets codes pass by their priority', async () => {
    const { account, sms } = asking((numbers, { priority }) =>
      priority === 'high' ? [] : numbers,
    );
    await sms.send({ to: OUT, ...TEXT }, { priority: 'high' });
    expect(account.sends).toHaveLength(1);
  });

  it('is asked once for a batch, whose other numbers are sent to', async () => {
    const { account, asked, sms } = asking(async () => new Set([OUT, numberAt(4)]), {
      countries: ['IN'],
    });
    const numbers = ['+1 212 456 7890', ...counted(10, numberAt)];
    const outcomes = await outcomesOf(sms.broadcast(TEXT, numbers));
    const codes = outcomes.map((outcome) => 'error' in outcome && outcome.error.code);
    expect(codes.toSorted()).toEqual(['country', false, 'opted-out', 'opted-out'].toSorted());
    expect(account.sends.map(({ recipients }) => recipients.length)).toEqual([8]);
    expect(asked).toHaveLength(1);
  });

  it('counts nothing for those it refuses, and is not asked about what is refused anyway or out of reach', async () => {
    let refused = [OUT];
    const { asked, account, sms } = asking(
      () => refused,
      { countries: ['IN'], maxSegments: 1, perRecipient: { count: 1, perMs: 60_000 } },
      { reach: { only: [OUT, numberAt(1)] } },
    );
    await errorOf(sms.send({ to: '+12124567890', ...TEXT }));
    await errorOf(sms.send({ to: numberAt(1), text: 'a'.repeat(161) }));
    await sms.send({ to: numberAt(2), ...TEXT });
    expect(asked).toEqual([]);
    expect(await errorOf(sms.send({ to: OUT, ...TEXT }))).toMatchObject({ code: 'opted-out' });
    refused = [];
    await sms.send({ to: OUT, ...TEXT });
    const { held } = await sms.send({ to: [numberAt(1), numberAt(5)], ...TEXT });
    expect(held).toEqual([numberAt(5)]);
    expect(asked.at(-1)?.numbers).toEqual([numberAt(1)]);
    expect(account.sends).toHaveLength(2);
  });

  it('is asked once for a send, however often that is retried', async () => {
    let asked = 0;
    const optedOut: SmsOptedOut = () => {
      asked += 1;
      return [];
    };
    const account = new FakeAccount(
      (send) => (account.sends.length === 1 ? send.refuse() : send.accept()),
      { retry: { attempts: 2, base: 1 }, guard: { optedOut } },
    );
    await account.sms.send({ to: numberAt(1), ...TEXT });
    expect([account.sends.length, asked]).toEqual([2, 1]);
  });

  it('is asked before a send waits for rateLimit', async () => {
    const rateLimit = { recipients: 1, perMs: 3_600_000 };
    const { account, asked, sms } = asking(() => [], {}, { rateLimit });
    await sms.send({ to: numberAt(1), ...TEXT });
    const caller = new AbortController();
    const waiting = errorOf(sms.send({ to: numberAt(2), ...TEXT }, { signal: caller.signal }));
    await settled();
    expect([account.sends.length, asked.length]).toEqual([1, 2]);
    caller.abort();
    expect(await waiting).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
  });

  it('is asked after quiet hours, also if they begin when the parts of a batch are about to be sent', async () => {
    const doNotFake = ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const;
    jest.useFakeTimers({ now: Date.parse('2026-03-10T20:59:59Z'), doNotFake: [...doNotFake] });
    afterThisTest(() => jest.useRealTimers());
    const [first, last] = [numberAt(1), numberAt(2)];
    const out = [OUT];
    const answer: SmsOptedOut = (numbers) => {
      jest.setSystemTime(Math.max(Date.now(), Date.parse('2026-03-10T21:00:00Z')));
      return numbers.filter((number) => out.includes(number));
    };
    const quiet = { from: '21:00', to: '09:00', timeZone: 'UTC' };
    const { account, asked, sms } = asking(answer, {}, { quiet });
    const outcomes = outcomesOf(sms.broadcast(TEXT, [first, OUT, last]));
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect([account.sends.length, asked.length]).toEqual([0, 1]);
    out.push(first);
    await jest.advanceTimersByTimeAsync(12 * 3_600_000);
    const ends = (await outcomes).map(({ status, message: { to } }) => [status, to]);
    expect(ends.toSorted()).toEqual(
      [
        ['accepted', [last]],
        ['not-sent', [first]],
        ['not-sent', [OUT]],
      ].toSorted(),
    );
    expect(account.sends.map(({ recipients }) => recipients)).toEqual([[last]]);
  });

  it.each<[string, unknown]>([
    ['an error', () => Promise.reject(new Error(OUT))],
    ['an exception', () => [].at(0)!['x']],
    ['a string', () => OUT],
    ['nothing', () => undefined],
    ['an object', () => ({ numbers: [] })],
    ['a number that is none', () => ['12']],
    ['numbers as numbers', () => [Number(OUT)]],
  ])('sends nothing after %s', async (_what, answer) => {
    const { account, sms } = asking(answer as SmsOptedOut);
    const error = await errorOf(sms.send({ to: numberAt(1), ...TEXT }));
    expect(error).toMatchObject(UNKNOWN);
    expect(String(error)).not.toContain(OUT);
    expect(String(error)).not.toContain('5 s');
    expect(account.sends).toEqual([]);
  });

  it('sends nothing if there is no answer within 5 s', async () => {
    jest.useFakeTimers();
    afterThisTest(() => jest.useRealTimers());
    const { account, sms } = asking(() => new Promise(() => undefined));
    const error = errorOf(sms.send({ to: numberAt(1), ...TEXT }));
    await jest.advanceTimersByTimeAsync(5000);
    expect(await error).toMatchObject(UNKNOWN);
    expect(String(await error)).toContain('guard.optedOut did not answer within 5 s, so');
    expect(account.sends).toEqual([]);
  });

  it('slows a run down while it fails', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    afterThisTest(() => jest.useRealTimers());
    let isDown = true;
    const options = { retry: { base: 1000, cap: 1000 } };
    const { asked, sms } = asking(() => (isDown ? Promise.reject(new Error()) : []), {}, options);
    const tally = sms
      .broadcast(TEXT, counted(5, numberAt), { batchSize: 1, concurrency: 1 })
      .finish();
    await jest.advanceTimersByTimeAsync(999);
    expect(asked).toHaveLength(1);
    isDown = false;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await tally).toMatchObject({ accepted: 4, 'not-sent': 1 });
  });

  it.each([
    ['its alone', false],
    ['shared by all', true],
  ])(
    'of the first account, %s, holds in a failover, though it is tried last, and is asked once',
    async (_whose, isShared) => {
      const [primary, backup] = [await ScriptedGateway.listen(), await ScriptedGateway.listen()];
      let asked = 0;
      let isDown = false;
      const optedOut: SmsOptedOut = () => {
        asked += 1;
        return isDown ? Promise.reject(new Error()) : [OUT];
      };
      const options = { guard: { optedOut } };
      const { sms } = await openFailover([primary, backup], options, isShared ? options : {});
      primary.script = { send: () => ({ status: 429 }) };
      await sms.send({ to: numberAt(1), ...TEXT });
      expect(asked).toBe(1);
      expect(await errorOf(sms.send({ to: OUT, ...TEXT }))).toMatchObject({ code: 'opted-out' });
      expect(asked).toBe(2);
      isDown = true;
      expect(await errorOf(sms.send({ to: numberAt(1), ...TEXT }))).toMatchObject(UNKNOWN);
      expect(asked).toBe(3);
      expect(backup.sends).toHaveLength(1);
    },
  );
});
