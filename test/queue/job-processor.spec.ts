import { jest } from '@jest/globals';
import { DelayedError, UnrecoverableError } from 'bullmq';
import {
  SmsAuthenticationError,
  SmsGuardError,
  SmsMessageError,
  SmsResponseError,
  SmsRejectedError,
  SmsTransportError,
} from '../../lib/index.js';
import { createLateResult, type StoredQueue } from '../../lib/queue/jobs/job-change.js';
import { createJobProcessor } from '../../lib/queue/worker/job-processor.js';
import { failedJobOutcome } from '../../lib/queue/jobs/outcomes.js';
import type { QueueAccount } from '../../lib/queue/queue-account.js';
import { Sealer } from '../../lib/records/sealer.js';
import {
  type JobChange,
  type JobData,
  LAYOUT,
  type SmsJob,
} from '../../lib/queue/jobs/stored-job.js';
import { afterThisTest } from '../support/clean-up.js';
import { setClock } from '../support/clock.js';
import { KEY } from './open-queue.js';

const LOCK = 30_000;
const sealer = new Sealer([KEY]);
const sealed = (...recipients: string[]) =>
  sealer.seal(JSON.stringify({ text: 'hi', values: {}, recipients, fields: {} }), 'm1');

/** One start of a job, and what it did. */
async function start(
  data: Partial<JobData>,
  {
    attemptsStarted = 1,
    processedOn = Date.now(),
    send = accept as (recipients: readonly string[]) => Promise<typeof receipt>,
    keys = [KEY],
    heldFor = 0,
    left = () => Promise.resolve(heldFor),
    giveBackPlace = () => Promise.resolve(),
    isCancelled = (_broadcast: string) => Promise.resolve(false),
  } = {},
) {
  const sent: string[] = [];
  const updates: JobData[] = [];
  const moves: number[] = [];
  const held: number[] = [];
  const errors: string[] = [];
  const warnings: string[] = [];
  const lost: unknown[] = [];
  const givenUp: unknown[] = [];
  const attempts: unknown[] = [];
  const steps: string[] = [];
  const job = {
    id: 'm1',
    attemptsStarted,
    processedOn,
    data: { v: LAYOUT, m: sealed('919876543210'), x: Date.now() + 60_000, l: 60_000, ...data },
    moveToDelayed: (at: number) => Promise.resolve(void moves.push(at - Date.now())),
  };
  const account = {
    sendBatch: (_content: unknown, recipients: readonly string[]) => {
      sent.push(...recipients);
      return send(recipients);
    },
    reportLost: (error: Error, message: unknown) => void lost.push({ error, message }),
    giveUp: (error: SmsGuardError, recipients = 'all') => givenUp.push([error.code, recipients]),
  };
  const stored = {
    queue: { getJob: () => Promise.resolve(job) },
    store: {
      change: (_queue: unknown, _job: unknown, { data: next }: JobChange) => {
        steps.push('put back');
        return Promise.resolve(updates.push(next) > 0);
      },
    },
  };
  const { signal } = new AbortController();
  const process = createJobProcessor({
    account: account as unknown as QueueAccount,
    sealer: new Sealer(keys),
    logError: (text) => void errors.push(text),
    logWarning: (text) => void warnings.push(text),
    lockDuration: LOCK,
    signal,
    hold: {
      begin: (ms) => Promise.resolve(void held.push(ms)),
      left,
    },
    onAttempt: (error) => void attempts.push(error?.code ?? 'accepted'),
    origin: 'run',
    isCancelled,
    giveBackPlace: () => {
      steps.push('place given back');
      return giveBackPlace();
    },
    late: createLateResult(() => Promise.resolve(stored as unknown as StoredQueue), signal),
    giveUp: signal,
  });
  const result: unknown = await process(job as unknown as SmsJob, 'token').catch(
    (error: unknown) => error,
  );
  return { result, sent, updates, moves, held, errors, warnings, lost, givenUp, attempts, steps };
}

const receipt = {
  account: 'backup',
  transactionId: '1',
  accepted: ['919876543210'],
  rejected: [],
  held: [] as string[],
};
const accept = () => Promise.resolve(receipt);
const failWith = (error: Error) => () => Promise.reject(error) as Promise<typeof receipt>;
const notSent = (retryAfter?: number) =>
  failWith(new SmsTransportError('throttled', 'wait', { outcome: 'not-sent', retryAfter }));

/** What is kept of an outcome that a failed job stands for. */
const unknownOf = (result: unknown) => {
  expect(result).toBeInstanceOf(UnrecoverableError);
  return failedJobOutcome((result as Error).message);
};

const fail = () => Promise.reject(new Error('the store is down'));

