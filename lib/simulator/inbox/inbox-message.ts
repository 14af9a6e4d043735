import type { SmsSegments } from '../../message/sms-message.js';
import type { FaultName } from '../faults/fault.js';

/** The ways in which a send can authenticate. */
export const AUTH_METHODS = ['token', 'password', 'apiKey'] as const;
/** The way in which a send authenticated. */
export type AuthMethod = (typeof AUTH_METHODS)[number];

/** The ways in which the fields of a send can come. Only `multipart` is in the document. */
export const SEND_ENCODINGS = ['multipart', 'urlencoded', 'json', 'query', 'unreadable'] as const;
/** The way in which the fields of a send came. Only `multipart` is in the document. */
export type SendEncoding = (typeof SEND_ENCODINGS)[number];

/** What can happen to a send. */
export const TIMELINE_EVENTS = [
  'received',
  'accepted',
  'refused',
  'answered',
  'answer lost',
  'client gone',
] as const;

/** One step of a send. */
export interface TimelineEntry {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** What happened. */
  readonly event: (typeof TIMELINE_EVENTS)[number];
}

/** The answer that was sent. A fault may have cut it off or lost it on the way. */
export interface SentAnswer {
  /** HTTP status. */
  readonly status: number;
  /** The body. */
  readonly body: string;
}

/** Why a send was refused. */
export interface Refusal {
  /** The code of the answer; empty if a fault lost the answer. */
  readonly statusCode: string;
  /** The reason of the answer, or the fault that struck. */
  readonly reason: string;
}

/** What can become of a message for one number. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'expired'] as const;

/** What became of an accepted message for one number. */
export interface Delivery {
  /** The number. */
  readonly to: string;
  /** `pending` until the message was delivered, failed or expired. */
  readonly status: (typeof DELIVERY_STATUSES)[number];
  /** The code of the delivery report; empty while it is pending. */
  readonly code: string;
  /** When it was decided: ISO 8601, UTC. Missing while it is pending. */
  readonly at?: string | undefined;
}

/** The id of a message. */
export const MESSAGE_ID = /^\d{16}$/;

/** The possible results of a send. */
export const MESSAGE_STATUSES = ['accepted', 'refused'] as const;

/** One message or one refused send, as plain data. It never changes. */
export interface InboxMessage {
  /** 16 digits; a later message has a greater one, also when compared as strings. */
  readonly id: string;
  /** When it came: ISO 8601, UTC. */
  readonly at: string;
  /** Whether the gateway accepted it for delivery, whatever it answered. */
  readonly status: (typeof MESSAGE_STATUSES)[number];
  /** The user id that it was sent with; empty if there was none. */
  readonly account: string;
  /** Why it was refused. Missing if it was accepted. */
  readonly refusal?: Refusal | undefined;
  /** Valid recipients: digits with country prefix. */
  readonly to: readonly string[];
  /** Rejected numbers, as they came. */
  readonly rejected: readonly string[];
  /** Sender identifier; empty if there was none. */
  readonly senderId: string;
  /** The text as it came. */
  readonly text: string;
  /** How the text is split into segments. */
  readonly segments: SmsSegments;
  /** The one-time password found in the text, or null. */
  readonly otp: string | null;
  /** Whether it asked for `duplicatecheck` and repeats a kept message (recipients, text and sender). */
  readonly duplicate: boolean;
  /** 19 digits; null if the send was refused. */
  readonly transactionId: string | null;
  /** How the sender authenticated; null if that failed. */
  readonly auth: AuthMethod | null;
  /** How the fields came. */
  readonly encoding: SendEncoding;
  /** The address that it came from, as the socket has it. */
  readonly remoteAddress: string;
  /** HTTP method. */
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  /** Every field as it came, secrets masked. */
  readonly fields: Readonly<Record<string, string>>;
  /** Every header as it came, secrets masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** What is wrong or unusual. If it was refused, the reason comes first. */
  readonly notes: readonly string[];
  /** The optional fields of the document that were not sent. */
  readonly notSent: readonly string[];
  /** The fields that are known but have no effect here. */
  readonly ignored: readonly string[];
  /** When its `scheduleTime` asks for it to be sent, if that was in the future: ISO 8601, UTC. */
  readonly scheduledFor?: string | undefined;
  /** What became of it, for each of its recipients. Empty if it was refused. */
  readonly deliveries: readonly Delivery[];
  /** The fault that struck, or null. */
  readonly fault: FaultName | null;
  /** The answer; null if a fault kept it. */
  readonly answer: SentAnswer | null;
  /** What happened to it, oldest first. */
  readonly timeline: readonly TimelineEntry[];
  /** Whether it was opened on the page or marked read through the API. */
  readonly read: boolean;
}

/** A message before it has an id. */
export type NewInboxMessage = Omit<InboxMessage, 'id' | 'read'>;
