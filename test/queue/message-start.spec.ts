import { jest } from '@jest/globals';
import {
  SmsAuthenticationError,
  SmsGatewayError,
  SmsGuardError,
  SmsMessageError,
  SmsResponseError,
  SmsRejectedError,
  SmsTransportError,
} from '../../lib/index.js';
import { QUEUED } from '../../lib/core/deadline/mode.js';
import { CallFailure } from '../../lib/core/deadline/failure.js';
import type { StartPermit as Permit } from '../../lib/core/deadline/deadline.js';
import type { Claim, StartEnd } from '../../lib/extras/queue/store/message-store.js';
import {
  type MessageStartParts,
  MessageStart,
} from '../../lib/extras/queue/worker/message-start.js';
import { type Stop, Stops } from '../../lib/extras/queue/worker/stops.js';
import type { StoredOutcome } from '../../lib/extras/queue/store/outcomes.js';
import { decryptReason } from '../../lib/extras/queue/store/encrypted-reason.js';
import type { QueueAccount } from '../../lib/extras/queue/queue-account.js';
import { Cipher } from '../../lib/extras/records/cipher.js';
import { afterThisTest } from '../support/clean-up.js';
import { holdTimers } from '../support/clock.js';
import { KEY } from './open-queue.js';

const LOCK = 30_000;
const cipher = new Cipher([KEY]);
const encrypted = (...recipients: string[]) =>
  cipher.encrypt(JSON.stringify({ text: 'hi', values: {}, recipients, fields: {} }), 'm1');

const batchTo = (...recipients: string[]) => ({
  sealed: encrypted(...recipients),
  broadcast: 'b1',
});

beforeEach(() => void holdTimers());

/** One start of a message, and what it did. Times of the claim are relative to now. */
async function start(
  claimed: Partial<Claim> & { readonly ago?: number; readonly left?: number } = {},
  {
    send = accept as (recipients: readonly string[], permit: Permit) => Promise<typeof receipt>,
    keys = [KEY],
    heldFor = 0,
    left = () => heldFor,
    isPaused = () => Promise.resolve(false),
    isCancelled = (_broadcast: string) => Promise.resolve(false),
    accounts = ['default'],
    stops = stopsOf(isPaused, isCancelled),
  } = {},
) {
  const done = {
    sent: [] as string[],
    held: [] as number[],
    errors: [] as string[],
    givenUp: [] as unknown[],
    attempts: [] as string[],
    steps: [] as string[],
  };
  const account = {
    accounts,
    sendChecked: (
      { recipients }: { recipients: readonly string[] },
      { permit }: { permit: Permit },
    ) => {
      done.sent.push(...recipients);
      const sent = send(recipients, permit);
      const ended = sent.then((answer) => ({ receipt: answer, waited: 0, attempts: 1 }));
      return ended.catch((error: unknown) => {
        if (!(error instanceof SmsGatewayError)) throw error;
        const giveUp = (numbers: readonly string[] | 'all' = 'all') =>
          done.givenUp.push([error.code, numbers]);
        return new CallFailure(error, false, [], giveUp);
      });
    },
  };
  const { ago = 0, left: leftToSend = 60_000, ...given } = claimed;
  const claim: Claim = {
    id: 'm1',
    sealed: encrypted('919876543210'),
    broadcast: undefined,
    priority: 'normal',
    starts: 1,
    attempts: 0,
    maybeSent: false,
    reachesAll: true,
    askedAt: performance.now() - ago,
    expiresAt: performance.now() + leftToSend,
    ...given,
  };
  const result: StartEnd = await new MessageStart(
    {
      account: account as unknown as QueueAccount,
      cipher: new Cipher(keys),
      logError: (text) => void done.errors.push(text),
      lockDuration: LOCK,
      signal: new AbortController().signal,
      onAttempt: (error) => void done.attempts.push(error?.code ?? 'accepted'),
      mode: QUEUED,
      stops,
      onLeft: () => undefined,
    },
    claim,
    {
      hold: { begin: async (ms) => void done.held.push(ms), left },
      giveBack: async () => done.steps.push('given back'),
    },
  ).run();
  return {
    ...done,
    end: 'end' in result ? result.end : undefined,
    back: 'back' in result ? result : undefined,
  };
}

