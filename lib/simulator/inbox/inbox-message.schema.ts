import { z } from 'zod/v3';
import { FAULT_NAMES } from '../faults/fault.js';
import {
  AUTH_METHODS,
  DELIVERY_STATUSES,
  MESSAGE_ID,
  MESSAGE_STATUSES,
  SEND_ENCODINGS,
  TIMELINE_EVENTS,
  type InboxMessage,
} from './inbox-message.js';

const count = () => z.number().int().min(0);
const texts = () => z.array(z.string());
const moment = () => z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** A message as plain data: in the answers of the API and in the file. */
export const inboxMessageSchema = z.strictObject({
  id: z.string().regex(MESSAGE_ID).describe('A later message has a greater one.'),
  at: moment().describe('When it came.'),
  status: z.enum(MESSAGE_STATUSES).describe('Whether the gateway accepted it for delivery.'),
  account: z.string().describe('The user id that it was sent with; empty if there was none.'),
  refusal: z
    .strictObject({ statusCode: z.string(), reason: z.string() })
    .optional()
    .describe('Why it was refused.'),
  to: texts().describe('Valid recipients: digits with country prefix.'),
  rejected: texts().describe('Rejected numbers, as they came.'),
  senderId: z.string().describe('Empty if there was none.'),
  text: z.string().describe('The text as it came.'),
  segments: z
    .strictObject({
      encoding: z.enum(['GSM-7', 'UCS-2']),
      count: count().describe('Number of segments.'),
      units: count().describe('Length in septets for GSM-7, in UTF-16 units for UCS-2.'),
      perSegment: count().describe('Units that fit into one segment.'),
      nonGsm: texts().describe('The characters that require UCS-2, each once.'),
    })
    .describe('How the text is split into segments.'),
  otp: z.string().nullable().describe('The one-time password found in the text.'),
  duplicate: z
    .boolean()
    .describe('Whether it asked for duplicatecheck and repeats a kept message.'),
  transactionId: z.string().nullable().describe('19 digits; null if the send was refused.'),
  auth: z.enum(AUTH_METHODS).nullable().describe('How the sender authenticated.'),
  encoding: z.enum(SEND_ENCODINGS).describe('How the fields came; the document uses multipart.'),
  remoteAddress: z.string().describe('The address that it came from.'),
  method: z.string().describe('HTTP method.'),
  path: z.string().describe('Path without query.'),
  fields: z.record(z.string(), z.string()).describe('As they came, secrets masked.'),
  headers: z.record(z.string(), z.string()).describe('As they came, secrets masked.'),
  notes: texts().describe('What is wrong or unusual. If it was refused, the reason comes first.'),
  notSent: texts().describe('The optional fields of the document that were not sent.'),
  ignored: texts().describe('The fields that are known but have no effect here.'),
  scheduledFor: moment().optional().describe('When scheduleTime asks for it to be sent.'),
  deliveries: z
    .array(
      z.strictObject({
        to: z.string(),
        status: z.enum(DELIVERY_STATUSES),
        code: z.string().describe('The code of the delivery report; empty while it is pending.'),
        at: moment().optional().describe('When it was decided.'),
      }),
    )
    .describe('What became of it, for each of its recipients.'),
  fault: z.enum(FAULT_NAMES).nullable().describe('The fault that struck.'),
  answer: z
    .strictObject({ status: z.number().int(), body: z.string() })
    .nullable()
    .describe('The answer; null if a fault kept it.'),
  timeline: z
    .array(z.strictObject({ at: moment(), event: z.enum(TIMELINE_EVENTS) }))
    .describe('What happened to it, oldest first.'),
  read: z.boolean().describe('Whether it was opened or marked read.'),
  // Not a separate type, so that a field that InboxMessage lacks or adds does not compile.
} satisfies { readonly [Key in keyof InboxMessage]: z.ZodType<InboxMessage[Key]> });
