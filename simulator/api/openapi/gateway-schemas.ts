import { z } from 'zod/v3';
import { DOCUMENT_FIELDS, WILD_FIELDS } from '../../gateway/fields.js';
import { withExample } from './json-schema.js';

/** The fields of a send, as in the query of a `GET`. */
export const sendFields: Readonly<Record<string, z.ZodTypeAny>> = Object.fromEntries([
  ...Object.entries(DOCUMENT_FIELDS).map(([name, { meaning, shown, required }]) => {
    const example = shown === undefined ? '' : ` The specification shows ${shown}.`;
    const field = z.string().describe(meaning + example);
    const described = shown === undefined ? field : withExample(field, shown);
    return [name, required === true ? described : described.optional()];
  }),
  ...[...WILD_FIELDS].map((name) => [
    name,
    z
      .string()
      .optional()
      .describe(
        name === 'password'
          ? 'The password, URL-encoded if it has special characters.'
          : 'Not in the specification; accepted and kept.',
      ),
  ]),
]) as Readonly<Record<string, z.ZodTypeAny>>;

/** The fields of a send in a form. */
export const sendFormSchema = z
  .object(sendFields)
  .passthrough()
  .describe('The nine fields of the specification, and others that clients are known to send.');

const numbers = z.union([z.string(), z.array(z.union([z.string(), z.number().int()]))]);

/** The fields of a send in JSON. */
export const sendJsonSchema = z
  .object({
    ...sendFields,
    mobile: numbers.optional(),
    msg: z.string().optional(),
    sms: z
      .array(z.object({ mobile: numbers, msg: z.string() }).passthrough())
      .min(1)
      .optional()
      .describe('Several texts, each with its recipients, instead of mobile and msg.'),
  })
  .passthrough()
  .describe('An assumption: the specification only has multipart.');

const text = (meaning: string) => z.string().describe(meaning);

/** The fields of a question about an account. */
export const accountFields: Readonly<Record<string, z.ZodTypeAny>> = {
  userid: text('Registered user name.'),
  password: text('The password.').optional(),
  output: text('Format of the answer, which is JSON for any value.').optional(),
};

/** The fields of a question about the reports of a send. */
export const reportFields: Readonly<Record<string, z.ZodTypeAny>> = {
  ...accountFields,
  uuid: text('The transactionId of the send.'),
};

const success = {
  status: z.literal('success'),
  statusCode: z.literal('200'),
  reason: z.literal('success'),
};
const wallClock = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

/** A successful login. */
export const tokenSchema = z.strictObject({
  ...success,
  token: z.string().describe('The Authorization header of the send endpoint.'),
  expires_after: wallClock.describe('When the token expires, in the zone of the option timeZone.'),
});

/** A successful send. */
export const sendResultSchema = z.strictObject({
  ...success,
  mobile: z.string().describe('The accepted numbers, separated by commas.'),
  invalidMobile: z.string().describe('The rejected numbers; empty if there are none.'),
  transactionId: z
    .string()
    .regex(/^\d{19}$/)
    .describe('Has more digits than a JavaScript number can hold.'),
  msgId: z.string().describe('May be empty.'),
  requestTime: wallClock.describe('An assumption: not in the specification, but sent by real gateways.'),
});

/** A refused login. */
export const refusalSchema = z
  .strictObject({ status: z.literal('error'), statusCode: z.string(), reason: z.string() })
  .describe('An assumption: the specification shows no failure body.');

const empty = z.literal('');

/** A refused send. */
export const sendRefusalSchema = refusalSchema
  .extend({ mobile: empty, invalidMobile: empty, transactionId: empty, msgId: empty })
  .describe('An assumption: the specification shows no failure body. Some clients read these fields.');

/** The form of a question about an account. */
export const accountFormSchema = z.object(accountFields).passthrough();

/** The form of a question about the reports of a send. */
export const reportFormSchema = z.object(reportFields).passthrough();

const envelope = {
  status: z.literal('success'),
  msg: z.literal('success'),
  code: z.literal('200'),
};
const reports = z.array(
  z.strictObject({
    status: z.strictObject({
      uuId: z.string(),
      msgId: z.string(),
      mobileNo: z.string(),
      Status: z.enum(['DELIVERED', 'FAILED', 'EXPIRED']),
      Cause: z.string(),
    }),
  }),
);

/** The delivery reports of a send. */
export const reportListSchema = z
  .strictObject({
    response: z.strictObject({
      api: z.literal('send'),
      action: z.literal('status'),
      ...envelope,
      count: z.number().int().min(0),
      report_statusList: reports.describe('Empty while there is no report.'),
      reports_statusList: reports.describe('The same, for clients that read this name.'),
    }),
  })
  .describe('An assumption: not in the specification.');

/** What an account has left. */
export const balanceSchema = z
  .strictObject({
    response: z.strictObject({
      api: z.literal('account'),
      action: z.literal('readstatus'),
      ...envelope,
      account: z.strictObject({ smsBalance: z.string().regex(/^\d+$/) }),
    }),
  })
  .describe('An assumption: not in the specification.');
