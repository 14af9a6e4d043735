import { jest } from '@jest/globals';
import { DelayedError, UnrecoverableError } from 'bullmq';
import {
  SmsAuthenticationError,
  SmsGatewayError,
  SmsGuardError,
  SmsMessageError,
  SmsResponseError,
  SmsRejectedError,
  SmsTransportError,
} from '../../lib/index.js';
import { createLateResult, type StoredQueue } from '../../lib/extras/queue/jobs/job-change.js';
import { QUEUED } from '../../lib/core/deadline/mode.js';
import { CallFailure } from '../../lib/core/deadline/send-result.js';
import type { StartPermit as Permit } from '../../lib/core/deadline/start-permit.js';
import {
  createJobProcessor,
  type JobProcessorParts,
} from '../../lib/extras/queue/worker/job-processor.js';
import { type Stop, Stops } from '../../lib/extras/queue/worker/stops.js';
import { failedJobOutcome } from '../../lib/extras/queue/jobs/outcomes.js';
import { decryptReason } from '../../lib/extras/queue/jobs/encrypted-reason.js';
import type { QueueAccount } from '../../lib/extras/queue/queue-account.js';
import { Cipher } from '../../lib/extras/records/cipher.js';
import {
  type JobChange,
  type JobData,
  LAYOUT,
  type SmsJob,
  type StoredOutcome,
} from '../../lib/extras/queue/jobs/stored-job.js';
import { afterThisTest } from '../support/clean-up.js';
import { setClock } from '../support/clock.js';
import { KEY } from './open-queue.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const LOCK = 30_000;
const cipher = new Cipher([KEY]);
const encrypted = (...recipients: string[]) =>
  cipher.encrypt(JSON.stringify({ text: 'hi', values: {}, recipients, fields: {} }), 'm1');

beforeEach(() => void setClock(new Date(NOW).toISOString()));

/** One start of a job, and what it did. */
async function start(
  data: object = {},
  {
    attemptsStarted = 1,
    processedOn = NOW,
    opts = {},
    send = accept as (recipients: readonly string[], permit: Permit) => Promise<typeof receipt>,
    keys = [KEY],
    heldFor = 0,
    left = () => Promise.resolve(heldFor),
    isPaused = () => Promise.resolve(false),
    isCancelled = (_broadcast: string) => Promise.resolve(false),
    accounts = ['default'],
    stops = stopsOf(isPaused, isCancelled),
  } = {},
) {
  const done = {
    sent: [] as string[],
    updates: [] as JobData[],
    moves: [] as number[],
    held: [] as number[],
    errors: [] as string[],
    warnings: [] as string[],
    lost: [] as unknown[],
    givenUp: [] as unknown[],
    attempts: [] as string[],
    steps: [] as string[],
  };
  const job = {
    id: 'm1',
    attemptsStarted,
    processedOn,
    timestamp: NOW,
    opts,
    data: { v: LAYOUT, m: encrypted('919876543210'), x: NOW + 60_000, l: 60_000, ...data },
    moveToDelayed: async (at: number) => void done.moves.push(at - NOW),
  };
  const account = {
    accounts,
    sendChecked: (
      { recipients }: { recipients: readonly string[] },
      { permit }: { permit: Permit },
    ) => {
      done.sent.push(...recipients);
      return send(recipients, permit).catch((error: unknown) => {
        if (!(error instanceof SmsGatewayError)) throw error;
        const giveUp = (numbers: readonly string[] | 'all' = 'all') =>
          done.givenUp.push([error.code, numbers]);
        return new CallFailure(error, false, [], giveUp);
      });
    },
    reportLost: (error: Error, message: unknown) => void done.lost.push({ error, message }),
  };
  const stored = {
    queue: { getJob: async () => job },
    store: {
      change: async (_queue: unknown, _job: unknown, { data: next }: JobChange) => {
        done.steps.push('put back');
        return done.updates.push(next) > 0;
      },
    },
  };
  const { signal } = new AbortController();
  const process = createJobProcessor({
    bull: { DelayedError, UnrecoverableError },
    account: account as unknown as QueueAccount,
    cipher: new Cipher(keys),
    logError: (text) => void done.errors.push(text),
    logWarning: (text) => void done.warnings.push(text),
    lockDuration: LOCK,
    signal,
    hold: { begin: async (ms) => void done.held.push(ms), left },
    onAttempt: (error) => void done.attempts.push(error?.code ?? 'accepted'),
    mode: QUEUED,
    stops,
    uncountStart: async () => done.steps.push('start uncounted'),
    late: createLateResult(() => Promise.resolve(stored as unknown as StoredQueue), signal),
    giveUp: signal,
  });
  const result: unknown = await process(job as unknown as SmsJob, 'token').catch(
    (error: unknown) => error,
  );
  return { ...done, result };
}

