import { jest } from '@jest/globals';
import type { SmsTransportErrorCode } from '../../lib/index.js';
import { Breaker } from '../../lib/core/deadline/breaker.js';
import { Attempt, promisesDone } from './attempt.js';

const FAILURES = 3;
const HALF_OPEN_AFTER = 10_000;
const DAY = 86_400_000;

let breaker: Breaker;

/** The end of an attempt that the breaker lets pass. */
async function ended(end: (attempt: Attempt) => void): Promise<Attempt> {
  const [attempt] = await begin(1);
  if (attempt!.begun) end(attempt!);
  await promisesDone();
  return attempt!;
}

async function failures(count: number, code?: SmsTransportErrorCode): Promise<void> {
  for (let index = 0; index < count; index += 1) await ended((attempt) => attempt.fail(code));
}

/** Whether the breaker lets an attempt through. */
async function isClosed(): Promise<boolean> {
  const { begun } = await ended((attempt) => attempt.accept());
  return begun;
}

/** Attempts that are made at the same time. */
async function begin(count: number, options = {}): Promise<Attempt[]> {
  const attempts = Array.from({ length: count }, () => new Attempt(breaker, options));
  await promisesDone();
  return attempts;
}

function states(attempts: readonly Attempt[]): string[] {
  return attempts.map(({ state }) => state);
}

beforeEach(() => {
  jest.useFakeTimers();
  // Not at the start of the clock, where every time is 0.
  jest.advanceTimersByTime(50_000);
  breaker = new Breaker(FAILURES, HALF_OPEN_AFTER);
});

afterEach(() => {
  const timers = jest.getTimerCount();
  jest.useRealTimers();
  if (timers > 0) throw new Error('An attempt has ended and left a timer behind');
});

describe('a closed breaker', () => {
  it.each(['connection-failed', 'connection-lost', 'gateway-failed', 'timeout'] as const)(
    'opens after the configured number of attempts that ended as %s, and not before',
    async (code) => {
      await failures(FAILURES - 1, code);
      expect(await isClosed()).toBe(true);
      await failures(FAILURES, code);
      expect(await isClosed()).toBe(false);
    },
  );

  it('once open, fails sends as definitely not sent, and says for how long', async () => {
    await failures(FAILURES);
    jest.advanceTimersByTime(4000);
    const [held] = await begin(1);
    expect(held!.begun).toBe(false);
    expect(held!.error).toMatchObject({
      name: 'SmsTransportError',
      code: 'breaker-open',
      outcome: 'not-sent',
      retryable: true,
      retryAfter: 6000,
    });
  });

  it.each(['aborted', 'closed', 'request-failed', 'throttled', 'redirected'] as const)(
    'stays closed no matter how many attempts end as %s',
    async (code) => {
      await failures(FAILURES * 3, code);
      expect(await isClosed()).toBe(true);
    },
  );

  it('stays closed no matter how many messages the gateway rejects', async () => {
    for (let index = 0; index < FAILURES * 3; index += 1) {
      await ended((attempt) => attempt.reject());
    }
    expect(await isClosed()).toBe(true);
  });

  it.each([
    ['accepted', (attempt: Attempt) => attempt.accept()],
    ['rejected', (attempt: Attempt) => attempt.reject()],
    ['throttled', (attempt: Attempt) => attempt.fail('throttled')],
  ])('starts counting again after a message was %s, which is an answer', async (_name, answer) => {
    await failures(FAILURES - 1);
    await ended(answer);
    await failures(FAILURES - 1);
    expect(await isClosed()).toBe(true);
  });

  it('keeps its count across attempts that prove nothing', async () => {
    await failures(FAILURES - 1);
    await ended((attempt) => attempt.fail('aborted'));
    await failures(1);
    expect(await isClosed()).toBe(false);
  });

  it('passes each caller the error of its own attempt', async () => {
    const rejected = await ended((attempt) => attempt.reject());
    expect(rejected.error).toMatchObject({ code: 'rejected' });
    const aborted = await ended((attempt) => attempt.fail('aborted'));
    expect(aborted.error).toMatchObject({ code: 'aborted' });
  });
});

