import type { Cipher } from '../../records/cipher.js';
import type { SmsQueueOutcome } from '../sms-queue.js';
import type { StoredOutcome } from './outcomes.js';

// Bound to its message, and to nothing else that is encrypted for it.
const ownerOf = (id: string): string => `${id} reason`;

/** An outcome as it is stored: a gateway's reason may quote what was sent, so it is encrypted if there are keys. */
export function encryptReason(cipher: Cipher, id: string, outcome: StoredOutcome): StoredOutcome {
  if (outcome.reason === undefined || !cipher.hasKeys) return outcome;
  const { reason, ...rest } = outcome;
  return { ...rest, r: cipher.encrypt(reason, ownerOf(id)) };
}

/** A stored outcome as it is shown: without its reason if no key decrypts that. */
export function decryptReason(
  cipher: Cipher,
  id: string,
  { r: encrypted, ...outcome }: StoredOutcome,
): SmsQueueOutcome {
  if (encrypted === undefined) return outcome;
  try {
    return { ...outcome, reason: cipher.decrypt(encrypted, ownerOf(id)) };
  } catch {
    return outcome;
  }
}

/** An outcome with its reason erased. Undefined if it has none. */
export function withoutReason(outcome: StoredOutcome | undefined): StoredOutcome | undefined {
  if (outcome?.reason === undefined && outcome?.r === undefined) return undefined;
  const { reason: _reason, r: _encrypted, ...rest } = outcome;
  return rest;
}
