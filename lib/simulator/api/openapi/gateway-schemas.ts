import { z } from 'zod';
import { DOCUMENT_FIELDS, REQUIRED_FIELDS, WILD_FIELDS } from '../../gateway/known-fields.js';

const FIELD_MEANINGS: Readonly<Record<string, string>> = {
  userid: 'Registered user name.',
  mobile: 'Digits with country prefix, no plus sign. An assumption: several with commas between.',
  senderid: 'Sender identifier.',
  dltEntityId: 'Registered entity identifier of the sender.',
  msg: 'The text.',
  sendMethod: 'Way of sending.',
  msgType: 'Kind of text.',
  output: 'Format of the answer, which is JSON whatever stands here.',
  duplicatecheck: 'Whether to check for duplicates: true or false.',
};

const documentField = ([name, shown]: [string, string | undefined]) => {
  const meaning = FIELD_MEANINGS[name] ?? '';
  const field = shown === undefined ? z.string() : z.string().meta({ examples: [shown] });
  const described = field.describe(`${meaning}${shown === undefined ? '' : ` Shown: ${shown}.`}`);
  return [name, REQUIRED_FIELDS.includes(name) ? described : described.optional()] as const;
};
const documentFields = Object.fromEntries(Object.entries(DOCUMENT_FIELDS).map(documentField));
const wildFields = Object.fromEntries(
  [...WILD_FIELDS].map((name) => [
    name,
    z
      .string()
      .optional()
      .describe(
        name === 'password'
          ? 'The password, URL-encoded where it has special characters.'
          : 'Not in the document; taken and kept.',
      ),
  ]),
);

/** The fields of a send, as the query of a `GET` has them. */
export const sendFields = { ...documentFields, ...wildFields };

/** The fields of a send in a form. */
export const sendFormSchema = z
  .looseObject(sendFields)
  .describe('The nine fields of the document, and what clients are seen to send besides.');

const numbers = z.union([z.string(), z.array(z.union([z.string(), z.int()]))]);

/** The fields of a send in JSON. */
export const sendJsonSchema = z
  .looseObject({
    ...sendFields,
    mobile: numbers.optional(),
    msg: z.string().optional(),
    sms: z
      .array(z.looseObject({ mobile: numbers, msg: z.string() }))
      .min(1)
      .optional()
      .describe('Several texts, each with its recipients, in place of mobile and msg.'),
  })
  .describe('An assumption: the document has multipart alone.');

/** The yes to a login. */
export const tokenSchema = z.strictObject({
  status: z.literal('success'),
  token: z.string().describe('What the send endpoint takes as Authorization.'),
  expires_after: wallClock('Moment after which the token is not valid, in the zone of timeZone.'),
  statusCode: z.literal('200'),
  reason: z.literal('success'),
});

/** The yes to a send. */
export const sendResultSchema = z.strictObject({
  status: z.literal('success'),
  mobile: z.string().describe('Numbers that were taken, with commas between.'),
  invalidMobile: z.string().describe('Numbers that were not; empty where there are none.'),
  transactionId: z
    .string()
    .regex(/^\d{19}$/)
    .describe('More digits than a number holds.'),
  statusCode: z.literal('200'),
  reason: z.literal('success'),
  msgId: z.string().describe('May be empty.'),
  requestTime: wallClock('An assumption: not in the document, seen in the wild.'),
});

/** A no, to a login or a send. */
export const refusalSchema = z
  .strictObject({ status: z.literal('error'), statusCode: z.string(), reason: z.string() })
  .describe('An assumption: the document shows no failure body.');

function wallClock(meaning: string): z.ZodString {
  return z
    .string()
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    .describe(meaning);
}
