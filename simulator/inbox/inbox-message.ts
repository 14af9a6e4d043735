import { z } from 'zod';
import type { SmsSegments } from '../../lib/core/message/sms-message.js';
import { kind } from '../../lib/core/options/schemas.js';
import { FAULT_NAMES, type FaultName } from '../faults/fault.js';

// The types come from the schemas, each field with two texts: one for who reads the type, one for who
// reads the OpenAPI document.

/** What a shape describes. Unlike `z.output`, it keeps the doc comments. */
type Data<Shape extends z.ZodRawShape> = { readonly [Key in keyof Shape]: z.output<Shape[Key]> };

/** The ways in which a send can authenticate. */
const AUTH_METHODS = ['token', 'password', 'apiKey'] as const;
/** The way in which a send authenticated. */
export type AuthMethod = (typeof AUTH_METHODS)[number];

/** What a client can do. */
const KINDS = ['send', 'login', 'other'] as const;

/** The ways in which the fields of a send can come. Only `multipart` is in the specification. */
const SEND_ENCODINGS = ['multipart', 'urlencoded', 'json', 'query', 'unreadable', 'none'] as const;
/** The way in which the fields came; for a send the specification has only `multipart`. */
export type SendEncoding = (typeof SEND_ENCODINGS)[number];

/** What can happen to a message for one number. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'expired'] as const;

/** The id of a message. */
export const MESSAGE_ID = /^\d{16}$/;

/** An id that is asked for. */
export const messageId = z
  .string(kind('the id of a message, which has 16 digits'))
  .regex(MESSAGE_ID);

const count = () => z.number().int().min(0);
const moment = () => z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const texts: z.ZodType<readonly string[]> = z.array(z.string());
const named: z.ZodType<Readonly<Record<string, string>>> = z.record(z.string(), z.string());

const fault: z.ZodType<FaultName> = z.enum(FAULT_NAMES);
const auth: z.ZodType<AuthMethod> = z.enum(AUTH_METHODS);
const encoding: z.ZodType<SendEncoding> = z.enum(SEND_ENCODINGS);

const refusal = {
  /** The code of the answer; empty if a fault lost the answer. */
  statusCode: z.string(),
  /** The reason of the answer, the fault that struck, or what was wrong with a login. */
  reason: z.string(),
};

/** Why a send was refused. */
export interface Refusal extends Data<typeof refusal> {}

const answer = {
  /** HTTP status. */
  status: z.number().int(),
  /** The body. */
  body: z.string(),
};

/** The answer that was sent. A fault may have cut it off or lost it on the way. */
export interface SentAnswer extends Data<typeof answer> {}

const timelineEntry = {
  /** ISO 8601, UTC. */
  at: moment(),
  /** What happened. */
  event: z.enum([
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
  ]),
};
const stepDetails = {
  /** Of a delivery: the number, the code and the cause. Of a report: its method and its fields. */
  detail: z.string().optional().describe('What exactly was decided or sent.'),
  /** Of a report: the HTTP answer with the start of its body, or why there was none. */
  answer: z.string().optional().describe('The HTTP answer to a report, or why there was none.'),
};

/** One step of a send, of its delivery, or of a delivery report. */
export interface TimelineEntry
  extends Data<typeof timelineEntry>, Partial<Data<typeof stepDetails>> {}

const decided = {
  /** Why it failed or expired, in words. Missing if nothing is known. */
  cause: z.string().optional().describe('Why it failed or expired, in words.'),
  /** When it was decided: ISO 8601, UTC. Missing while it is pending. */
  at: moment().optional().describe('When it was decided.'),
  /** What became of its newest report: `sent`, `lost`, or `failed: ` and why. Missing before that. */
  report: z.string().optional().describe('Its newest report: sent, lost, or failed and why.'),
};
const delivery = {
  /** The number. */
  to: z.string(),
  /** `pending` until the message was delivered, failed or expired. */
  status: z.enum(DELIVERY_STATUSES),
  /** The code of the delivery report; empty while it is pending. */
  code: z.string().describe('The code of the delivery report; empty while it is pending.'),
};

/** What happened to an accepted message for one number. */
export interface Delivery extends Data<typeof delivery>, Partial<Data<typeof decided>> {}