describe("one start of a broadcast's batch", () => {
  it('ends without a send if the broadcast was cancelled, and gives its place in the rate back', async () => {
    const asked: string[] = [];
    const isCancelled = async (broadcast: string) => asked.push(broadcast) > 0;
    const { result, sent, attempts, steps } = await start({ b: 'b1' }, { isCancelled });
    expect(result).toMatchObject({ status: 'not-sent', code: 'cancelled' });
    expect([sent, attempts, steps, asked]).toEqual([[], [], ['place given back'], ['b1']]);
  });

  it('goes back to the queue, without a send or a line in the log, if the store does not say whether it was cancelled', async () => {
    const { result, sent, moves, errors, attempts } = await start(
      { b: 'b1' },
      { isCancelled: fail },
    );
    expect(result).toBeInstanceOf(DelayedError);
    expect([sent, moves.length, errors, attempts]).toEqual([[], 1, [], []]);
  });

  it('stays unknown if its worker was lost: it may have been sent', async () => {
    const { result } = await start(
      { b: 'b1' },
      { isCancelled: () => Promise.resolve(true), attemptsStarted: 2 },
    );
    expect(unknownOf(result)).toMatchObject({ status: 'unknown', code: 'worker-lost' });
  });

  it('sends nothing if all workers were held back while it was asked', async () => {
    let isAsked = false;
    const { sent, moves } = await start(
      { b: 'b1' },
      {
        isCancelled: async () => !(isAsked = true),
        left: () => Promise.resolve(isAsked ? 500 : 0),
      },
    );
    expect([sent, moves.length]).toEqual([[], 1]);
  });
});

