import { DelayedError, UnrecoverableError } from 'bullmq';
import type { Redis } from 'ioredis';
import type { BullQueue, JobData, SmsJob } from '../../lib/extras/queue/redis/sms-job.js';
import { failureOf, LAYOUT, RESENT } from '../../lib/extras/queue/redis/sms-job.js';
import { createJobProcessor } from '../../lib/extras/queue/redis/job-start.js';
import { createLateResult } from '../../lib/extras/queue/redis/late-result.js';
import type { Claim, StartEnd } from '../../lib/extras/queue/store/message-store.js';
import { holdTimers } from '../support/clock.js';

const ACCEPTED = { status: 'accepted', at: 1 } as const;
const REJECTED = { status: 'not-sent', code: 'rejected', account: 'first', at: 1 } as const;
const UNKNOWN = { status: 'unknown', code: 'gateway-failed', at: 1 } as const;

beforeEach(() => void holdTimers());

/** One start of a job, and what it did. */
async function start(
  data: Partial<JobData> = {},
  { attemptsStarted = 1, ago = 0, end = { end: ACCEPTED } as StartEnd } = {},
) {
  const now = Date.now();
  const done = {
    claims: [] as Claim[],
    lost: [] as unknown[],
    steps: [] as string[],
    updates: [] as JobData[],
    moves: [] as number[],
  };
  const job = {
    id: 'm1',
    attemptsStarted,
    processedOn: now - ago,
    timestamp: now,
    opts: {},
    data: { v: LAYOUT, m: 'sealed', x: now + 60_000, l: 60_000, ...data },
    moveToCompleted: async () => [],
    moveToDelayed: async (at: number) => void done.moves.push(at - now),
  } as unknown as SmsJob;
  const { signal } = new AbortController();
  const queue = { getJob: async () => job, toKey: (type: string) => type } as unknown as BullQueue;
  const change = async (_script: string, keys: number, ...rest: unknown[]) => {
    done.steps.push('put back');
    done.updates.push(JSON.parse(String(rest[keys + 4])));
    return 1;
  };
  const process = createJobProcessor({
    bull: { DelayedError, UnrecoverableError },
    hold: { begin: async () => undefined, left: () => 0 },
    giveBack: async () => done.steps.push('given back'),
    late: createLateResult({ eval: change } as unknown as Redis, queue, signal),
    start: async (claim) => {
      done.claims.push(claim);
      return end;
    },
    lost: (message) => void done.lost.push(message),
    warn: () => undefined,
    giveUp: signal,
  });
  const result: unknown = await process(job, 'token').catch((error: unknown) => error);
  return { ...done, result };
}

/** What is kept of an outcome that a failed job stands for. */
function unknownOf(result: unknown) {
  expect(result).toBeInstanceOf(UnrecoverableError);
  const { message: failedReason } = result as Error;
  return failureOf({ failedReason, finishedOn: 1 } as SmsJob);
}

describe('one start of a job', () => {
  it('is a claim of its message, and ends as that does', async () => {
    const { result, claims } = await start({ b: 'b1', p: 'high', a: 2 }, { ago: 500 });
    expect(result).toEqual(ACCEPTED);
    expect(claims).toMatchObject([
      {
        id: 'm1',
        sealed: 'sealed',
        broadcast: 'b1',
        priority: 'high',
        starts: 1,
        attempts: 2,
        maybeSent: false,
        askedAt: performance.now() - 500,
        expiresAt: performance.now() + 60_000,
      },
    ]);
  });

  it('fails the job if the outcome is unknown, and keeps that', async () => {
    expect(unknownOf((await start({}, { end: { end: UNKNOWN } })).result)).toEqual(UNKNOWN);
  });

  it('allows one more start before it puts back what was not sent', async () => {
    const end = { back: 9000, attempts: 3, code: 'throttled' } as const;
    const { result, updates, moves, steps } = await start(
      { v: RESENT, n: 2 },
      { attemptsStarted: 2, end },
    );
    expect(result).toBeInstanceOf(DelayedError);
    const w = Date.now() + 9000;
    expect(updates).toMatchObject([{ v: RESENT, n: 3, a: 3, c: 'throttled', w }]);
    expect([moves, steps]).toEqual([[9000], ['put back']]);
  });

  it('that goes back without an attempt keeps why the last one failed', async () => {
    const end = { back: 0, attempts: 1, code: undefined };
    const { updates } = await start({ a: 1, c: 'throttled' }, { end });
    expect(updates).toMatchObject([{ n: 2, a: 1, c: 'throttled' }]);
  });

  it.each([1, 2])(
    'leaves a message of a newer release to its workers, also at start %i, and undoes its own start',
    async (attemptsStarted) => {
      const { result, claims, updates, moves, steps, lost } = await start(
        { v: 3 as never },
        { attemptsStarted },
      );
      expect(result).toBeInstanceOf(DelayedError);
      // The next worker of the newer release must still see one start too many.
      expect(updates).toMatchObject([{ v: 3, n: 2 }]);
      expect([claims, lost, moves]).toEqual([[], [], [300_000]]);
      expect(steps).toEqual(['given back', 'put back']);
    },
  );

  it('sends nothing if an earlier worker was lost, because that one may have sent it', async () => {
    const { result, claims, lost, steps } = await start({}, { attemptsStarted: 2 });
    expect(unknownOf(result)).toMatchObject({ status: 'unknown', code: 'worker-lost' });
    expect([claims, lost]).toEqual([[], [{ id: 'm1', sealed: 'sealed' }]]);
    expect(steps).toEqual(['given back']);
  });

  it('sends again if one more start was allowed', async () => {
    expect((await start({ n: 2 }, { attemptsStarted: 2 })).claims).toHaveLength(1);
  });

  it('sends nothing if what happened was stored late, and ends with that', async () => {
    const ended = await start({ settled: REJECTED }, { attemptsStarted: 2 });
    expect(ended).toMatchObject({ result: REJECTED, claims: [], lost: [], steps: ['given back'] });
    const resent = await start({ v: RESENT, n: 2, settled: REJECTED }, { attemptsStarted: 3 });
    const outcome = unknownOf(resent.result);
    expect(outcome).toMatchObject({ status: 'unknown', code: 'rejected' });
    expect(outcome).not.toHaveProperty('account');
  });
});

it('a failed job is unknown if BullMQ ended it', () => {
  const failed = { failedReason: 'job stalled', finishedOn: 1 } as SmsJob;
  expect(failureOf(failed)).toMatchObject({ status: 'unknown', code: 'worker-lost' });
});