describe('an open breaker', () => {
  it.each([
    ['back 5 s', -5000],
    ['back a day', -DAY],
    ['forward a day', DAY],
  ])('opens again after its time although the clock was set %s', async (_what, change) => {
    await failures(FAILURES);
    jest.setSystemTime(Date.now() + change);
    const [held] = await begin(1);
    expect(held!.error).toMatchObject({ code: 'breaker-open', retryAfter: HALF_OPEN_AFTER });
    jest.advanceTimersByTime(HALF_OPEN_AFTER - 1);
    expect(states(await begin(1))).toEqual(['breaker-open']);
    jest.advanceTimersByTime(1);
    expect(await isClosed()).toBe(true);
  });

  it('is not held open longer by attempts that started before it opened', async () => {
    const late = await begin(2);
    await failures(FAILURES);
    jest.advanceTimersByTime(HALF_OPEN_AFTER - 1);
    late[0]!.fail();
    await promisesDone();
    jest.advanceTimersByTime(1);
    const [trial] = await begin(1);
    late[1]!.fail();
    trial!.accept();
    await promisesDone();
    expect(await isClosed()).toBe(true);
  });
});

describe('a half-open breaker', () => {
  beforeEach(async () => {
    await failures(FAILURES);
    jest.advanceTimersByTime(HALF_OPEN_AFTER);
  });

  it('lets one attempt pass, and the others wait for it', async () => {
    const attempts = await begin(5);
    expect(attempts.map(({ begun }) => begun)).toEqual([true, false, false, false, false]);
    attempts[0]!.accept();
    await promisesDone();
    expect(attempts.every(({ begun }) => begun)).toBe(true);
    for (const attempt of attempts) attempt.accept();
    await promisesDone();
    expect(states(attempts)).toEqual(Array(5).fill('done'));
    expect(await isClosed()).toBe(true);
  });

  it('counts as open for an attempt that another account can make', async () => {
    const [first] = await begin(1);
    const [other] = await begin(1, { waits: false });
    expect(other).toMatchObject({ begun: false, state: 'breaker-open' });
    first!.accept();
    await promisesDone();
    expect(await isClosed()).toBe(true);
  });

  it('opens again if that attempt fails, and fails those that waited', async () => {
    const attempts = await begin(3);
    attempts[0]!.fail();
    await promisesDone();
    expect(states(attempts)).toEqual(['connection-lost', 'breaker-open', 'breaker-open']);
    jest.advanceTimersByTime(HALF_OPEN_AFTER - 1);
    expect(await isClosed()).toBe(false);
    jest.advanceTimersByTime(1);
    expect(await isClosed()).toBe(true);
  });

  it('closes if the gateway rejects that attempt, because it answers again', async () => {
    const attempts = await begin(2);
    attempts[0]!.reject();
    await promisesDone();
    expect(attempts[1]!.begun).toBe(true);
    attempts[1]!.accept();
    await promisesDone();
    expect(await isClosed()).toBe(true);
  });

  it.each(['aborted', 'closed', 'request-failed'] as const)(
    'opens for as long again where that attempt ends as %s, which proves nothing',
    async (code) => {
      const attempts = await begin(2);
      attempts[0]!.fail(code);
      await promisesDone();
      expect(states(attempts)).toEqual([code, 'breaker-open']);
      expect(await isClosed()).toBe(false);
      jest.advanceTimersByTime(HALF_OPEN_AFTER);
      expect(await isClosed()).toBe(true);
    },
  );

  it('lets no attempt pass if its caller has given up, and learns nothing from it', async () => {
    const [gone] = await begin(1, { signal: AbortSignal.abort() });
    expect(gone).toMatchObject({ begun: false, state: 'aborted' });
    const attempts = await begin(2);
    expect(attempts.map(({ begun }) => begun)).toEqual([true, false]);
    attempts[0]!.fail();
    await promisesDone();
    expect(states(attempts)).toEqual(['connection-lost', 'breaker-open']);
  });

  it('ends those that wait for that attempt at their own deadlines, with nothing sent', async () => {
    const [trial] = await begin(1);
    const waiting = await begin(FAILURES * 2, { total: 500 });
    jest.advanceTimersByTime(499);
    await promisesDone();
    expect(states(waiting)).toEqual(Array(FAILURES * 2).fill('pending'));
    jest.advanceTimersByTime(1);
    await promisesDone();
    for (const attempt of waiting) {
      expect(attempt.error).toMatchObject({ code: 'timeout', outcome: 'not-sent' });
    }
    trial!.accept();
    await promisesDone();
    expect(waiting.some(({ begun }) => begun)).toBe(false);
    // Their deadlines are no failure of the gateway.
    expect(await isClosed()).toBe(true);
  });

  it('ends one that waits for that attempt when its caller aborts', async () => {
    const caller = new AbortController();
    const [trial] = await begin(1);
    const [waiting] = await begin(1, { signal: caller.signal });
    caller.abort();
    await promisesDone();
    expect(waiting!.error).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    trial!.accept();
    await promisesDone();
    expect(waiting!.begun).toBe(false);
  });
});
