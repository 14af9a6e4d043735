import { SmsTransportError } from '../../lib/index.js';
import { type ChunkResult, type QueueItem, QueueRun } from '../../lib/queue/queue-run.js';

const down = new SmsTransportError('queue-failed', 'Down.', { outcome: 'not-sent' });

async function* items(): AsyncGenerator<QueueItem<string>> {
  for (let index = 0; index < 600; index += 1) yield { index, value: `m${index}` };
}

/** A run of two chunks, with a store that takes so many of them. */
function runOf(chunks: number) {
  let taken = 0;
  return new QueueRun(items, async (values): Promise<ChunkResult[]> => {
    taken += 1;
    if (taken > chunks) throw down;
    return values.map((id) => ({ id, duplicate: false }));
  });
}

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
