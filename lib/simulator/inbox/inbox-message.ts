import type { SmsSegments } from '../../message/sms-message.js';
import type { FaultName } from '../faults/fault.js';

/** The ways in which a send can prove who sent it. */
export const AUTH_METHODS = ['token', 'password', 'apiKey'] as const;

/** The way in which a send proved who sent it. */
export type AuthMethod = (typeof AUTH_METHODS)[number];

/** How the fields of a send can come. Only `multipart` is in the document. */
export const SEND_ENCODINGS = ['multipart', 'urlencoded', 'json', 'query', 'unreadable'] as const;

/** How the fields of a send came. Only `multipart` is in the document. */
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

/** One step in the life of a send. */
export interface TimelineEntry {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** What happened. */
  readonly event: (typeof TIMELINE_EVENTS)[number];
}

/** What was sent back; a fault may have cut or lost it on its way. */
export interface SentAnswer {
  /** HTTP status. */
  readonly status: number;
  /** The body, as text. */
  readonly body: string;
}

/** What can become of a send. */
export const MESSAGE_STATUSES = ['accepted', 'refused'] as const;

/** One message as it came, or one refused send. Plain data; never changes once handed out. */
export interface InboxMessage {
  /** 16 digits; a later message has a greater one, also as text. */
  readonly id: string;
  /** When it came: ISO 8601, UTC. */
  readonly at: string;
  /** `accepted` for delivery; `refused` sends are not delivered, whatever was answered. */
  readonly status: (typeof MESSAGE_STATUSES)[number];
  /** Valid recipients, digits with country prefix. */
  readonly to: readonly string[];
  /** Numbers that the gateway did not take, as they came. */
  readonly rejected: readonly string[];
  /** Sender identifier; empty where none came. */
  readonly senderId: string;
  /** The text, as it arrived. */
  readonly text: string;
  /** How the text is split into parts. */
  readonly segments: SmsSegments;
  /** The one-time password found in the text, or null. */
  readonly otp: string | null;
  /** Whether it asked for `duplicatecheck`, and the same recipients, text and sender were kept already. */
  readonly duplicate: boolean;
  /** 19 digits, or null where the send was refused. */
  readonly transactionId: string | null;
  /** How the sender proved who they are; null where they did not. */
  readonly auth: AuthMethod | null;
  /** How the fields came. */
  readonly encoding: SendEncoding;
  /** HTTP method. */
  readonly method: string;
  /** Path, without query. */
  readonly path: string;
  /** Every field as it came, secrets masked. */
  readonly fields: Readonly<Record<string, string>>;
  /** Every header as it came, secrets masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the document does not have, what is missing, what was assumed. */
  readonly notes: readonly string[];
  /** The fault that struck, or null. */
  readonly fault: FaultName | null;
  /** What was sent back; null where a fault kept it. */
  readonly answer: SentAnswer | null;
  /** What happened to it, oldest first. */
  readonly timeline: readonly TimelineEntry[];
  /** Whether somebody has opened it on the page or through the API. */
  readonly read: boolean;
}

/** A message before the inbox gave it an id. */
export type NewInboxMessage = Omit<InboxMessage, 'id' | 'read'>;
