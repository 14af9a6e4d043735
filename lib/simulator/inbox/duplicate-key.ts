import type { InboxMessage } from './inbox-message.js';

/** Two messages are duplicates where this is the same: recipients in any order, sender and text. */
export function duplicateKey({
  to,
  senderId,
  text,
}: Pick<InboxMessage, 'to' | 'senderId' | 'text'>): string {
  return JSON.stringify([to.toSorted(), senderId, text]);
}
