import type { InboxMessage } from '../types.js';

/** What the list keeps of a message: little, as there can be very many. */
export interface Row {
  readonly id: string;
  readonly at: string;
  readonly status: InboxMessage['status'];
  /** The first recipient. */
  readonly to: string;
  /** How many further recipients there are. */
  readonly more: number;
  readonly rejected: number;
  readonly senderId: string;
  /** How the text begins. */
  readonly start: string;
  readonly encoding: InboxMessage['segments']['encoding'];
  readonly parts: number;
  readonly otp: string | null;
  readonly duplicate: boolean;
  readonly fault: InboxMessage['fault'];
  readonly read: boolean;
}

const START = 140;

export function toRow(message: InboxMessage): Row {
  const numbers = [...message.to, ...message.rejected];
  return {
    id: message.id,
    at: message.at,
    status: message.status,
    to: numbers[0] ?? '',
    more: Math.max(0, numbers.length - 1),
    rejected: message.rejected.length,
    senderId: message.senderId,
    start: message.text.slice(0, START),
    encoding: message.segments.encoding,
    parts: message.segments.count,
    otp: message.otp,
    duplicate: message.duplicate,
    fault: message.fault,
    read: message.read,
  };
}
