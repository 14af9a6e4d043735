import type { RecordStore } from '../../records/record-store.js';

/** How long a mark is kept, in ms: three years. `delay` and `expiresAfter` allow two. */
const KEPT = 3 * 366 * 86_400_000;

type Marks = Pick<RecordStore, 'read' | 'swap'>;

/**
 * Marks a broadcast as cancelled, in one step. Nothing is removed, because batches could move or be sent while
 * others are removed. Instead, workers read the mark before they send a batch.
 */
export async function cancelBroadcast(marks: Marks, queueName: string, id: string): Promise<void> {
  // If it does nothing, the mark is there already.
  await marks.swap(keyOf(queueName, id), undefined, 'cancelled', KEPT);
}

/** Whether a broadcast was cancelled. */
export async function isBroadcastCancelled(
  marks: Marks,
  queueName: string,
  id: string,
): Promise<boolean> {
  const { value } = await marks.read(keyOf(queueName, id));
  return value !== undefined;
}

function keyOf(queueName: string, id: string): string {
  return `${queueName}:cancelled:${id}`;
}
