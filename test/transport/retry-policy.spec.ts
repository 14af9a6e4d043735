import { jest } from '@jest/globals';
import {
  type SmsGatewayError,
  SmsResponseError,
  SmsTransportError,
  type SmsTransportErrorCode,
} from '../../lib/index.js';
import { RetryPolicy } from '../../lib/transport/retry-policy.js';
import { SendScope } from '../../lib/transport/send-scope.js';

const OPTIONS = { attempts: 100, base: 100, cap: 1000, budget: 1000 };
const TOTAL = 600_000;

const failed = (code: SmsTransportErrorCode, outcome: 'not-sent' | 'unknown') =>
  new SmsTransportError(code, 'Failed.', { outcome });
const notSent = () => failed('connection-failed', 'not-sent');
const unclear = () => new SmsResponseError('answer-unclear', 'Unclear.', { httpStatus: 200 });

let scope: SendScope;

beforeEach(() => {
  jest.useFakeTimers();
  scope = new SendScope(TOTAL);
});

afterEach(() => {
  scope.dispose();
  jest.useRealTimers();
});

function begin(options: Partial<typeof OPTIONS> = {}, random = 0.5) {
  return new RetryPolicy({ ...OPTIONS, ...options }, () => random).begin(scope);
}

/** How long it pauses, in ms, or the error that it throws instead. */
async function pauseOf(pausing: Promise<void>, atMost = 10_000): Promise<unknown> {
  const begun = performance.now();
  const ended = pausing.then(
    () => performance.now() - begun,
    (error: unknown) => error,
  );
  await jest.advanceTimersByTimeAsync(atMost);
  return ended;
}

describe('a pause before a retry', () => {
  it.each([
    [0.5, [50, 100, 200, 400, 500, 500]],
    [0.9, [90, 180, 360, 720, 900, 900]],
    [0, [0, 0, 0, 0, 0, 0]],
  ])('is the fraction %d of a time that doubles up to the cap', async (random, pauses) => {
    const tries = begin({}, random);
    const seen = [];
    while (seen.length < pauses.length) seen.push(await pauseOf(tries.again(notSent())));
    expect(seen).toEqual(pauses);
  });

  it('is no shorter than the gateway asks for', async () => {
    const details = { outcome: 'not-sent', retryAfter: 7000 } as const;
    const error = new SmsTransportError('throttled', 'Slow down.', details);
    expect(await pauseOf(begin().again(error))).toBe(7000);
  });

  it.each([
    [TOTAL - 1, TOTAL - 1],
    [TOTAL, undefined],
  ])('of %d ms is made only if time is left after it', async (retryAfter, pause) => {
    const details = { outcome: 'not-sent', retryAfter } as const;
    const error = new SmsTransportError('throttled', 'Slow down.', details);
    expect(await pauseOf(begin().again(error), TOTAL)).toBe(pause ?? error);
  });
});

describe('what may have been sent', () => {
  it.each<[string, () => SmsGatewayError]>([
    ['a lost connection', () => failed('connection-lost', 'unknown')],
    ['a deadline', () => failed('timeout', 'unknown')],
    ['a 5xx', () => failed('gateway-failed', 'unknown')],
    ['an unclear answer', unclear],
    ['a redirect', () => failed('redirected', 'unknown')],
    ['an abort', () => failed('aborted', 'unknown')],
    ['the end of the app', () => failed('closed', 'unknown')],
  ])('as after %s is not retried', async (_what, make) => {
    const error = make();
    expect(await pauseOf(begin().again(error))).toBe(error);
  });
});

it('counts an attempt with new credentials, but not as one of those that are allowed', async () => {
  const seen: number[] = [];
  const tries = new RetryPolicy({ ...OPTIONS, attempts: 2, budget: 5 }, () => 0).begin(
    scope,
    ({ attempt }) => seen.push(attempt),
  );
  expect(tries.current).toBe(1);
  tries.next(notSent());
  await pauseOf(tries.again(notSent()));
  expect(seen).toEqual([2, 3]);
  expect(tries.current).toBe(3);
  expect(await pauseOf(tries.again(notSent()))).toBeInstanceOf(SmsTransportError);
});

describe('the budget', () => {
  it('never exceeds its start', async () => {
    const tries = begin({ budget: 10 });
    for (let answered = 0; answered < 100; answered += 1) tries.answered();
    const ends = [];
    for (let index = 0; index < 3; index += 1) ends.push(await pauseOf(tries.again(notSent())));
    expect(ends).toEqual([50, 100, expect.any(SmsTransportError)]);
  });

  it('is charged five for a retry, and gets one back for each answer', async () => {
    const tries = begin({ budget: 5 });
    expect(await pauseOf(tries.again(notSent()))).toBe(50);
    for (let answered = 0; answered < 4; answered += 1) tries.answered();
    expect(await pauseOf(tries.again(notSent()))).toBeInstanceOf(SmsTransportError);
    tries.answered();
    expect(await pauseOf(tries.again(notSent()))).toBe(100);
  });
});
