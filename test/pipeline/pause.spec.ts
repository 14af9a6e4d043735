import { QUEUED } from '../../lib/core/deadline/mode.js';
import type { SmsGatewayOptions } from '../../lib/index.js';
import { message } from '../support/account.js';
import { passTime, ScriptedAccount } from '../support/fake-account.js';
import { acceptance, ScriptedGateway } from '../support/scripted-gateway.js';
import { GateClock } from './gate-clock.js';

const range = (length: number) => Array.from({ length }, (_, index) => index);

describe('a pause of the gate', () => {
  let clock: GateClock;
  let endsAt = 0;

  beforeEach(() => {
    clock = new GateClock(undefined);
  });

  afterEach(() => clock.close());

  function hold(ms: number): void {
    clock.gate.hold(ms);
    endsAt = performance.now() + ms;
  }

  /** When those let through so far were, in ms after the pause. */
  const times = () => clock.granted.map(({ grantedAt }) => grantedAt! - endsAt);

  it('lets no call pass until it is over, and then releases those that wait evenly over a second', async () => {
    hold(5000);
    for (const name of 'abcdefghij') clock.ask(1, { name });
    await clock.pass(4999);
    expect(times()).toEqual([]);
    await clock.pass(2001);
    expect(times()).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
    expect(clock.names.join('')).toBe('abcdefghij');
  });

  it('releases high priority first', async () => {
    hold(5000);
    for (const name of ['a', 'b']) clock.ask(1, { name });
    for (const name of ['X', 'Y']) clock.ask(1, { name, priority: 'high' });
    await clock.pass(7000);
    expect(clock.names).toEqual(['X', 'Y', 'a', 'b']);
  });

  it('releases calls that come during the release within the same second', async () => {
    hold(1000);
    for (const name of ['a', 'b']) clock.ask(1, { name });
    await clock.pass(1100);
    for (const name of ['c', 'd']) clock.ask(1, { name });
    await clock.pass(2000);
    expect(clock.names).toEqual(['a', 'b', 'c', 'd']);
    expect(times()).toEqual([0, 500, 667, 834]);
  });

  it('releases 5,000 in that second', async () => {
    hold(1000);
    for (const _ of range(5_000)) clock.ask(1);
    await clock.pass(1500);
    expect(clock.granted.length).toBeGreaterThan(2475);
    expect(clock.granted.length).toBeLessThan(2525);
    await clock.pass(500);
    expect(clock.granted).toHaveLength(5_000);
  });

  it('delays no call once all waiting calls have passed', async () => {
    hold(1000);
    clock.ask(1);
    await clock.pass(1001);
    for (const _ of range(3)) clock.ask(1);
    await clock.pass(0);
    expect(times()).toEqual([0, 1, 1, 1]);
    hold(1000);
    await clock.pass(1000);
    for (const _ of range(3)) clock.ask(1);
    await clock.pass(0);
    expect(times().slice(-3)).toEqual([0, 0, 0]);
  });

  it('becomes longer with a longer pause, and not shorter with a shorter one', async () => {
    clock.gate.hold(1000);
    hold(3000);
    clock.gate.hold(2000);
    clock.ask(1);
    await clock.pass(5000);
    expect(times()).toEqual([0]);
  });

  it('starts over if the gateway asks again during the release', async () => {
    clock.gate.hold(1000);
    for (const _ of range(4)) clock.ask(1);
    await clock.pass(1000);
    hold(1000);
    await clock.pass(5000);
    expect(times()).toEqual([-1000, 0, 334, 667]);
  });

  it('lasts at most an hour', async () => {
    hold(365 * 86_400_000);
    clock.ask(1);
    await clock.pass(3_600_000);
    expect(clock.granted).toHaveLength(1);
  });

  it('fails calls with an earlier deadline at once, whether they already wait or come later', async () => {
    const blocker = new GateClock({ recipients: 1, perMs: 60_000 });
    blocker.ask(1);
    const waiting = [500, 1500].map((total) => blocker.ask(1, { total }));
    await blocker.pass(0);
    blocker.gate.hold(1000);
    const coming = [999, 1001].map((total) => blocker.ask(1, { total }));
    await blocker.pass(0);
    const codes = [...waiting, ...coming].map(({ refused }) => refused);
    expect(codes).toEqual(['throttled, not-sent', undefined, 'throttled, not-sent', undefined]);
    await blocker.pass(2000);
    clock = blocker;
  });

  it('fails calls that another account can take at once, and their deadlines run on', async () => {
    const blocker = new GateClock({ recipients: 1, perMs: 60_000 });
    blocker.ask(1);
    const waiting = blocker.ask(1, { total: 90_000, inFailover: true, mode: QUEUED });
    await blocker.pass(10_000);
    blocker.gate.hold(1000);
    const coming = blocker.ask(1, { inFailover: true });
    await blocker.pass(0);
    expect([waiting, coming].map(({ refused }) => refused)).toEqual([
      'throttled, not-sent',
      'throttled, not-sent',
    ]);
    // The time in which it waited does not count, as for any send of a run.
    expect(Math.round(waiting.call.deadline.remaining)).toBe(90_000);
    await blocker.pass(1000);
    expect(Math.round(waiting.call.deadline.remaining)).toBe(89_000);
    clock = blocker;
  });

  it('leaves no timer behind when no call waits any more', async () => {
    hold(5000);
    const guest = clock.ask(1);
    await clock.pass(10);
    guest.call.deadline.end('aborted');
    await clock.pass(0);
    expect(guest.refused).toBe('aborted, not-sent');
  });

  it('respects the limits when it is over', async () => {
    clock.close();
    clock = new GateClock(undefined, 2);
    hold(1000);
    for (const name of ['a', 'b', 'c']) clock.ask(1, { name });
    await clock.pass(5000);
    expect(clock.names).toEqual(['a', 'b']);
    clock.leave();
    await clock.pass(0);
    expect(clock.names).toEqual(['a', 'b', 'c']);
  });
});

