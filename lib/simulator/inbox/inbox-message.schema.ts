import { z } from 'zod';
import { FAULT_NAMES } from '../faults/fault.js';
import {
  AUTH_METHODS,
  MESSAGE_STATUSES,
  SEND_ENCODINGS,
  TIMELINE_EVENTS,
  type InboxMessage,
} from './inbox-message.js';

/** A message's id, as it is looked for in a query too. */
export const MESSAGE_ID = /^\d{16}$/;

const count = () => z.int().min(0);
const texts = () => z.array(z.string());
const moment = () => z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

// `satisfies` and not a type of its own: a field that is new, gone or of another type in
// InboxMessage does not compile here.
const shape = {
  id: z.string().regex(MESSAGE_ID).describe('A later message has a greater one, also as text.'),
  at: moment().describe('When it came.'),
  status: z.enum(MESSAGE_STATUSES).describe('Refused sends are not delivered.'),
  to: texts().describe('Valid recipients, digits with country prefix.'),
  rejected: texts().describe('Numbers that were not taken, as they came.'),
  senderId: z.string().describe('Empty where none came.'),
  text: z.string().describe('The text, as it arrived.'),
  segments: z
    .strictObject({
      encoding: z.enum(['GSM-7', 'UCS-2']),
      count: count().describe('How many parts.'),
      units: count().describe('Length in septets for GSM-7, in UTF-16 units for UCS-2.'),
      perSegment: count().describe('Units that fit in one part.'),
      nonGsm: texts().describe('The characters that forced UCS-2, each once.'),
    })
    .describe('How the text is split into parts.'),
  otp: z.string().nullable().describe('The one-time password found in the text.'),
  duplicate: z
    .boolean()
    .describe(
      'Whether it asked for duplicatecheck, and the same recipients, text and sender were kept already.',
    ),
  transactionId: z.string().nullable().describe('19 digits; null where the send was refused.'),
  auth: z.enum(AUTH_METHODS).nullable().describe('How the sender proved who they are.'),
  encoding: z.enum(SEND_ENCODINGS).describe('How the fields came; the document has multipart.'),
  method: z.string().describe('HTTP method.'),
  path: z.string().describe('Path, without query.'),
  fields: z.record(z.string(), z.string()).describe('As they came, secrets masked.'),
  headers: z.record(z.string(), z.string()).describe('As they came, secrets masked.'),
  notes: texts().describe('What the document does not have, what is missing, what was assumed.'),
  fault: z.enum(FAULT_NAMES).nullable().describe('The fault that struck.'),
  answer: z
    .strictObject({ status: z.int(), body: z.string() })
    .nullable()
    .describe('What was sent back; null where a fault kept it.'),
  timeline: z
    .array(z.strictObject({ at: moment(), event: z.enum(TIMELINE_EVENTS) }))
    .describe('What happened to it, oldest first.'),
  read: z.boolean().describe('Whether somebody has opened it.'),
} satisfies { readonly [Key in keyof InboxMessage]: z.ZodType<InboxMessage[Key]> };

/** A message as plain data: what the API answers and the file holds. */
export const inboxMessageSchema = z.strictObject(shape);
