import type { SmsGatewayError } from '../../../core/errors/index.js';
import type { Terms } from './add-options.js';
import { problem } from '../problem.js';
import { type Cipher, DecryptionError } from '../../records/cipher.js';
import type { MessageStore } from '../store/message-store.js';
import type { SmsQueueAdded } from '../sms-queue.js';
import { isSameMessage } from '../store/stored-message.js';

/** A message to add. */
export interface Addition {
  readonly id: string;
  /** The message, as `writeMessage` writes it. */
  readonly text: string;
}

/** What happened to one of several messages to add. */
export type AddResult = SmsQueueAdded | { readonly error: SmsGatewayError };

/** Why the store did not add one of several messages, or may not have. */
export interface NotAdded {
  readonly cause: unknown;
}

/**
 * Adds messages, in a transaction of the user if there is one, and reports which had been added before with the same
 * key: those whose stored ciphertext is not the one that was made here.
 *
 * @throws SmsMessageError if the store has no transactions, or the user's function runs none. What that
 *   function rejects with is rethrown
 */
export async function addMessages(
  store: MessageStore,
  cipher: Cipher,
  additions: readonly Addition[],
  { transaction, ...terms }: Terms,
): Promise<readonly (AddResult | NotAdded)[]> {
  const messages = additions.map(({ id, text }) => ({ id, sealed: cipher.encrypt(text, id) }));
  const { earlier, failures } = await store.add(messages, terms, transaction);
  return additions.map(({ id, text }, index) => {
    if (failures.has(index)) return { cause: failures.get(index) };
    const stored = earlier.get(id);
    const isAdded = !earlier.has(id) || stored === messages[index]?.sealed;
    if (isAdded) return { id, duplicate: false };
    if (stored === undefined || mayHold(cipher, stored, id, text)) return { id, duplicate: true };
    const words = 'was used for another message; use a separate key for each message';
    return { error: problem('options.key', words) };
  });
}

/** Whether an encrypted message may be this one. It may be if the key that encrypted it has been removed. */
function mayHold(cipher: Cipher, encrypted: string, id: string, text: string): boolean {
  try {
    return isSameMessage(cipher.decrypt(encrypted, id), text);
  } catch (error) {
    if (error instanceof DecryptionError) return true;
    throw error;
  }
}