function stopsOf(
  isPaused: () => Promise<boolean>,
  isCancelled: (broadcast: string) => Promise<boolean>,
): JobProcessorParts['stops'] {
  const cancelled = async ([broadcast = '']: readonly string[]) =>
    (await isCancelled(broadcast)) ? [broadcast] : [];
  return new Stops({ isPaused, cancelled }, () => undefined);
}

/** Stops of which the test says when a message learns of them. */
function heldStops() {
  const state = { stop: undefined as Stop | undefined, look: () => undefined as void };
  const stops: JobProcessorParts['stops'] = {
    claimed: () => undefined,
    ask: async () => undefined,
    of: () => state.stop,
    watch: (_broadcast, check) => {
      state.look = check;
      return () => (state.look = () => undefined);
    },
  };
  return { state, stops };
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
const fail = failWith(new Error('the store is down')) as () => Promise<never>;
const notSent = (retryAfter?: number) =>
  failWith(new SmsTransportError('throttled', 'wait', { outcome: 'not-sent', retryAfter }));
const limited = (code: 'quiet-hours' | 'recipient-limit' | 'daily-limit', retryAfter = 20_000) =>
  failWith(new SmsGuardError(code, 'later', { retryAfter }));

const OTHER_KEY = { keys: ['ef'.repeat(32)] };
const SETTLED = { status: 'accepted', code: 'settled', at: 1 } as const;
const LOST = { status: 'unknown', code: 'worker-lost' };
const ABORTED = new SmsTransportError('aborted', 'stopped', { outcome: 'not-sent' });
const REJECTED = new SmsRejectedError({ statusCode: '203', reason: 'Invalid', raw: {} });
const isNotSent = { outcome: 'not-sent', retryable: false } as const;
const repeated = [
  new SmsTransportError('connection-failed', 'refused', { outcome: 'not-sent' }),
  new SmsTransportError('closed', 'the app ends', isNotSent),
  new SmsTransportError('aborted', 'the app ends', isNotSent),
  new SmsAuthenticationError('credentials-refused', 'no'),
  new SmsAuthenticationError('login-refused', 'no'),
];
const final = [
  new SmsTransportError('request-failed', 'an interceptor threw', isNotSent),
  new SmsMessageError([{ path: 'text', message: 'matches no registered template' }]),
];

/** What is kept of an outcome that a failed job stands for. */
const unknownOf = (result: unknown) => {
  expect(result).toBeInstanceOf(UnrecoverableError);
  return failedJobOutcome((result as Error).message);
};

/** The data of a job, its start, and what must have happened. */
type Case = [string, object, Parameters<typeof start>[1], object];

describe('one start of a job', () => {
  it('sends the message, and returns its outcome', async () => {
    const { result, sent } = await start({}, { isCancelled: fail });
    const outcome = { status: 'accepted', account: 'backup', transactionId: '1', accepted: 1 };
    expect([result, sent]).toMatchObject([outcome, ['919876543210']]);
  });

  it('sends once to a number of which an earlier release kept two spellings', async () => {
    const { sent } = await start({ m: encrypted('9109876543210', '919876543210') });
    expect(sent).toEqual(['919876543210']);
  });

  it.each<Case>([
    [
      'that would expire before it may be sent again',
      {},
      { send: notSent(60_001) },
      { held: [60_001], code: 'expired' },
    ],
    [
      'of an app with another kind of reach that has expired',
      { r: false, x: NOW - 1 },
      {},
      { sent: [], warnings: [], code: 'expired' },
    ],
    [
      'of an app with another kind of reach whose broadcast is cancelled',
      { r: false, b: 'b1' },
      { isCancelled: async () => true },
      { sent: [], warnings: [], code: 'cancelled' },
    ],
    [
      'that expires before workers may send',
      {},
      { heldFor: 60_001 },
      { sent: [], code: 'expired' },
    ],
    [
      'that expires before its limit is over',
      {},
      { send: limited('quiet-hours', 60_001) },
      { givenUp: [['quiet-hours', 'all']], code: 'quiet-hours' },
    ],
    [
      'that a limit refuses permanently',
      {},
      { send: failWith(new SmsGuardError('country', 'no', { retryable: false })) },
      { givenUp: [['country', 'all']], code: 'country' },
    ],
    ['that the gateway rejects', {}, { send: failWith(REJECTED) }, { code: 'rejected' }],
    ...final.map((error): Case => [
      `that would fail in the same way: ${error.code}`,
      {},
      { send: failWith(error) },
      { code: error.code },
    ]),
  ])('ends a message %s', async (_which, data, options, expected) => {
    const { result, ...done } = await start(data, options);
    expect(result).toMatchObject({ status: 'not-sent' });
    expect({ ...done, ...Object(result) }).toMatchObject({ moves: [], updates: [], ...expected });
  });

  it.each<Case>([
    ['expires', { x: NOW - 1 }, {}, { code: 'expired' }],
    [
      'would expire before it may be sent again',
      {},
      { send: notSent(60_001) },
      { code: 'expired' },
    ],
    ['was erased', { m: undefined }, {}, { code: 'settled' }],
    ['a limit refuses', {}, { send: limited('daily-limit', 60_001) }, { code: 'daily-limit' }],
    ['its worker was lost with', {}, { attemptsStarted: 3 }, { code: 'worker-lost' }],
    ['ended late', { settled: { status: 'not-sent', code: 'rejected' } }, {}, { code: 'rejected' }],
  ])(
    'ends a resent message that %s as unknown, because an earlier attempt may have sent it',
    async (_which, data, options, expected) => {
      const resent = { v: 2, n: 2, ...data };
      const { result } = await start(resent, { attemptsStarted: 2, ...options });
      expect(unknownOf(result)).toMatchObject({ status: 'unknown', ...expected });
      expect(unknownOf(result).account).toBeUndefined();
    },
  );

  it('remembers that a message was resent if it goes back', async () => {
    const { updates } = await start({ v: 2, n: 2 }, { attemptsStarted: 2, send: notSent() });
    expect(updates).toMatchObject([{ v: 2, n: 3 }]);
  });

  it('keeps of a rejection what the gateway said, and encrypts its reason if there are keys', async () => {
    const send = failWith(REJECTED);
    const plain = { account: 'default', statusCode: '203', reason: 'Invalid' };
    const readable = new Cipher().encrypt(cipher.decrypt(encrypted('919876543210'), 'm1'), 'm1');
    const [open, shut] = [
      await start({ m: readable }, { send, keys: [] }),
      await start({}, { send }),
    ];
    expect(open.result).toMatchObject(plain);
    expect(shut.result).toMatchObject({ r: expect.any(String) });
    expect(shut.result).not.toHaveProperty('reason');
    const stored = shut.result as StoredOutcome;
    expect(decryptReason(cipher, 'm1', stored)).toMatchObject(plain);
    expect(decryptReason(cipher, 'm2', stored)).not.toHaveProperty('reason');
  });

  it.each<Case>([
    [
      'in a process that was frozen for longer than half of the lock duration',
      {},
      { processedOn: NOW - LOCK / 2 - 1 },
      { moves: [0] },
    ],
    [
      'while workers are held back',
      { a: 3 },
      { heldFor: 9000 },
      { moves: [9000], updates: [{ a: 3 }] },
    ],
    [
      'of a broadcast if the store does not say whether it was cancelled',
      { b: 'b1' },
      { isCancelled: fail },
      { moves: [1000], errors: [] },
    ],
    [
      'that no key opens, until it expires and no longer',
      { x: NOW + 10_000 },
      OTHER_KEY,
      { moves: [10_000], errors: [expect.stringContaining('encryptionKeys')] },
    ],
    [
      'that it fails to read, and logs that without the text',
      { m: cipher.encrypt('919876543210 hi', 'm1') },
      {},
      {
        errors: [
          expect.stringMatching(/^(?!.*(?:91987|hi )).*Message m1 cannot be sent.*SyntaxError/),
        ],
      },
    ],
    [
      'of an app with another kind of reach, until it expires and no longer',
      { r: false, x: NOW + 10, m: 'not readable here' },
      {},
      { moves: [10], errors: [] },
    ],
    ['of a newer release', { v: 3 }, {}, { errors: [] }],
    // The next worker of the newer release must still see one start too many.
    [
      'of a newer release after a worker was lost',
      { v: 3 },
      { attemptsStarted: 2 },
      { errors: [] },
    ],
  ])(
    'puts a message back that it must not send, undoes its own start, and counts no attempt: %s',
    async (_which, data, options, expected) => {
      const { result, ...done } = await start(data, options);
      expect(result).toBeInstanceOf(DelayedError);
      expect(done).toMatchObject({ sent: [], attempts: [], updates: [{ n: 2 }], ...expected });
      expect(done.moves).toHaveLength(1);
      expect(done.steps).toEqual(['start uncounted', 'put back']);
    },
  );

  it('sends nothing in a paused queue, and puts the message back', async () => {
    const late = { processedOn: NOW - 1000, isPaused: async () => true };
    const { result, ...done } = await start({}, late);
    expect(result).toBeInstanceOf(DelayedError);
    expect(done).toMatchObject({ sent: [], moves: [0], updates: [{ n: 2 }] });
    expect(done.steps).toEqual(['start uncounted', 'put back']);
  });

  describe.each(['socket', 'look'])('that waits in its account, at a %s,', (by) => {
    /** A send that waits until it is stopped, or is permitted to begin. */
    async function startAndWait(
      happen: (state: { stop: Stop | undefined }) => void,
      began = false,
    ) {
      const { state, stops } = heldStops();
      const send = (_recipients: readonly string[], permit: Permit) => {
        permit.hasBegun = began;
        let isEnded = false;
        permit.withdraw = () => void (isEnded = true);
        happen(state);
        if (by === 'look') state.look();
        else isEnded = !permit.isGiven();
        return isEnded ? failWith(ABORTED)() : accept();
      };
      return start({ b: 'b1', a: 1, x: NOW + 5000 }, { send, stops });
    }

    it('goes on if nothing happened', async () => {
      expect((await startAndWait(() => undefined)).result).toMatchObject({ status: 'accepted' });
    });

    it.each<[string, (state: { stop: Stop | undefined }) => void, string]>([
      ['it is cancelled', (state) => (state.stop = 'cancelled'), 'cancelled'],
      ['it expires', () => jest.setSystemTime(NOW + 5000), 'expired'],
    ])('ends when %s, and counts no attempt', async (_what, happen, code) => {
      const { result, steps, attempts } = await startAndWait(happen);
      expect(result).toMatchObject({ status: 'not-sent', code });
      expect([steps, attempts]).toEqual([['start uncounted'], []]);
    });

    it('goes back when the queue is paused, and counts no attempt', async () => {
      const { result, ...done } = await startAndWait((state) => (state.stop = 'paused'));
      expect(result).toBeInstanceOf(DelayedError);
      expect(done).toMatchObject({ moves: [0], updates: [{ n: 2, a: 1 }], attempts: [] });
      expect(done.steps).toEqual(['start uncounted', 'put back']);
    });

    it('keeps its place in the rate if one of its requests had begun', async () => {
      const { steps, updates } = await startAndWait((state) => (state.stop = 'paused'), true);
      expect(steps).toEqual(['put back']);
      expect(updates).toMatchObject([{ a: 2 }]);
    });

    it('does not begin because of an old answer, but waits for a new one', async () => {
      const { result, moves } = await startAndWait((state) => (state.stop = 'unanswered'));
      const ended = [result instanceof DelayedError, moves];
      expect(ended).toEqual(by === 'look' ? [false, []] : [true, [1000]]);
    });
  });

  it('sends nothing if all workers were held back while it was asked whether a broadcast is cancelled', async () => {
    let isAsked = false;
    const { sent, moves } = await start(
      { b: 'b1' },
      { isCancelled: async () => !(isAsked = true), left: async () => (isAsked ? 500 : 0) },
    );
    expect([sent, moves]).toEqual([[], [500]]);
  });

  it('sends nothing if an earlier worker was lost, because that one may have sent it', async () => {
    // Also if its broadcast was cancelled meanwhile.
    const options = { attemptsStarted: 2, isCancelled: async () => true };
    const { result, sent, warnings, lost } = await start({ b: 'b1' }, options);
    expect(unknownOf(result)).toMatchObject(LOST);
    expect(sent).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('m1 may have been sent')]);
    const error = { code: 'worker-lost', outcome: 'unknown' };
    expect(lost).toMatchObject([{ error, message: { text: 'hi' } }]);
  });

  it.each([undefined, cipher.encrypt('{', 'm1'), 'open..{}'])(
    'reports a lost worker even if its message was erased or cannot be read (%j)',
    async (m) => {
      const { result, warnings, lost } = await start({ m }, { attemptsStarted: 2 });
      expect(unknownOf(result)).toMatchObject(LOST);
      expect(warnings).toHaveLength(1);
      expect(lost).toMatchObject([{ message: undefined }]);
    },
  );

  it('sends again if one more start was allowed, and allows one more before it puts back what was not sent', async () => {
    const twice = { attemptsStarted: 2 };
    expect((await start({ n: 2 }, twice)).sent).toHaveLength(1);
    const { result, updates, moves } = await start({ n: 2 }, { ...twice, send: notSent() });
    expect(result).toBeInstanceOf(DelayedError);
    expect(updates).toMatchObject([{ n: 3 }]);
    expect(moves[0]).toBeGreaterThan(0);
  });

  it('holds all workers for as long as the gateway asked, also if the message may have been sent', async () => {
    expect(await start({}, { send: notSent(9000) })).toMatchObject({ held: [9000], moves: [9000] });
    const cut = new SmsResponseError('answer-unclear', '?', { httpStatus: 429, retryAfter: 9000 });
    const { held, result } = await start({}, { send: failWith(cut) });
    expect(held).toEqual([9000]);
    expect(unknownOf(result)).toMatchObject({ status: 'unknown' });
  });

  it('holds all workers for 10 s if an account of a failover asked for longer', async () => {
    const accounts = ['first', 'second'];
    expect(await start({}, { send: notSent(20_000), accounts })).toMatchObject({
      held: [10_000],
      moves: [10_000],
    });
  });

  it('counts no attempt if a limit refuses the message, and keeps which one', async () => {
    const refused = await start({ a: 1 }, { send: limited('quiet-hours') });
    expect(refused).toMatchObject({ updates: [{ a: 1, c: 'quiet-hours' }], attempts: [] });
  });

  it('tries again what was not sent, after pauses that grow from 1 s to 5 minutes', async () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(1);
    afterThisTest(() => random.mockRestore());
    const pauses: unknown[] = [];
    for (const a of [0, 1, 2, 8, 9, 2000]) {
      const data = { a, x: NOW + 3_600_000, l: 3_600_000 };
      pauses.push(...(await start(data, { send: notSent() })).moves);
    }
    expect(pauses).toEqual([1000, 2000, 4000, 256_000, 300_000, 300_000]);
  });

  it('leaves a message to workers with another kind of reach for 1 s, and longer each time, up to a minute', async () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(1);
    afterThisTest(() => random.mockRestore());
    const pauses: unknown[] = [];
    for (const n of [1, 2, 6, 7, 2000]) {
      const data = { n, r: false, x: NOW + 3_600_000, l: 3_600_000 };
      pauses.push(...(await start(data, { attemptsStarted: n })).moves);
    }
    expect(pauses).toEqual([1000, 2000, 32_000, 60_000, 60_000]);
  });

  it.each(repeated)('tries again later what was not sent because of $code', async (error) => {
    const { result, moves } = await start({}, { send: failWith(error) });
    expect(result).toBeInstanceOf(DelayedError);
    expect(moves).toHaveLength(1);
  });

  it('gives back its place in the rate limit before it ends, if it made no attempt', async () => {
    const ends = [
      start({ x: NOW - 1 }),
      start({ settled: SETTLED }),
      start({}, { attemptsStarted: 2 }),
      start({ b: 'b1' }, { isCancelled: async () => true }),
    ];
    for (const { steps } of await Promise.all(ends)) expect(steps).toEqual(['start uncounted']);
    const { steps } = await start({}, { send: limited('quiet-hours') });
    expect(steps).toEqual(['start uncounted', 'put back']);
    for (const attempted of [await start({}), await start({}, { send: notSent() })]) {
      expect(attempted.steps).not.toContain('start uncounted');
    }
  });

  it.each(['quiet-hours', 'recipient-limit', 'daily-limit'] as const)(
    'puts back what %s refused until that is over, holds no other worker, and tells nobody that it was not sent',
    async (code) => {
      const { result, ...done } = await start({}, { send: limited(code) });
      expect(result).toBeInstanceOf(DelayedError);
      expect(done).toMatchObject({ held: [], moves: [20_000], givenUp: [] });
    },
  );

  it('leaves out what is refused until nothing is', async () => {
    const numbers = ['919876543210', '919876543211', '919876543212'];
    const refusals = [
      new SmsGuardError('country', 'no', { retryable: false, recipients: numbers.slice(0, 1) }),
      new SmsGuardError('opted-out', 'no', { retryable: false, recipients: numbers.slice(1, 2) }),
    ];
    const send = (recipients: readonly string[]) => {
      const refusal = refusals.find((error) => recipients.includes(error.recipients[0]!));
      return refusal
        ? failWith(refusal)()
        : Promise.resolve({ ...receipt, accepted: [...recipients], held: [] as string[] });
    };
    const { result, givenUp } = await start({ m: encrypted(...numbers), b: 'b1' }, { send });
    const held = ['91••••••3210', '91••••••3211'];
    expect(result).toMatchObject({ status: 'accepted', accepted: 1, held });
    expect(givenUp).toEqual([
      ['country', numbers.slice(0, 1)],
      ['opted-out', numbers.slice(1, 2)],
    ]);
  });

  it.each([
    ['is rejected', 300_000, REJECTED],
    ['expires', 1, new SmsTransportError('connection-failed', 'down', { outcome: 'not-sent' })],
  ])('reports the refused numbers of a batch whose rest %s', async (_what, left, error) => {
    const numbers = ['919876543210', '919876543211'];
    const refused = numbers.slice(0, 1);
    const opted = { retryable: false, recipients: refused };
    const send = (recipients: readonly string[]) =>
      failWith(recipients.length > 1 ? new SmsGuardError('opted-out', 'no', opted) : error)();
    const data = { m: encrypted(...numbers), b: 'b1', x: NOW + left, l: left };
    const { result, givenUp } = await start(data, { send });
    expect(result).toMatchObject({ status: 'not-sent' });
    expect(givenUp).toContainEqual(['opted-out', refused]);
  });

  it('puts a message back if it is not known who has opted out, with growing pauses', async () => {
    const send = failWith(new SmsGuardError('opt-out-unknown', 'no'));
    const { attempts, givenUp, updates } = await start({ a: 4, x: NOW + 3_600_000 }, { send });
    expect(attempts).toEqual(['opt-out-unknown']);
    expect(givenUp).toEqual([]);
    expect(updates).toMatchObject([{ a: 5, c: 'opt-out-unknown' }]);
  });

  it('sends the rest of a broadcast’s batch, and names the refused numbers, masked', async () => {
    const numbers = ['919876543210', '919876543211', '919876543212'];
    const over = numbers.slice(0, 1);
    const send = (recipients: readonly string[]) =>
      recipients.includes(over[0]!)
        ? failWith(new SmsGuardError('recipient-limit', 'over', { recipients: over }))()
        : Promise.resolve({ ...receipt, accepted: numbers.slice(1, 2), held: numbers.slice(2) });
    const rest = await start({ m: encrypted(...numbers), b: 'b1' }, { send });
    const held = ['91••••••3212', '91••••••3210'];
    expect(rest.result).toMatchObject({ status: 'accepted', accepted: 1, held });
    expect(rest.givenUp).toEqual([['recipient-limit', over]]);
    // A message of its own goes back as a whole.
    const { result } = await start({ m: encrypted(...numbers) }, { send });
    expect(result).toBeInstanceOf(DelayedError);
  });
});

it('a failed job is unknown if BullMQ ended it', () => {
  expect(failedJobOutcome('job stalled')).toMatchObject(LOST);
});
