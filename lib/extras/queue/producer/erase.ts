import { SmsConfigurationError } from '../../../core/errors/index.js';
import { changeMessage, stopped } from '../store/message-state.js';
import { PATIENCE_WITH_MANY, type QueueConnection } from '../queue-connection.js';
import type { Cipher } from '../../records/cipher.js';
import { withoutReason } from '../store/encrypted-reason.js';
import type { MessageChange, StoredMessage } from '../store/message-store.js';
import { queueFailed } from '../problem.js';
import type { QueueReports } from './queue-reports.js';
import { tryReadMessage, writeMessage } from '../store/stored-message.js';

/**
 * Removes a number from a queue.
 *
 * @returns how many messages were changed or removed
 */
export async function erase(
  connection: QueueConnection,
  cipher: Cipher,
  reports: QueueReports,
  number: string,
): Promise<number> {
  const current = await connection.current();
  await connection.run(() => reports.erase(number));
  const pages = current.pages();
  // All ids are read first, because messages move while they are changed.
  const ids = new Set<string>();
  let unreadable = 0;
  for (;;) {
    const page = await connection.run(() => pages.next(), PATIENCE_WITH_MANY);
    if (page.done) break;
    for (const stored of page.value) {
      const message = tryReadMessage(cipher, stored);
      if (!message && stored.sealed !== undefined) unreadable += 1;
      if (message?.recipients.includes(number)) ids.add(stored.id);
    }
  }
  const change = async (stored: StoredMessage): Promise<MessageChange | undefined> => {
    const message = tryReadMessage(cipher, stored);
    if (!message?.recipients.includes(number) || stored.state === 'sending') return undefined;
    // First, because an erased message no longer leads to its transaction.
    const transactionId = stored.outcome?.transactionId;
    if (transactionId !== undefined) await reports.erase(number, transactionId);
    const recipients = message.recipients.filter((recipient) => recipient !== number);
    // A gateway's reason may be about any of its numbers.
    const outcome = withoutReason(stored.outcome);
    if (recipients.length > 0) {
      const newText = writeMessage({ ...message, recipients });
      return { sealed: cipher.encrypt(newText, stored.id), outcome };
    }
    // Otherwise it may have been sent, so its key and its outcome are kept.
    return { sealed: null, ...(stopped(stored) ?? { outcome }) };
  };
  let changed = 0;
  for (const id of ids) {
    try {
      if (await connection.run((store) => changeMessage(store, id, change))) changed += 1;
    } catch {
      throw queueFailed(
        `${current.name} changed or removed ${changed} of ${ids.size} messages, then it failed. Repeat the operation for the others.`,
        'unknown',
        connection.name,
      );
    }
  }
  if (unreadable === 0) return changed;
  throw new SmsConfigurationError(
    `Messages erased: ${changed}. ${unreadable} more cannot be decrypted with encryptionKeys and may be to this number. Add the key that encrypted them, or set acceptUnsealed if they are not encrypted, and erase it again.`,
  );
}