describe('one start of a job', () => {
  it('does not ask about a broadcast if the message is not a batch', async () => {
    const { sent } = await start({}, { isCancelled: fail });
    expect(sent).toEqual(['919876543210']);
  });

  it('sends the message, and returns its outcome', async () => {
    const { result, sent } = await start({});
    expect(result).toMatchObject({
      status: 'accepted',
      account: 'backup',
      transactionId: '1',
      accepted: 1,
    });
    expect(sent).toEqual(['919876543210']);
  });

  it('sends nothing if an earlier worker was lost, because that one may have sent it', async () => {
    const { result, sent, warnings, lost } = await start({}, { attemptsStarted: 2 });
    expect(unknownOf(result)).toMatchObject({ status: 'unknown', code: 'worker-lost' });
    expect(sent).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('m1 may have been sent')]);
    expect(lost).toMatchObject([
      { error: { code: 'worker-lost', outcome: 'unknown' }, message: { text: 'hi' } },
    ]);
  });

  it('reports a lost worker even if its message was erased or cannot be read', async () => {
    for (const m of [undefined, sealer.seal('{', 'm1'), 'open..{}']) {
      const { result, warnings, lost } = await start({ m } as Partial<JobData>, {
        attemptsStarted: 2,
      });
      expect(unknownOf(result)).toMatchObject({ status: 'unknown', code: 'worker-lost' });
      expect(warnings).toHaveLength(1);
      expect(lost).toMatchObject([{ message: undefined }]);
    }
  });

  it('sends again if one more start was allowed', async () => {
    const { sent } = await start({ n: 2 }, { attemptsStarted: 2 });
    expect(sent).toHaveLength(1);
  });

  it('sends nothing in a process that was frozen for longer than half of the lock duration', async () => {
    const frozen = { processedOn: Date.now() - LOCK / 2 - 1000 };
    const { result, sent, updates, moves } = await start({}, frozen);
    expect(result).toBeInstanceOf(DelayedError);
    expect([sent, updates[0]?.n, moves.length]).toEqual([[], 2, 1]);
  });

  it('sends nothing once the message has expired', async () => {
    const { result, sent } = await start({ x: Date.now() - 1 });
    expect(result).toMatchObject({ status: 'not-sent', code: 'expired' });
    expect(sent).toEqual([]);
  });

  it('ends a message at once that would expire before it may be sent again', async () => {
    const { result, moves, held } = await start({}, { send: notSent(60_001) });
    expect(result).toMatchObject({ status: 'not-sent', code: 'expired' });
    expect([moves, held]).toEqual([[], [60_001]]);
  });

  it('ends with the outcome that an earlier worker reported too late', async () => {
    const settled = { status: 'accepted', code: 'settled', at: 1 } as const;
    const { result, sent } = await start({ settled }, { attemptsStarted: 2 });
    expect(result).toEqual(settled);
    expect(sent).toEqual([]);
  });

  it('allows one more start before it puts back what was not sent', async () => {
    const { result, updates, moves } = await start(
      { n: 2 },
      { attemptsStarted: 2, send: notSent() },
    );
    expect(result).toBeInstanceOf(DelayedError);
    expect(updates).toMatchObject([{ n: 3 }]);
    expect(moves[0]).toBeGreaterThan(0);
  });

  it('holds all workers for as long as the gateway asked', async () => {
    const { held, moves } = await start({}, { send: notSent(9000) });
    expect(held).toEqual([9000]);
    expect(moves[0]).toBeGreaterThan(8900);
  });

  it('holds all workers also after a 429 whose message may have been sent', async () => {
    const cut = new SmsResponseError('answer-unclear', '?', { httpStatus: 429, retryAfter: 9000 });
    const { held, result } = await start({}, { send: failWith(cut) });
    expect(held).toEqual([9000]);
    expect(unknownOf(result)).toMatchObject({ status: 'unknown' });
  });

  it('sends nothing while workers are held back, and does not count that as an attempt', async () => {
    const { result, sent, updates, moves, attempts } = await start({ a: 3 }, { heldFor: 9000 });
    expect(result).toBeInstanceOf(DelayedError);
    expect([sent, attempts, updates[0]?.n, updates[0]?.a]).toEqual([[], [], 2, 3]);
    expect(moves[0]).toBeGreaterThan(8900);
  });

  it('ends a message at once that expires before workers may send again', async () => {
    const { result, moves } = await start({}, { heldFor: 60_001 });
    expect(result).toMatchObject({ status: 'not-sent', code: 'expired' });
    expect(moves).toEqual([]);
  });

  it('counts its attempts, and keeps why the last one failed and when the next one is due', async () => {
    const { updates, attempts } = await start({ a: 1 }, { send: notSent(9000) });
    expect(updates).toMatchObject([{ a: 2, c: 'throttled', w: expect.any(Number) }]);
    expect(updates[0]!.w! - Date.now()).toBeGreaterThan(8900);
    expect(attempts).toEqual(['throttled']);
    const quiet = failWith(new SmsGuardError('quiet-hours', 'later', { retryAfter: 20_000 }));
    const refused = await start({ a: 1 }, { send: quiet });
    expect(refused.updates).toMatchObject([{ a: 1, c: 'quiet-hours' }]);
    expect(refused.attempts).toEqual([]);
  });

  it('tries again what was not sent, after pauses that grow from 1 s to 5 minutes', async () => {
    setClock('2026-01-01T00:00:00Z');
    const random = jest.spyOn(Math, 'random').mockReturnValue(1);
    afterThisTest(() => random.mockRestore());
    const pauses: unknown[] = [];
    for (const a of [0, 1, 2, 8, 9, 2000]) {
      pauses.push(...(await start({ a, x: Date.now() + 3_600_000 }, { send: notSent() })).moves);
    }
    expect(pauses).toEqual([1000, 2000, 4000, 256_000, 300_000, 300_000]);
  });

  const isNotSent = { outcome: 'not-sent', retryable: false } as const;

  it.each([
    new SmsTransportError('connection-failed', 'refused', { outcome: 'not-sent' }),
    new SmsTransportError('closed', 'the app ends', isNotSent),
    new SmsTransportError('aborted', 'the app ends', isNotSent),
    new SmsAuthenticationError('credentials-refused', 'no'),
    new SmsAuthenticationError('login-refused', 'no'),
  ])('tries again later what was not sent because of $code', async (error) => {
    const { result, moves } = await start({}, { send: failWith(error) });
    expect(result).toBeInstanceOf(DelayedError);
    expect(moves).toHaveLength(1);
  });

  it.each([
    new SmsTransportError('request-failed', 'an interceptor threw', isNotSent),
    new SmsMessageError([{ path: 'text', message: 'matches no registered template' }]),
  ])('does not try again what would fail in the same way: $code', async (error) => {
    const { result, moves } = await start({}, { send: failWith(error) });
    expect(result).toMatchObject({ status: 'not-sent', code: error.code });
    expect(moves).toEqual([]);
  });

  it('gives back its place in the rate limit before it ends, if it made no attempt', async () => {
    const quiet = failWith(new SmsGuardError('quiet-hours', 'later', { retryAfter: 20_000 }));
    const putBack = await Promise.all([
      start({}, { heldFor: 9000 }),
      start({}, { keys: ['ef'.repeat(32)] }),
      start({ v: 2 } as unknown as Partial<JobData>),
      start({}, { send: quiet }),
    ]);
    for (const { steps } of putBack) expect(steps).toEqual(['place given back', 'put back']);
    const settled = { status: 'accepted', at: 1 } as const;
    const ended = await Promise.all([
      start({ x: Date.now() - 1 }),
      start({ settled }),
      start({}, { attemptsStarted: 2 }),
    ]);
    for (const { steps } of ended) expect(steps).toEqual(['place given back']);
    const attempted = [await start({}), await start({}, { send: notSent() })];
    for (const { steps } of attempted) expect(steps).not.toContain('place given back');
  });

  it('treats a rejection by the gateway as final', async () => {
    const rejected = new SmsRejectedError({ statusCode: '203', reason: 'Invalid', raw: {} });
    const { result, updates } = await start({}, { send: failWith(rejected) });
    expect(result).toMatchObject({
      status: 'not-sent',
      account: 'default',
      statusCode: '203',
      reason: 'Invalid',
    });
    expect(updates).toEqual([]);
  });

  it('puts back what quiet hours or a limit refused until these are over, and holds no other worker', async () => {
    for (const code of ['quiet-hours', 'recipient-limit', 'daily-limit'] as const) {
      const refused = new SmsGuardError(code, 'later', { retryAfter: 20_000 });
      const { result, held, moves, givenUp } = await start({}, { send: failWith(refused) });
      expect(result).toBeInstanceOf(DelayedError);
      expect(held).toEqual([]);
      expect(moves[0]).toBeGreaterThan(19_000);
      // It is sent later, so nobody is told that it was not.
      expect(givenUp).toEqual([]);
    }
  });

  it('ends a message that expires before its limit is over', async () => {
    const refused = new SmsGuardError('quiet-hours', 'later', { retryAfter: 60_001 });
    const { result, moves, givenUp } = await start({}, { send: failWith(refused) });
    expect(result).toMatchObject({ status: 'not-sent', code: 'quiet-hours' });
    expect(moves).toEqual([]);
    expect(givenUp).toEqual([['quiet-hours', 'all']]);
  });

  it('ends a message that a limit refuses permanently', async () => {
    const refused = new SmsGuardError('country', 'no', { retryable: false });
    const { result, givenUp } = await start({}, { send: failWith(refused) });
    expect(result).toMatchObject({ status: 'not-sent', code: 'country' });
    expect(givenUp).toEqual([['country', 'all']]);
  });

  it('sends the rest of a broadcast’s batch, and names the refused numbers, masked', async () => {
    const numbers = ['919876543210', '919876543211', '919876543212'];
    const over = numbers.slice(0, 1);
    const send = (recipients: readonly string[]) =>
      recipients.includes(over[0]!)
        ? failWith(new SmsGuardError('recipient-limit', 'over', { recipients: over }))()
        : Promise.resolve({ ...receipt, accepted: numbers.slice(1, 2), held: numbers.slice(2) });
    const batch = { m: sealed(...numbers), b: 'b1' };
    const rest = await start(batch, { send });
    expect(rest.result).toMatchObject({
      status: 'accepted',
      accepted: 1,
      held: ['91••••••3212', '91••••••3210'],
    });
    expect(rest.givenUp).toEqual([['recipient-limit', over]]);
    // A message of its own goes back as a whole.
    const { result } = await start({ m: sealed(...numbers) }, { send });
    expect(result).toBeInstanceOf(DelayedError);
  });

  it('keeps a message that no key opens, and logs what is wrong', async () => {
    const { result, sent, errors } = await start({}, { keys: ['ef'.repeat(32)] });
    expect(result).toBeInstanceOf(DelayedError);
    expect(sent).toEqual([]);
    expect(errors[0]).toContain('encryptionKeys');
  });

  it('puts back a message that no key opens until it expires, and no longer', async () => {
    const { moves } = await start({ x: Date.now() + 10_000 }, { keys: ['ef'.repeat(32)] });
    expect(moves[0]).toBeGreaterThan(9000);
    expect(moves[0]).toBeLessThan(10_001);
  });

  it('puts back a message that it fails to read, and logs that without the text', async () => {
    const broken = sealer.seal('919876543210 hi', 'm1');
    const { result, sent, updates, moves, errors } = await start({ m: broken });
    expect(result).toBeInstanceOf(DelayedError);
    expect([sent, updates[0]?.n]).toEqual([[], 2]);
    expect(moves[0]).toBeGreaterThan(0);
    expect(errors).toEqual([expect.stringMatching(/Message m1 cannot be sent.*SyntaxError/)]);
    expect(errors.join()).not.toMatch(/91987|hi/);
  });

  it('puts back a message of a newer release, and undoes only its own start', async () => {
    const newer = { v: 2 } as unknown as Partial<JobData>;
    const fresh = await start(newer);
    expect(fresh.result).toBeInstanceOf(DelayedError);
    expect([fresh.sent, fresh.updates]).toMatchObject([[], [{ n: 2 }]]);
    // A worker was lost before: the next one of the newer release must still see one start too many.
    const lost = await start(newer, { attemptsStarted: 2 });
    expect(lost.updates).toMatchObject([{ n: 2 }]);
  });
});

describe('a failed job', () => {
  it('is unknown if BullMQ ended it', () => {
    expect(failedJobOutcome('job stalled')).toMatchObject({
      status: 'unknown',
      code: 'worker-lost',
    });
  });
});
