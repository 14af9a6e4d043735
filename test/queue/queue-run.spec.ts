import type { SmsQueueRunOutcome } from '../../lib/extras/queue/index.js';
import { SmsTransportError } from '../../lib/index.js';
import {
  batchItems,
  type QueueItem,
  type QueuePlan,
  QueueRun,
} from '../../lib/extras/queue/producer/queue-run.js';
import { CHECKED } from '../runs/runs.js';

const down = new SmsTransportError('queue-failed', 'Down.', { outcome: 'not-sent' });

async function* items(error?: unknown) {
  for (let index = 0; index < 600; index += 1) {
    yield { index, addition: { message: CHECKED, key: `m${index}` } };
  }
  if (error !== undefined) throw error;
}

const takeAll: QueuePlan['add'] = async (all) =>
  all.map(({ key: id = '' }) => ({ id, duplicate: false }));

const ACCOUNT = { readRecipient: String, checkRecipient: () => undefined };
const makeOf = (batch: readonly string[]) => ({ message: CHECKED, key: batch.join() });

/** A run of two chunks, with a store that takes only some of them. */
function runOf(chunks: number, { error = undefined as unknown, isTransaction = false } = {}) {
  let taken = 0;
  const add: QueuePlan['add'] = async (additions) => {
    taken += 1;
    if (taken > chunks) throw down;
    return takeAll(additions);
  };
  return new QueueRun(() => ({ items: items(error), add, isTransaction }));
}

/** The outcomes that a loop gets, and what it throws. */
async function loop(run: QueueRun) {
  const outcomes: SmsQueueRunOutcome[] = [];
  try {
    for await (const outcome of run) outcomes.push(outcome);
  } catch (thrown) {
    return { outcomes, thrown };
  }
  return { outcomes, thrown: 'nothing' };
}

const BROKEN = new Error('the database went away');

describe('a run whose store fails', () => {
  it('after it took some messages does not say that none was queued', async () => {
    await expect(runOf(1).finish()).rejects.toMatchObject({
      code: 'queue-failed',
      outcome: 'unknown',
      retryable: false,
      account: 'default',
    });
  });

  it('before it took any fails with the error of the store', async () => {
    await expect(runOf(0).finish()).rejects.toBe(down);
  });
});

describe('a run whose input throws', () => {
  it('adds what it has read, yields the outcomes, then throws the error of the input', async () => {
    const run = runOf(2, { error: BROKEN });
    const { outcomes, thrown } = await loop(run);
    expect(outcomes).toHaveLength(600);
    expect(outcomes.every(({ status }) => status === 'added')).toBe(true);
    expect(thrown).toBe(BROKEN);
    await expect(run.finish()).rejects.toBe(BROKEN);
  });

  it('rejects with that error if nobody loops over it, even if what it has read cannot be added', async () => {
    await expect(runOf(2, { error: BROKEN }).finish()).rejects.toBe(BROKEN);
    await expect(runOf(1, { error: BROKEN }).finish()).rejects.toBe(BROKEN);
    await expect(runOf(2, { error: 'a text' })).rejects.toBe('a text');
  });

  it('adds nothing more in a transaction, because it may have failed with the input', async () => {
    const { outcomes, thrown } = await loop(runOf(2, { error: BROKEN, isTransaction: true }));
    expect(outcomes).toHaveLength(500);
    expect(thrown).toBe(BROKEN);
  });

  it('does not add a batch that is not full, because a repeated run would have more numbers in it', async () => {
    function* numbers() {
      for (let last = 0; last < 5; last += 1) yield `91987654321${last}`;
      throw BROKEN;
    }
    const found: QueueItem[] = [];
    const read = async () => {
      for await (const item of batchItems(numbers(), 2, ACCOUNT, makeOf)) found.push(item);
    };
    await expect(read()).rejects.toBe(BROKEN);
    expect(found).toMatchObject([
      { index: 0, addition: { key: '919876543210,919876543211' } },
      { index: 2, addition: { key: '919876543212,919876543213' } },
      { index: 4, error: { code: 'argument-invalid' } },
    ]);
  });
});

it('a loop over a run that failed leaves the error to finish()', async () => {
  const run = runOf(0);
  expect((await loop(run)).thrown).toBe(down);
  await expect(run.finish()).rejects.toBe(down);
});

it('a run ends its input if the loop is left, and does not fail', async () => {
  let isEnded = false;
  async function* input(): AsyncGenerator<QueueItem> {
    try {
      yield* items();
    } finally {
      isEnded = true;
    }
  }
  const run = new QueueRun(() => ({ items: input(), add: takeAll, isTransaction: false }));
  for await (const { status } of run) if (status === 'added') break;
  expect(isEnded).toBe(true);
  expect(await run.finish()).toMatchObject({ added: 1 });
});
