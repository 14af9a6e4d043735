import type { SmsGatewayError } from '../../../core/errors/index.js';
import type { CheckedMessage } from '../../../core/message/checked-message.js';
import type { Cipher } from '../../records/cipher.js';
import { problem } from '../problem.js';
import { PATIENCE_WITH_MANY, type QueueConnection } from '../queue-connection.js';
import type { SmsQueueAdded } from '../sms-queue.js';
import type { SmsQueueTransaction } from '../sms-queue.options.js';
import type { NewTerms } from '../store/message-store.js';
import { idOfKey, isSameMessage, randomId, writeMessage } from '../store/stored-message.js';

/** A message to add. */
export interface Addition {
  readonly message: CheckedMessage;
  readonly key: string | undefined;
}

/** What happened to one of several messages to add. */
export type AddResult = SmsQueueAdded | { readonly error: SmsGatewayError };

/**
 * Adds messages, in a transaction of the user if there is one, and reports which had been added before with the same
 * key: those whose stored ciphertext is not the one that was made here.
 *
 * @throws SmsMessageError if the store has no transactions, or the user's function runs none. What that
 *   function rejects with is rethrown
 */
export async function addMessages(
  connection: QueueConnection,
  cipher: Cipher,
  additions: readonly Addition[],
  terms: NewTerms,
  transaction: SmsQueueTransaction | undefined,
): Promise<readonly AddResult[]> {
  const messages = additions.map(({ key, message }) => {
    const id = key === undefined ? randomId() : idOfKey(connection.queueName, key);
    const text = writeMessage(message);
    return { id, text, sealed: cipher.encrypt(text, id) };
  });
  const patience = additions.length > 1 ? PATIENCE_WITH_MANY : undefined;
  // Without a deadline: how long a transaction waits, for example for another one, is up to the user.
  const { earlier, failures } = transaction
    ? await (await connection.current()).add(messages, terms, transaction)
    : await connection.run((store) => store.add(messages, terms, undefined), patience);
  return messages.map(({ id, text, sealed }, index) => {
    if (failures.has(index)) return { error: connection.failureOf(failures.get(index)) };
    const stored = earlier.get(id);
    const isAdded = !earlier.has(id) || stored === sealed;
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
  } catch {
    return true;
  }
}
