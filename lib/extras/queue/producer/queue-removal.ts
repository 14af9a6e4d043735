import { SmsConfigurationError, SmsGatewayError } from '../../../core/errors/index.js';
import { changeMessage, isStoppable, stopped } from '../store/message-state.js';
import { PATIENCE_WITH_MANY, type QueueConnection } from '../queue-connection.js';
import type { Cipher } from '../../records/cipher.js';
import { withoutReason } from '../store/encrypted-reason.js';
import type { MessageStore } from '../store/message-store.js';
import type { QueueReports } from './queue-reports.js';
import { cancelKey, isBroadcastId, tryReadMessage, writeMessage } from '../store/stored-message.js';

/** How long the mark of a cancelled broadcast is kept, in ms: three years. `delay` and `expiresAfter` allow two. */
const MARK_KEPT = 3 * 366 * 86_400_000;

/**
 * Cancels a message that waits, or marks a broadcast as cancelled, in one step: its batches could move or be sent
 * while others are removed, so workers read the mark before they send one.
 *
 * @returns whether the message was removed, its resend was stopped, or the broadcast is cancelled
 */
export async function cancel(connection: QueueConnection, id: string): Promise<boolean> {
  const { queueName } = connection;
  return connection.run(async (store) => {
    if (!isBroadcastId(id, queueName)) {
      return changeMessage(store, id, (message) =>
        isStoppable(message) ? stopped(message) : undefined,
      );
    }
    const mark = { key: cancelKey(queueName, id), before: undefined, after: 'cancelled' };
    // If it does nothing, the mark is there already.
    await store.records.swap([mark], MARK_KEPT);
    return true;
  });
}

/** @returns how many messages were changed or removed */
export async function erase(
  connection: QueueConnection,
  cipher: Cipher,
  reports: QueueReports,
  number: string,
): Promise<number> {
  const current = await connection.current();
  const eraseReports = (id?: string) => reports.erase(current.records, number, id);
  await connection.run(() => eraseReports());
  const pages = current.pages();
  // All ids are read first, because messages move while they are changed.
  const ids = new Set<string>();
  let unreadable = 0;
  try {
    for (;;) {
      const page = await connection.run(() => pages.next(), PATIENCE_WITH_MANY);
      if (page.done) break;
      for (const stored of page.value) {
        const message = tryReadMessage(cipher, stored);
        if (!message && stored.sealed !== undefined) unreadable += 1;
        if (message?.recipients.includes(number)) ids.add(stored.id);
      }
    }
  } finally {
    pages.return().catch(connection.failed);
  }
  const eraseFrom = (store: MessageStore, id: string): Promise<boolean> =>
    changeMessage(store, id, async (stored) => {
      const message = tryReadMessage(cipher, stored);
      if (!message?.recipients.includes(number) || stored.state === 'sending') return undefined;
      // First: by an erased message, nothing finds its transaction again.
      const transactionId = stored.outcome?.transactionId;
      if (transactionId !== undefined) await eraseReports(transactionId);
      const recipients = message.recipients.filter((recipient) => recipient !== number);
      // A gateway's reason may be about any of its numbers.
      const outcome = withoutReason(stored.outcome);
      if (recipients.length > 0) {
        return { sealed: cipher.encrypt(writeMessage({ ...message, recipients }), id), outcome };
      }
      // Otherwise it may have been sent, so its key and its outcome are kept.
      return { sealed: null, ...(isStoppable(stored) ? stopped(stored) : { outcome }) };
    });
  let changed = 0;
  for (const id of ids) {
    try {
      if (await connection.run((store) => eraseFrom(store, id))) changed += 1;
    } catch (error) {
      const isUntouched =
        changed === 0 && error instanceof SmsGatewayError && error.outcome === 'not-sent';
      if (isUntouched) throw error;
      throw connection.failure(
        `${current.name} changed or removed ${changed} of ${ids.size} messages, then it failed. Repeat the operation for the others.`,
        'unknown',
      );
    }
  }
  if (unreadable === 0) return changed;
  throw new SmsConfigurationError(
    `Messages erased: ${changed}. ${unreadable} more cannot be decrypted with encryptionKeys and may be to this number. Add the key that encrypted them, or set acceptUnsealed if they are not encrypted, and erase it again.`,
  );
}
