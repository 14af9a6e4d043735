import { jest } from '@jest/globals';
import type { SmsTransportErrorCode } from '../../lib/index.js';
import { Breaker } from '../../lib/transport/breaker.js';
import { promisesDone, Try } from './tries.js';

const FAILURES = 3;
const HALF_OPEN_AFTER = 10_000;

let breaker: Breaker;

/** A try that is let through and ends so. */
async function ended(how: (made: Try) => void): Promise<Try> {
  const made = new Try(breaker);
  await promisesDone();
  how(made);
  await promisesDone();
  return made;
}

async function failures(count: number, code?: SmsTransportErrorCode): Promise<void> {
  for (let index = 0; index < count; index += 1) await ended((made) => made.fail(code));
}

/** Whether the breaker lets a try through. */
async function isClosed(): Promise<boolean> {
  const { begun } = await ended((made) => made.begun && made.accept());
  return begun;
}

/** Tries that come at once. */
async function begin(count: number, options = {}): Promise<Try[]> {
  const tries = Array.from({ length: count }, () => new Try(breaker, options));
  await promisesDone();
  return tries;
}

function states(tries: readonly Try[]): string[] {
  return tries.map(({ state }) => state);
}

beforeEach(() => {
  jest.useFakeTimers();
  // Not at the clock's beginning, where every time would be nothing.
  jest.advanceTimersByTime(50_000);
  breaker = new Breaker({ failures: FAILURES, halfOpenAfter: HALF_OPEN_AFTER });
});

afterEach(() => {
  const timers = jest.getTimerCount();
  jest.useRealTimers();
  if (timers > 0) throw new Error('A try has ended, and a timer that it waited with has not');
});

describe('a closed breaker', () => {
  it.each(['connection-failed', 'connection-lost', 'gateway-failed', 'timeout'] as const)(
    'opens after so many tries that ended as %s, and not before',
    async (code) => {
      await failures(FAILURES - 1, code);
      expect(await isClosed()).toBe(true);
      await failures(FAILURES, code);
      expect(await isClosed()).toBe(false);
    },
  );

  it('holds back what comes once it is open, as definitely not sent, and says for how long', async () => {
    await failures(FAILURES);
    jest.advanceTimersByTime(4000);
    const held = await ended(() => undefined);
    expect(held.begun).toBe(false);
    expect(held.error).toMatchObject({
      name: 'SmsTransportError',
      code: 'breaker-open',
      outcome: 'not-sent',
      retryable: true,
      retryAfter: 6000,
    });
  });

  it.each(['aborted', 'closed', 'request-failed', 'throttled', 'redirected'] as const)(
    'stays closed whatever number of tries ends as %s',
    async (code) => {
      await failures(FAILURES * 3, code);
      expect(await isClosed()).toBe(true);
    },
  );

  it('stays closed whatever number of messages the gateway rejects', async () => {
    for (let index = 0; index < FAILURES * 3; index += 1) await ended((made) => made.refuse());
    expect(await isClosed()).toBe(true);
  });

  it.each([
    ['accepted', (made: Try) => made.accept()],
    ['rejected', (made: Try) => made.refuse()],
    ['throttled', (made: Try) => made.fail('throttled')],
  ])('counts anew after a message was %s, which is an answer', async (_name, answer) => {
    await failures(FAILURES - 1);
    await ended(answer);
    await failures(FAILURES - 1);
    expect(await isClosed()).toBe(true);
  });

  it('gives each caller what its own try ended with', async () => {
    expect((await ended((made) => made.refuse())).error).toMatchObject({ code: 'rejected' });
    expect((await ended((made) => made.fail('aborted'))).error).toMatchObject({ code: 'aborted' });
  });
});

describe('an open breaker', () => {
  beforeEach(async () => {
    await failures(FAILURES);
    jest.advanceTimersByTime(HALF_OPEN_AFTER);
  });

  it('lets one try through after its time, and the others wait for it', async () => {
    const tries = await begin(5);
    expect(tries.map(({ begun }) => begun)).toEqual([true, false, false, false, false]);
    tries[0]!.accept();
    await promisesDone();
    expect(tries.every(({ begun }) => begun)).toBe(true);
    for (const made of tries) made.accept();
    await promisesDone();
    expect(states(tries)).toEqual(Array(5).fill('done'));
    expect(await isClosed()).toBe(true);
  });

  it('opens for as long again where that try fails, and holds back those who waited', async () => {
    const tries = await begin(3);
    tries[0]!.fail();
    await promisesDone();
    expect(states(tries)).toEqual(['connection-lost', 'breaker-open', 'breaker-open']);
    jest.advanceTimersByTime(HALF_OPEN_AFTER - 1);
    expect(await isClosed()).toBe(false);
    jest.advanceTimersByTime(1);
    expect(await isClosed()).toBe(true);
  });

  it('closes where the gateway rejects that try: it is there', async () => {
    const tries = await begin(2);
    tries[0]!.refuse();
    await promisesDone();
    expect(tries[1]!.begun).toBe(true);
    tries[1]!.accept();
    await promisesDone();
    expect(await isClosed()).toBe(true);
  });

  it.each(['aborted', 'closed', 'request-failed'] as const)(
    'stays open where that try ends as %s, which says nothing of the gateway',
    async (code) => {
      const tries = await begin(2);
      tries[0]!.fail(code);
      await promisesDone();
      expect(states(tries)).toEqual([code, 'breaker-open']);
      expect(await isClosed()).toBe(false);
      jest.advanceTimersByTime(HALF_OPEN_AFTER);
      expect(await isClosed()).toBe(true);
    },
  );

  it('does not let a try through whose caller has given up, and learns nothing of it', async () => {
    const [gone] = await begin(1, { signal: AbortSignal.abort() });
    expect(gone).toMatchObject({ begun: false, state: 'aborted' });
    const tries = await begin(2);
    expect(tries.map(({ begun }) => begun)).toEqual([true, false]);
    tries[0]!.fail();
    await promisesDone();
    expect(states(tries)).toEqual(['connection-lost', 'breaker-open']);
  });

  it('lets those who wait for its one try go at their own deadlines, with nothing sent', async () => {
    const [trial] = await begin(1);
    const waiting = await begin(FAILURES * 2, { total: 500 });
    jest.advanceTimersByTime(499);
    await promisesDone();
    expect(states(waiting)).toEqual(Array(FAILURES * 2).fill('pending'));
    jest.advanceTimersByTime(1);
    await promisesDone();
    for (const made of waiting) {
      expect(made.error).toMatchObject({ code: 'timeout', outcome: 'not-sent' });
    }
    trial!.accept();
    await promisesDone();
    expect(waiting.some(({ begun }) => begun)).toBe(false);
    // They waited in vain, which is no failure of the gateway.
    expect(await isClosed()).toBe(true);
  });

  it('lets one who waits for its one try go when its caller aborts', async () => {
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
