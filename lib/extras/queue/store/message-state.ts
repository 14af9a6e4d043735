import type { SmsMessageError } from '../../../core/errors/index.js';
import { problem } from '../problem.js';
import type { SmsQueueProgress, SmsQueueStatus } from '../sms-queue.js';
import type { MessageChange, MessageStore, StoredMessage } from './message-store.js';
import { plainOutcome } from './outcomes.js';
import { cancelKey, isMessageId } from './stored-message.js';

/** How often a message that others keep changing is read again. */
const READS = 20;
/** How long the mark of a cancelled broadcast is kept, in ms: three years. `delay` and `expiresAfter` allow two. */
const MARK_KEPT = 3 * 366 * 86_400_000;

/** Finds a message of a queue. Other texts than ids find nothing. */
export async function findMessage(
  store: MessageStore,
  id: string,
): Promise<StoredMessage | undefined> {
  return isMessageId(id) ? store.find(id) : undefined;
}

export function statusOf({ outcome, state }: StoredMessage): SmsQueueStatus | undefined {
  if (outcome) return outcome.status;
  return state === 'waiting' || state === 'delayed' || state === 'sending' ? state : undefined;
}

export function progressOf(message: StoredMessage): SmsQueueProgress | undefined {
  const { attempts, lastCode, dueAt, maybeSent } = message;
  const status = statusOf(message);
  if (status !== 'waiting' && status !== 'delayed' && status !== 'sending') return undefined;
  return {
    attempts,
    lastCode,
    nextAt: status === 'sending' ? undefined : dueAt,
    ...(maybeSent && { maybeSent: true }),
  };
}

/** Ends a message that waits for its next start: it was not sent, or its earlier attempts may have sent it. */
export function stopped({ maybeSent, state }: StoredMessage): MessageChange | undefined {
  if (state !== 'waiting' && state !== 'delayed') return undefined;
  return { to: maybeSent ? plainOutcome('unknown', 'cancelled') : 'removed' };
}

/** Sends an unknown message once more. */
export function resent({ sealed }: StoredMessage): MessageChange {
  if (sealed !== undefined) return { to: 'resent' };
  throw problem('id', 'is a message that was erased; only settle can end it');
}

/**
 * Cancels the batches of a broadcast in one step, because they could move or be sent while they are removed one by one.
 * Workers read the mark before they send a batch.
 */
export async function cancelBroadcast(
  { records }: MessageStore,
  queueName: string,
  id: string,
): Promise<true> {
  const mark = { key: cancelKey(queueName, id), before: undefined, after: 'cancelled' };
  // If it does nothing, the mark is there already.
  await records.swap([mark], MARK_KEPT);
  return true;
}

type Decision = MessageChange | undefined;

/**
 * Changes a message in one step, from the state in which it was read. It is read again if someone else changed it
 * meanwhile.
 *
 * @param decide returns the change, or none. What it throws is passed on
 * @returns whether the message was changed
 */
export async function changeMessage(
  store: MessageStore,
  id: string,
  decide: (message: StoredMessage) => Decision | Promise<Decision>,
): Promise<boolean> {
  for (let readsLeft = READS; readsLeft > 0; readsLeft -= 1) {
    const message = await findMessage(store, id);
    const change = message && (await decide(message));
    if (!change) return false;
    if (await message.change(change)) return true;
  }
  throw new Error(`The message ${id} was changed by others ${READS} times`);
}

/**
 * Changes a message whose outcome is unknown, in one step.
 *
 * @throws SmsMessageError if there is no such message, or its outcome is not unknown
 */
export async function changeUnknown(
  store: MessageStore,
  id: string,
  decide: (message: StoredMessage) => MessageChange,
): Promise<void> {
  const isChanged = await changeMessage(store, id, (message) =>
    message.state === 'unknown' ? decide(message) : undefined,
  );
  if (!isChanged) throw notUnknown(await findMessage(store, id));
}

/** The error for a message that is not unknown. */
export function notUnknown(message: StoredMessage | undefined): SmsMessageError {
  const status = message && statusOf(message);
  return problem(
    'id',
    status === undefined
      ? 'is not in the queue'
      : `is '${status}'; only a message whose outcome is unknown can be looked up, settled or sent again`,
  );
}