function stopsOf(
  isPaused: () => Promise<boolean>,
  isCancelled: (broadcast: string) => Promise<boolean>,
): MessageStartParts['stops'] {
  const readStops = async ([key]: readonly string[]) => {
    const isMarked = key !== undefined && (await isCancelled(key.replace('q:cancelled:', '')));
    return { isPaused: await isPaused(), marks: new Set(isMarked ? [key] : []) };
  };
  return new Stops({ readStops }, 'q', () => undefined);
}

/** Stops of which the test says when a message learns of them. */
function heldStops() {
  const state = { stop: undefined as Stop | undefined, look: () => undefined as void };
  const stops: MessageStartParts['stops'] = {
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

/** A claim, its start, and what must have happened. */
type Case = [string, Parameters<typeof start>[0], Parameters<typeof start>[1], object];

describe('one start of a message', () => {
  it('sends the message, and returns its outcome', async () => {
    const { end, sent } = await start({}, { isCancelled: fail });
    const outcome = { status: 'accepted', account: 'backup', transactionId: '1', accepted: 1 };
    expect([end, sent]).toMatchObject([outcome, ['919876543210']]);
  });

  it('sends once to a number of which an earlier release kept two spellings', async () => {
    const { sent } = await start({ sealed: encrypted('9109876543210', '919876543210') });
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
      { reachesAll: false, left: -1 },
      {},
      { sent: [], code: 'expired' },
    ],
    [
      'of an app with another kind of reach whose broadcast is cancelled',
      { reachesAll: false, broadcast: 'b1' },
      { isCancelled: async () => true },
      { sent: [], code: 'cancelled' },
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
  ])('ends a message %s', async (_which, claimed, options, expected) => {
    const { end, ...done } = await start(claimed, options);
    expect(end).toMatchObject({ status: 'not-sent' });
    expect({ ...done, ...end }).toMatchObject(expected);
  });

  it.each<Case>([
    ['expires', { left: -1 }, {}, { code: 'expired' }],
    [
      'would expire before it may be sent again',
      {},
      { send: notSent(60_001) },
      { code: 'expired' },
    ],
    ['was erased', { sealed: undefined }, {}, { code: 'settled' }],
    ['a limit refuses', {}, { send: limited('daily-limit', 60_001) }, { code: 'daily-limit' }],
  ])(
    'ends a resent message that %s as unknown, because an earlier attempt may have sent it',
    async (_which, claimed, options, expected) => {
      const { end } = await start({ maybeSent: true, starts: 2, ...claimed }, options);
      expect(end).toMatchObject({ status: 'unknown', ...expected });
      expect(end?.account).toBeUndefined();
    },
  );

  it('keeps of a rejection what the gateway said, and encrypts its reason if there are keys', async () => {
    const send = failWith(REJECTED);
    const plain = { account: 'default', statusCode: '203', reason: 'Invalid' };
    const readable = new Cipher().encrypt(cipher.decrypt(encrypted('919876543210'), 'm1'), 'm1');
    const [open, shut] = [
      await start({ sealed: readable }, { send, keys: [] }),
      await start({}, { send }),
    ];
    expect(open.end).toMatchObject(plain);
    expect(shut.end).toMatchObject({ r: expect.any(String) });
    expect(shut.end).not.toHaveProperty('reason');
    const stored = shut.end as StoredOutcome;
    expect(decryptReason(cipher, 'm1', stored)).toMatchObject(plain);
    expect(decryptReason(cipher, 'm2', stored)).not.toHaveProperty('reason');
  });

  it.each<Case>([
    [
      'in a process that was frozen for longer than half of the lock duration',
      { ago: LOCK / 2 + 1 },
      {},
      { back: { back: 0 } },
    ],
    [
      'while workers are held back',
      { attempts: 3 },
      { heldFor: 9000 },
      { back: { back: 9000, attempts: 3 } },
    ],
    [
      'of a broadcast if the store does not say whether it was cancelled',
      { broadcast: 'b1' },
      { isCancelled: fail },
      { back: { back: 1000, code: 'queue-failed' }, errors: [] },
    ],
    [
      'that no key opens, until it expires and no longer',
      { left: 10_000 },
      OTHER_KEY,
      { back: { back: 10_000 }, errors: [expect.stringContaining('encryptionKeys')] },
    ],
    [
      'that it fails to read, and logs that without the text',
      { sealed: cipher.encrypt('919876543210 hi', 'm1') },
      {},
      {
        errors: [
          expect.stringMatching(/^(?!.*(?:91987|hi )).*Message m1 cannot be sent.*SyntaxError/),
        ],
      },
    ],
    [
      'of an app with another kind of reach, until it expires and no longer',
      { reachesAll: false, left: 10, sealed: 'not readable here' },
      {},
      { back: { back: 10, attempts: 0 }, errors: [] },
    ],
  ])(
    'puts a message back that it must not send, gives its place back, and counts no attempt: %s',
    async (_which, claimed, options, expected) => {
      const done = await start(claimed, options);
      expect(done).toMatchObject({ sent: [], attempts: [], back: { attempts: 0 }, ...expected });
      expect(done.steps).toEqual(['given back']);
    },
  );

  it('sends nothing in a paused queue, and puts the message back', async () => {
    const done = await start({ ago: 1000 }, { isPaused: async () => true });
    expect(done).toMatchObject({ sent: [], back: { back: 0 }, steps: ['given back'] });
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
      return start({ broadcast: 'b1', attempts: 1, left: 5000 }, { send, stops });
    }

    it('goes on if nothing happened', async () => {
      expect((await startAndWait(() => undefined)).end).toMatchObject({ status: 'accepted' });
    });

    it.each<[string, (state: { stop: Stop | undefined }) => void, string]>([
      ['it is cancelled', (state) => (state.stop = 'cancelled'), 'cancelled'],
      ['it expires', () => jest.advanceTimersByTime(5000), 'expired'],
    ])('ends when %s, and counts no attempt', async (_what, happen, code) => {
      const { end, steps, attempts } = await startAndWait(happen);
      expect(end).toMatchObject({ status: 'not-sent', code });
      expect([steps, attempts]).toEqual([['given back'], []]);
    });

    it('goes back when the queue is paused, and counts no attempt', async () => {
      const done = await startAndWait((state) => (state.stop = 'paused'));
      expect(done).toMatchObject({ back: { back: 0, attempts: 1 }, attempts: [] });
      expect(done.steps).toEqual(['given back']);
    });

    it('keeps its place in the rate if one of its requests had begun', async () => {
      const { steps, back } = await startAndWait((state) => (state.stop = 'paused'), true);
      expect(steps).toEqual([]);
      expect(back).toMatchObject({ attempts: 2 });
    });

    it('does not begin because of an old answer, but waits for a new one', async () => {
      const { back } = await startAndWait((state) => (state.stop = 'unanswered'));
      expect(back?.back).toBe(by === 'look' ? undefined : 1000);
    });
  });

  it('sends nothing if all workers were held back while it was asked whether a broadcast is cancelled', async () => {
    let isAsked = false;
    const { sent, back } = await start(
      { broadcast: 'b1' },
      { isCancelled: async () => !(isAsked = true), left: () => (isAsked ? 500 : 0) },
    );
    expect([sent, back?.back]).toEqual([[], 500]);
  });

  it('holds all workers for as long as the gateway asked, also if the message may have been sent', async () => {
    const asked = { held: [9000], back: { back: 9000, code: 'throttled' } };
    expect(await start({}, { send: notSent(9000) })).toMatchObject(asked);
    const cut = new SmsResponseError('answer-unclear', '?', { httpStatus: 429, retryAfter: 9000 });
    const { held, end } = await start({}, { send: failWith(cut) });
    expect(held).toEqual([9000]);
    expect(end).toMatchObject({ status: 'unknown' });
  });

  it('holds all workers for 10 s if an account of a failover asked for longer', async () => {
    const accounts = ['first', 'second'];
    expect(await start({}, { send: notSent(20_000), accounts })).toMatchObject({
      held: [10_000],
      back: { back: 10_000 },
    });
  });

  it('counts no attempt if a limit refuses the message, and keeps which one', async () => {
    const { back, attempts } = await start({ attempts: 1 }, { send: limited('quiet-hours') });
    expect(back).toMatchObject({ attempts: 1, code: 'quiet-hours' });
    expect(attempts).toEqual([]);
  });

  it('tries again what was not sent, after pauses that grow from 1 s to 5 minutes', async () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(1);
    afterThisTest(() => random.mockRestore());
    const pauses: unknown[] = [];
    for (const attempts of [0, 1, 2, 8, 9, 2000]) {
      const { back } = await start({ attempts, left: 3_600_000 }, { send: notSent() });
      pauses.push(back?.back);
      expect(back?.attempts).toBe(attempts + 1);
    }
    expect(pauses).toEqual([1000, 2000, 4000, 256_000, 300_000, 300_000]);
  });

  it('leaves a message to workers with another kind of reach for 1 s, and longer each time, up to a minute', async () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(1);
    afterThisTest(() => random.mockRestore());
    const pauses: unknown[] = [];
    for (const starts of [1, 2, 6, 7, 2000]) {
      pauses.push((await start({ starts, reachesAll: false, left: 3_600_000 })).back?.back);
    }
    expect(pauses).toEqual([1000, 2000, 32_000, 60_000, 60_000]);
  });

  it.each(repeated)('tries again later what was not sent because of $code', async (error) => {
    const { back } = await start({}, { send: failWith(error) });
    expect(back).toMatchObject({ code: error.code });
  });

  it('gives back its place in the rate limit before it ends, if it made no attempt', async () => {
    const ends = [
      start({ left: -1 }),
      start({ broadcast: 'b1' }, { isCancelled: async () => true }),
      start({}, { send: limited('quiet-hours') }),
    ];
    for (const { steps } of await Promise.all(ends)) expect(steps).toEqual(['given back']);
    for (const attempted of [await start({}), await start({}, { send: notSent() })]) {
      expect(attempted.steps).toEqual([]);
    }
  });

  it.each(['quiet-hours', 'recipient-limit', 'daily-limit'] as const)(
    'puts back what %s refused until that is over, holds no other worker, and tells nobody that it was not sent',
    async (code) => {
      const done = await start({}, { send: limited(code) });
      expect(done).toMatchObject({ held: [], back: { back: 20_000 }, givenUp: [] });
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
    const { end, givenUp } = await start(batchTo(...numbers), { send });
    const held = ['91••••••3210', '91••••••3211'];
    expect(end).toMatchObject({ status: 'accepted', accepted: 1, held });
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
    const { end, givenUp } = await start({ ...batchTo(...numbers), left }, { send });
    expect(end).toMatchObject({ status: 'not-sent' });
    expect(givenUp).toContainEqual(['opted-out', refused]);
  });

  it('puts a message back if it is not known who has opted out, with growing pauses', async () => {
    const send = failWith(new SmsGuardError('opt-out-unknown', 'no'));
    const claimed = { attempts: 4, left: 3_600_000 };
    const { attempts, givenUp, back } = await start(claimed, { send });
    expect(attempts).toEqual(['opt-out-unknown']);
    expect(givenUp).toEqual([]);
    expect(back).toMatchObject({ attempts: 5, code: 'opt-out-unknown' });
  });

  it('sends the rest of a broadcast’s batch, and names the refused numbers, masked', async () => {
    const numbers = ['919876543210', '919876543211', '919876543212'];
    const over = numbers.slice(0, 1);
    const send = (recipients: readonly string[]) =>
      recipients.includes(over[0]!)
        ? failWith(new SmsGuardError('recipient-limit', 'over', { recipients: over }))()
        : Promise.resolve({ ...receipt, accepted: numbers.slice(1, 2), held: numbers.slice(2) });
    const rest = await start(batchTo(...numbers), { send });
    const held = ['91••••••3212', '91••••••3210'];
    expect(rest.end).toMatchObject({ status: 'accepted', accepted: 1, held });
    expect(rest.givenUp).toEqual([['recipient-limit', over]]);
    // A message of its own goes back as a whole.
    const { back } = await start({ sealed: encrypted(...numbers) }, { send });
    expect(back).toMatchObject({ code: 'recipient-limit' });
  });
});
