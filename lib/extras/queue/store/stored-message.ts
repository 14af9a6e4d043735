import { createHash, randomUUID } from 'node:crypto';
import { dropTrunkPrefix } from '../../../core/message/calling-code.js';
import type { CheckedMessage } from '../../../core/message/checked-message.js';
import { estimateSegments } from '../../../core/message/segments.js';
import type { Cipher } from '../../records/cipher.js';
import type { LostMessage } from './message-store.js';

/** The id of a message with a key: the same for the same key, and nothing can be read from it. */
export function idOfKey(queue: string, key: string): string {
  return `k${hashOf(`${queue}\n${key}`).slice(0, 40)}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function randomId(): string {
  // Node.js keeps random bytes for these. Others cost a system call each.
  return `m${randomUUID().replaceAll('-', '')}`;
}

export function isKeyed(id: string): boolean {
  return id.startsWith('k');
}

/** Whether a text can be the id of a message. Other texts are names of BullMQ's own in Redis. */
export function isMessageId(id: unknown): id is string {
  return typeof id === 'string' && /^(?:m[0-9a-f]{32}|k[0-9a-f]{40})$/.test(id);
}

/** A new id of a broadcast: a UUID of version 8, whose last part is a check of the queue's name. */
export function broadcastId(queueName: string): string {
  const random = randomUUID();
  const start = `b${random.slice(0, 14)}8${random.slice(15, 24)}`;
  return start + checkOf(queueName, start);
}

/** Whether a text can be the id of a broadcast of a queue. */
export function isBroadcastId(id: unknown, queueName: string): id is string {
  if (typeof id !== 'string' || !/^b[0-9a-f-]{36}$/.test(id)) return false;
  return id.endsWith(checkOf(queueName, id.slice(0, -CHECK)));
}

/** How many hex digits the last part of a UUID has. */
const CHECK = 12;

function checkOf(queueName: string, start: string): string {
  return hashOf(`${queueName}\n${start}`).slice(0, CHECK);
}

/** The key of the record that marks a broadcast as cancelled. */
export function cancelKey(queueName: string, broadcast: string): string {
  return `${queueName}:cancelled:${broadcast}`;
}

/** A message as it is encrypted. */
export function writeMessage(message: CheckedMessage): string {
  const { text, values, duplicateCheck, fields, recipients } = message;
  return JSON.stringify({ text, values, duplicateCheck, fields, recipients });
}

/**
 * Whether two texts of {@link writeMessage}, also of earlier versions, are one message: the same recipients get the
 * same text. An app that repeats an `add` may have other defaults by then, and must not be told to use another key.
 */
export function isSameMessage(text: string, otherText: string): boolean {
  return whatAndTo(text) === whatAndTo(otherText);
}

function whatAndTo(written: string): string {
  const { text, recipients }: Pick<CheckedMessage, 'text' | 'recipients'> = JSON.parse(written);
  const what = text.normalize('NFC').replaceAll(/\r\n?/g, '\n');
  return JSON.stringify([what, asReadToday(recipients).toSorted()]);
}

/** Each number once. Earlier releases kept a trunk prefix that was written after the country prefix. */
function asReadToday(recipients: readonly string[]): readonly string[] {
  return [...new Set(recipients.map(dropTrunkPrefix))];
}

/**
 * Decrypts a message. Undefined if it was erased.
 *
 * @throws DecryptionError
 */
export function readMessage(
  cipher: Cipher,
  { id, sealed }: LostMessage,
): CheckedMessage | undefined {
  if (sealed === undefined) return undefined;
  const stored: Omit<CheckedMessage, 'segments'> = JSON.parse(cipher.decrypt(sealed, id));
  const recipients = asReadToday(stored.recipients);
  return { ...stored, recipients, segments: estimateSegments(stored.text) };
}

/** Decrypts a message. Undefined if it was erased, or cannot be decrypted. */
export function tryReadMessage(cipher: Cipher, message: LostMessage): CheckedMessage | undefined {
  try {
    return readMessage(cipher, message);
  } catch {
    return undefined;
  }
}