const segments: z.ZodType<SmsSegments> = z.strictObject({
  encoding: z.enum(['GSM-7', 'UCS-2']),
  count: count().describe('Number of segments.'),
  units: count().describe('Length in septets for GSM-7, in UTF-16 units for UCS-2.'),
  perSegment: count().describe('Units that fit into one segment.'),
  nonGsm: texts.describe('The characters that require UCS-2, each once.'),
});
const refusalSchema: z.ZodType<Refusal> = z.strictObject(refusal);
const deliveries: z.ZodType<readonly Delivery[]> = z.array(
  z.strictObject({ ...delivery, ...decided }),
);
const answerSchema: z.ZodType<SentAnswer> = z.strictObject(answer);
const timeline: z.ZodType<readonly TimelineEntry[]> = z.array(
  z.strictObject({ ...timelineEntry, ...stepDetails }),
);

const optional = {
  /** Why it was refused. Missing if it was accepted. */
  refusal: refusalSchema.optional().describe('Why it was refused.'),
  /** When its `scheduleTime` asks for it to be sent, if that was in the future: ISO 8601, UTC. */
  scheduledFor: moment().optional().describe('When scheduleTime asks for it to be sent.'),
};
const required = {
  /** 16 digits; a later message has a greater one, also when compared as strings. */
  id: z.string().regex(MESSAGE_ID).describe('A later message has a greater one.'),
  /** A send, a login, or another request. Only a send has recipients, a text and the like. */
  kind: z.enum(KINDS).describe('Only a send has recipients, a text and the like.'),
  /** When it came: ISO 8601, UTC. */
  at: moment().describe('When it came.'),
  /** Whether the gateway accepted a send for delivery, or did what was asked, whatever it answered. */
  status: z.enum(['accepted', 'refused']).describe('Whether the gateway did what was asked.'),
  /** The user id that it came with; empty if there was none. */
  account: z.string().describe('The user id that it came with; empty if there was none.'),
  /** Valid recipients: digits with country prefix. */
  to: texts.describe('Valid recipients: digits with country prefix.'),
  /** Rejected numbers, as they came. */
  rejected: texts.describe('Rejected numbers, as they came.'),
  /** Sender identifier; empty if there was none. */
  senderId: z.string().describe('Empty if there was none.'),
  /** The text as it came. */
  text: z.string().describe('The text as it came.'),
  /** How the text is split into segments. */
  segments: segments.describe('How the text is split into segments.'),
  /** The one-time password found in the text, or null. */
  otp: z.string().nullable().describe('The one-time password found in the text.'),
  /** Whether it asked for `duplicatecheck` and repeats a kept message (recipients, text and sender). */
  duplicate: z
    .boolean()
    .describe('Whether it asked for duplicatecheck and repeats a kept message.'),
  /** 19 digits; null if the send was refused. */
  transactionId: z.string().nullable().describe('19 digits; null if the send was refused.'),
  /** How the client authenticated; null if that failed. */
  auth: auth.nullable().describe('How the client authenticated.'),
  /** How the fields came. */
  encoding: encoding.describe('How the fields came; the specification uses multipart.'),
  /** The address that it came from, as the socket has it. */
  remoteAddress: z.string().describe('The address that it came from.'),
  /** HTTP method. */
  method: z.string().describe('HTTP method.'),
  /** Path without query. */
  path: z.string().describe('Path without query.'),
  /** Every field as it came, secrets masked. */
  fields: named.describe('As they came, secrets masked.'),
  /** Every header as it came, secrets masked. */
  headers: named.describe('As they came, secrets masked.'),
  /** What is wrong or unusual. If it was refused, the reason comes first. */
  notes: texts.describe('What is wrong or unusual. If it was refused, the reason comes first.'),
  /** The optional fields of the specification that were not sent. */
  notSent: texts.describe('The optional fields of the specification that were not sent.'),
  /** The fields that are known but have no effect here. */
  ignored: texts.describe('The fields that are known but have no effect here.'),
  /** What happened to it, for each of its recipients. Empty if it was refused. */
  deliveries: deliveries.describe('What happened to it, for each of its recipients.'),
  /** The fault that struck, or null. */
  fault: fault.nullable().describe('The fault that struck.'),
  /** The answer; null if a fault kept it. */
  answer: answerSchema.nullable().describe('The answer; null if a fault kept it.'),
  /** What happened to it, oldest first. Deliveries and reports are left out after 100 steps. */
  timeline: timeline.describe(
    'What happened to it, oldest first; of its delivery up to 100 steps.',
  ),
  /** Whether it was opened on the page or marked read through the API; always true unless a send. */
  read: z.boolean().describe('Whether it was opened or marked read; always true unless a send.'),
};

/** One message, refused send, login or other request, as plain data. It never changes. */
export interface InboxMessage extends Data<typeof required>, Partial<Data<typeof optional>> {}

/** A message as plain data: in the answers of the API and in the file. */
export const inboxMessageSchema = z.strictObject({ ...required, ...optional });

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
