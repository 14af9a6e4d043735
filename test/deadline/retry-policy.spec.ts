import { jest } from '@jest/globals';
import { SmsTransportError } from '../../lib/index.js';
import { RetryPolicy } from '../../lib/core/deadline/failure.js';

const OPTIONS = { attempts: 100, base: 100, cap: 1000, budget: 1000 };
const TOTAL = 600_000;

const notSent = () =>
  new SmsTransportError('connection-failed', 'Failed.', { outcome: 'not-sent' });
const throttled = (retryAfter: number) =>
  new SmsTransportError('throttled', 'Slow down.', { outcome: 'not-sent', retryAfter });

afterEach(() => jest.restoreAllMocks());

function policyWith(options: Partial<typeof OPTIONS> = {}, random = 0.5): RetryPolicy {
  jest.spyOn(Math, 'random').mockReturnValue(random);
  return new RetryPolicy({ ...OPTIONS, ...options });
}

/** The pauses before the next retries. */
const pauses = (policy: RetryPolicy, count: number) =>
  Array.from({ length: count }, (_, retries) => {
    const pause = policy.pauseBefore(notSent(), retries, TOTAL);
    if (pause !== undefined) policy.spend();
    return pause;
  });

describe('a pause before a retry', () => {
  it.each([
    [0.5, [50, 100, 200, 400, 500, 500]],
    [0.9, [90, 180, 360, 720, 900, 900]],
    [0, [0, 0, 0, 0, 0, 0]],
  ])('is the fraction %d of a time that doubles up to the cap', (random, expected) => {
    expect(pauses(policyWith({}, random), 6)).toEqual(expected);
  });

  it('is no shorter than the gateway asks for', () => {
    expect(policyWith().pauseBefore(throttled(7000), 0, TOTAL)).toBe(7000);
  });

  it('is not made here if the gate waits as long as the gateway asks for', () => {
    expect(policyWith().pauseBefore(throttled(7000), 0, TOTAL, true)).toBe(0);
  });

  it.each([
    [TOTAL - 1, TOTAL - 1],
    [TOTAL, undefined],
  ])('of %d ms is made only if time is left after it', (retryAfter, pause) => {
    expect(policyWith().pauseBefore(throttled(retryAfter), 0, TOTAL)).toBe(pause);
  });
});

it('is asked as often as one likes: only a retry that is made costs something', () => {
  const policy = policyWith({ budget: 5 });
  const ask = () => policy.pauseBefore(notSent(), 0, TOTAL);
  expect([ask(), ask()]).toEqual([50, 50]);
  policy.spend();
  expect(ask()).toBeUndefined();
});

it('makes so many retries as attempts allows after the first', () => {
  expect(pauses(policyWith({ attempts: 3 }), 4)).toEqual([50, 100, undefined, undefined]);
});

describe('the budget', () => {
  it('gets back a fifth of a retry with each answer', () => {
    const policy = policyWith({ budget: 10 });
    pauses(policy, 3);
    for (let answered = 0; answered < 4; answered += 1) policy.refund();
    expect(policy.pauseBefore(notSent(), 0, TOTAL)).toBeUndefined();
    policy.refund();
    expect(policy.pauseBefore(notSent(), 0, TOTAL)).toBe(50);
  });

  it('never exceeds its start', () => {
    const policy = policyWith({ budget: 10 });
    for (let answered = 0; answered < 100; answered += 1) policy.refund();
    expect(pauses(policy, 3)).toEqual([50, 100, undefined]);
  });
});
