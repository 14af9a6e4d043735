import type { QueueRecords } from './queue-records.js';

/** How long a mark is kept, in ms: three years. `delay` and `expiresAfter` allow two. */
const KEPT = 3 * 366 * 86_400_000;

/**
 * Marks a broadcast as cancelled, in one step. Nothing is removed, because batches could move or be sent while
 * others are removed. Instead, workers read the mark before they send a batch.
 */
export async function cancelBroadcast(
  marks: QueueRecords,
  queueName: string,
  id: string,
): Promise<true> {
  // If it does nothing, the mark is there already.
  await marks.swap([{ key: keyOf(queueName, id), before: undefined, after: 'cancelled' }], KEPT);
  return true;
}

/** Whether a broadcast was cancelled. */
export async function isBroadcastCancelled(
  marks: QueueRecords,
  queueName: string,
  id: string,
): Promise<boolean> {
  const { size } = await marks.read([keyOf(queueName, id)]);
  return size > 0;
}

function keyOf(queueName: string, id: string): string {
  return `${queueName}:cancelled:${id}`;
}
