import { z } from 'zod';
import { AUTH_METHODS } from '../../lib/core/options/auth-schema.js';
import { kind } from '../../lib/core/options/schemas.js';
import { FAULT_NAMES } from '../common/fault.js';
import type { Refusal } from '../common/simulated-answer.js';
import {
  type Delivery,
  DELIVERY_STATUSES,
  EVENTS,
  type InboxMessage,
  KINDS,
  SEND_ENCODINGS,
  type SentAnswer,
  STATUSES,
  type TimelineEntry,
} from './inbox-message.js';

// The descriptions appear in the OpenAPI document.

/** A schema for each field. An object that `satisfies` this has all fields and no others. */
type Shape<Data> = { readonly [Key in keyof Required<Data>]: z.ZodType<Data[Key]> };

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

const refusal = z.strictObject({
  statusCode: z.string(),
  reason: z.string(),
} satisfies Shape<Refusal>);

const answer = z.strictObject({
  status: z.number().int(),
  body: z.string(),
} satisfies Shape<SentAnswer>);

const timelineEntry = z.strictObject({
  at: moment(),
  event: z.enum(EVENTS),
  detail: z.string().optional().describe('What exactly was decided or sent.'),
  answer: z.string().optional().describe('The HTTP answer to a report, or why there was none.'),
} satisfies Shape<TimelineEntry>);
const timeline: z.ZodType<readonly TimelineEntry[]> = z.array(timelineEntry);

const delivery = z.strictObject({
  to: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  code: z.string().describe('The code of the delivery report; empty while it is pending.'),
  cause: z.string().optional().describe('Why it failed or expired, in words.'),
  at: moment().optional().describe('When it was decided.'),
  report: z.string().optional().describe('Its newest report: sent, lost, or failed and why.'),
} satisfies Shape<Delivery>);
const deliveries: z.ZodType<readonly Delivery[]> = z.array(delivery);

const segments: z.ZodType<InboxMessage['segments']> = z.strictObject({
  encoding: z.enum(['GSM-7', 'UCS-2']),
  count: count().describe('Number of segments.'),
  units: count().describe('Length in septets for GSM-7, in UTF-16 units for UCS-2.'),
  perSegment: count().describe('Units that fit into one segment.'),
  nonGsm: texts.describe('The characters that require UCS-2, each once.'),
});

/** A message as plain data: in the answers of the API and in the file. */
export const inboxMessageSchema = z.strictObject({
  id: z.string().regex(MESSAGE_ID).describe('A later message has a greater one.'),
  kind: z.enum(KINDS).describe('Only a send has recipients, a text and the like.'),
  at: moment().describe('When it came.'),
  status: z.enum(STATUSES).describe('Whether the gateway did what was asked.'),
  account: z.string().describe('The user id that it came with; empty if there was none.'),
  to: texts.describe('Valid recipients: digits with country prefix.'),
  rejected: texts.describe('Rejected numbers, as they came.'),
  senderId: z.string().describe('Empty if there was none.'),
  text: z.string().describe('The text as it came.'),
  segments: segments.describe('How the text is split into segments.'),
  otp: z.string().nullable().describe('The one-time password found in the text.'),
  duplicate: z
    .boolean()
    .describe('Whether it asked for duplicatecheck and repeats a kept message.'),
  transactionId: z.string().nullable().describe('19 digits; null if the send was refused.'),
  auth: z.enum(AUTH_METHODS).nullable().describe('How the client authenticated.'),
  encoding: z
    .enum(SEND_ENCODINGS)
    .describe('How the fields came; the specification uses multipart.'),
  remoteAddress: z.string().describe('The address that it came from.'),
  method: z.string().describe('HTTP method.'),
  path: z.string().describe('Path without query.'),
  fields: named.describe('As they came, secrets masked.'),
  headers: named.describe('As they came, secrets masked.'),
  notes: texts.describe('What is wrong or unusual. If it was refused, the reason comes first.'),
  notSent: texts.describe('The optional fields of the specification that were not sent.'),
  ignored: texts.describe('The fields that are known but have no effect here.'),
  deliveries: deliveries.describe('What happened to it, for each of its recipients.'),
  fault: z.enum(FAULT_NAMES).nullable().describe('The fault that was used.'),
  answer: answer.nullable().describe('The answer; null if a fault kept it.'),
  timeline: timeline.describe(
    'What happened to it, oldest first; of its delivery up to 100 steps.',
  ),
  read: z.boolean().describe('Whether it was opened or marked read; always true unless a send.'),
  refusal: refusal.optional().describe('Why it was refused.'),
  scheduledFor: moment().optional().describe('When scheduleTime asks for it to be sent.'),
} satisfies Shape<InboxMessage>);
