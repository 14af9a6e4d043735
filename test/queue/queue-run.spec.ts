import { SmsTransportError } from '../../lib/index.js';
import { type QueuePlan, QueueRun } from '../../lib/extras/queue/producer/queue-run.js';

const down = new SmsTransportError('queue-failed', 'Down.', { outcome: 'not-sent' });

async function* items() {
  for (let index = 0; index < 600; index += 1) {
    yield { index, addition: { id: `m${index}`, text: 'hi' } };
  }
}

/** A run of two chunks, with a store that takes only some of them. */
function runOf(chunks: number): QueueRun {
  let taken = 0;
  const add: QueuePlan['add'] = async (additions) => {
    taken += 1;
    if (taken > chunks) throw down;
    return additions.map(({ id }) => ({ id, duplicate: false }));
  };
  return new QueueRun(() => ({ items: items(), add }));
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