/** A gateway that answers 429 to its first sends. */
function throttling(
  first: number,
  headers: Record<string, string>,
  more: Partial<SmsGatewayOptions> = {},
) {
  const gateway = new ScriptedGateway({
    send: (_request, count) => (count <= first ? { status: 429, headers } : acceptance()),
  });
  const options = { latency: 10, retry: { attempts: 2 }, ...more };
  return { gateway, account: new ScriptedAccount(gateway, options) };
}

const timesOf = (gateway: ScriptedGateway) =>
  gateway.sends.map(({ at }) => at - gateway.sends[0]!.at);

describe('an account that the gateway throttles', () => {
  it('sends nothing until Retry-After is over, then retries and continues', async () => {
    const { gateway, account } = throttling(1, { 'Retry-After': '5' });
    const first = account.outcome('first');
    await passTime(100);
    const second = account.outcome('second');
    await passTime(10_000);
    expect(await Promise.all([first, second])).toEqual(['accepted', 'accepted']);
    expect(gateway.texts).toEqual(['first', 'first', 'second']);
    expect(timesOf(gateway)).toEqual([0, 5010, 5510]);
  });

  it('does not give the place of the throttled send to the next one', async () => {
    const { gateway, account } = throttling(1, { 'Retry-After': '5' }, { maxConcurrency: 1 });
    const outcomes = ['throttled', 'waits'].map((text) => account.outcome(text));
    await passTime(4000);
    expect(gateway.texts).toEqual(['throttled']);
    await passTime(10_000);
    expect(await Promise.all(outcomes)).toEqual(['accepted', 'accepted']);
  });

  it('fails a send whose deadline is earlier at once, with retryAfter', async () => {
    const timeout = { total: 20_000 };
    const { gateway, account } = throttling(1, { 'Retry-After': '30' }, { timeout });
    const send = () =>
      account.sms.send(message()).then(
        () => 'accepted',
        (error: unknown) => error,
      );
    const throttled = send();
    await passTime(110);
    const later = send();
    await passTime(0);
    const error = { code: 'throttled', outcome: 'not-sent', retryable: true };
    expect(await throttled).toMatchObject({ ...error, retryAfter: 30_000 });
    expect(await later).toMatchObject({ ...error, retryAfter: 29_910 });
    expect(gateway.sends).toHaveLength(1);
  });

  it('lets the sends of a run wait, without counting the time', async () => {
    const { account } = throttling(1, { 'Retry-After': '300' }, { timeout: { total: 1000 } });
    const runs = ['first', 'second'].map((text, index) =>
      passTime(index * 100).then(() => account.sms.sendMany([message(text)])),
    );
    await passTime(302_000);
    expect(await Promise.all(runs)).toMatchObject([{ accepted: 1 }, { accepted: 1 }]);
  });

  it.each([
    ['without Retry-After', {}],
    ['with Retry-After: 0', { 'Retry-After': '0' }],
  ])('%s continues to send, and retries after the usual pause', async (_what, headers) => {
    const { gateway, account } = throttling(1, headers);
    const first = account.outcome('first');
    await passTime(10);
    const second = account.outcome('second');
    await passTime(0);
    expect(gateway.sends.at(-1)).toMatchObject({ fields: { msg: 'second' } });
    await passTime(200);
    expect(await Promise.all([first, second])).toEqual(['accepted', 'accepted']);
  });
});
