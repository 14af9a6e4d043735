import type { SmsSegments } from '../../lib/core/message/sms-message.js';
import type { SmsAuthOptions } from '../../lib/core/sms-gateway.options.js';
import type { FaultName } from '../common/fault.js';
import type { Refusal } from '../common/simulated-answer.js';

// Written out, not inferred from the schemas: a declaration that imports zod requires `esModuleInterop` or
// `skipLibCheck` in the app.

/** The way in which a send authenticated. */
export type AuthMethod = SmsAuthOptions['method'];

/** What a client can do. */
export const KINDS = ['send', 'login', 'other'] as const;

/** What can become of what a client does. */
export const STATUSES = ['accepted', 'refused'] as const;

/** The ways in which the fields of a send can come. Only `multipart` is in the specification. */
export const SEND_ENCODINGS = [
  'multipart',
  'urlencoded',
  'json',
  'query',
  'unreadable',
  'none',
] as const;
/** The way in which the fields came; for a send the specification has only `multipart`. */
export type SendEncoding = (typeof SEND_ENCODINGS)[number];

/** What can happen to a message for one number. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'expired'] as const;

/** What can happen to a send. */
export const EVENTS = [
  'received',
  'accepted',
  'refused',
  'answered',
  'answer lost',
  'client gone',
  ...DELIVERY_STATUSES,
  'report sent',
  'report failed',
  'report lost',
] as const;

/** The answer that was sent. A fault may have cut it off or lost it on the way. */
export interface SentAnswer {
  /** HTTP status. */
  readonly status: number;
  /** The body. */
  readonly body: string;
}

/** One step of a send, of its delivery, or of a delivery report. */
export interface TimelineEntry {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** What happened. */
  readonly event: (typeof EVENTS)[number];
  /** Of a delivery: the number, the code and the cause. Of a report: its method and its fields. */
  readonly detail?: string | undefined;
  /** Of a report: the HTTP answer with the start of its body, or why there was none. */
  readonly answer?: string | undefined;
}

/** What happened to an accepted message for one number. */
export interface Delivery {
  /** The number. */
  readonly to: string;
  /** `pending` until the message was delivered, failed or expired. */
  readonly status: (typeof DELIVERY_STATUSES)[number];
  /** The code of the delivery report; empty while it is pending. */
  readonly code: string;
  /** Why it failed or expired, in words. Missing if nothing is known. */
  readonly cause?: string | undefined;
  /** When it was decided: ISO 8601, UTC. Missing while it is pending. */
  readonly at?: string | undefined;
  /** What became of its newest report: `sent`, `lost`, or `failed: ` and why. Missing before that. */
  readonly report?: string | undefined;
}

/** One message, refused send, login or other request, as plain data. It never changes. */
export interface InboxMessage {
  /** 16 digits; a later message has a greater one, also when compared as strings. */
  readonly id: string;
  /** A send, a login, or another request. Only a send has recipients, a text and the like. */
  readonly kind: (typeof KINDS)[number];
  /** When it came: ISO 8601, UTC. */
  readonly at: string;
  /** Whether the gateway accepted a send for delivery, or did what was asked, whatever it answered. */
  readonly status: (typeof STATUSES)[number];
  /** The user id that it came with; empty if there was none. */
  readonly account: string;
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
  /** How the client authenticated; null if that failed. */
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
  /** The optional fields of the specification that were not sent. */
  readonly notSent: readonly string[];
  /** The fields that are known but have no effect here. */
  readonly ignored: readonly string[];
  /** What happened to it, for each of its recipients. Empty if it was refused, or is a test message. */
  readonly deliveries: readonly Delivery[];
  /** The fault that was used, or null. */
  readonly fault: FaultName | null;
  /** The answer; null if a fault kept it. */
  readonly answer: SentAnswer | null;
  /** What happened to it, oldest first. Deliveries and reports are left out after 100 steps. */
  readonly timeline: readonly TimelineEntry[];
  /** Whether it was opened on the page or marked read through the API; always true unless a send. */
  readonly read: boolean;
  /** Why it was refused. Missing if it was accepted. */
  readonly refusal?: Refusal | undefined;
  /** When its `scheduleTime` asks for it to be sent, if that was in the future: ISO 8601, UTC. */
  readonly scheduledFor?: string | undefined;
}

/** Everything about a send that a login or another request does not have. */
export const NO_MESSAGE = {
  to: [],
  rejected: [],
  senderId: '',
  text: '',
  segments: { encoding: 'GSM-7', count: 0, units: 0, perSegment: 160, nonGsm: [] },
  otp: null,
  duplicate: false,
  transactionId: null,
  notSent: [],
  ignored: [],
  deliveries: [],
} as const satisfies Partial<InboxMessage>;

/** A message before it has an id. */
export type NewInboxMessage = Omit<InboxMessage, 'id' | 'read'>;
