import { jest } from '@jest/globals';
import { SmsTransportError } from '../../lib/index.js';
import { Call } from '../../lib/core/deadline/call.js';
import { RetryPolicy } from '../../lib/core/deadline/retry-policy.js';

const OPTIONS = { attempts: 100, base: 100, cap: 1000, budget: 1000 };
const TOTAL = 600_000;

const notSent = () =>
  new SmsTransportError('connection-failed', 'Failed.', { outcome: 'not-sent' });
const throttled = (retryAfter: number) =>
  new SmsTransportError('throttled', 'Slow down.', { outcome: 'not-sent', retryAfter });

let call: Call;

beforeEach(() => {
  jest.useFakeTimers();
  call = new Call({ total: TOTAL, attempt: TOTAL });
});

afterEach(() => {
  call.dispose();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function policyWith(options: Partial<typeof OPTIONS> = {}, random = 0.5): RetryPolicy {
  jest.spyOn(Math, 'random').mockReturnValue(random);
  return new RetryPolicy({ ...OPTIONS, ...options });
}

/** The pauses before the next retries. */
const pauses = (policy: RetryPolicy, count: number) =>
  Array.from({ length: count }, () => policy.pauseBefore(call, notSent()));

describe('a pause before a retry', () => {
  it.each([
    [0.5, [50, 100, 200, 400, 500, 500]],
    [0.9, [90, 180, 360, 720, 900, 900]],
    [0, [0, 0, 0, 0, 0, 0]],
  ])('is the fraction %d of a time that doubles up to the cap', (random, expected) => {
    expect(pauses(policyWith({}, random), 6)).toEqual(expected);
  });

  it('is no shorter than the gateway asks for', () => {
    expect(policyWith().pauseBefore(call, throttled(7000))).toBe(7000);
  });

  it('is not made here if the gate waits as long as the gateway asks for', () => {
    expect(policyWith().pauseBefore(call, throttled(7000), true)).toBe(0);
  });

  it.each([
    [TOTAL - 1, TOTAL - 1],
    [TOTAL, undefined],
  ])('of %d ms is made only if time is left after it', (retryAfter, pause) => {
    expect(policyWith().pauseBefore(call, throttled(retryAfter))).toBe(pause);
  });
});

it('retries nothing after the call has ended', () => {
  call.end('closed');
  expect(policyWith().pauseBefore(call, notSent())).toBeUndefined();
});

it('does not count an attempt with new credentials as one of those that are allowed', () => {
  call.attempt += 1;
  expect(pauses(policyWith({ attempts: 2 }), 2)).toEqual([50, undefined]);
});

describe('the budget', () => {
  it('never exceeds its start', () => {
    const policy = policyWith({ budget: 10 });
    for (let answered = 0; answered < 100; answered += 1) policy.refund();
    expect(pauses(policy, 3)).toEqual([50, 100, undefined]);
  });
});
