import { z } from 'zod';
import { isHeaderName, isHeaderValue, isSetByRequest } from '../../lib/core/protocol/header.js';
import { kind, object, oneOf, text } from '../../lib/core/options/schemas.js';

/** The parts of a delivery report, in the order in which they are sent. */
export const REPORT_FIELDS = [
  'transactionId',
  'messageId',
  'recipient',
  'state',
  'code',
  'cause',
  'receivedAt',
  'deliveredAt',
] as const;

/** A part of a delivery report. */
export type ReportField = (typeof REPORT_FIELDS)[number];

/** The names under which the parts of a delivery report are sent. A part without a name is not sent. */
export type ReportFields = { readonly [Field in ReportField]?: string | undefined };

/**
 * Sets of names that real gateways use, each called by its name for the transaction. Which names come together is a
 * guess, except for `uuId`: those are the names of the reports that are asked for.
 */
const REPORT_PRESETS = {
  transId: {
    transactionId: 'transId',
    messageId: 'msgId',
    recipient: 'mobile',
    state: 'status',
    code: 'errorCode',
    deliveredAt: 'dlrTime',
  },
  // Without a state, which is often missing.
  transactionId: {
    transactionId: 'transactionId',
    messageId: 'messageId',
    recipient: 'mobileNumber',
    code: 'errorCode',
    receivedAt: 'receivedTime',
    deliveredAt: 'deliveredTime',
  },
  Transactionid: {
    transactionId: 'Transactionid',
    messageId: 'Messageid',
    recipient: 'mobileNo',
    code: 'ErrorCode',
    receivedAt: 'ReceivedTime',
    deliveredAt: 'DeliveredTime',
  },
  uuId: {
    transactionId: 'uuId',
    messageId: 'msgId',
    recipient: 'mobileNo',
    state: 'Status',
    cause: 'Cause',
  },
} as const satisfies Readonly<Record<string, ReportFields>>;

/** The name of a set of names. */
export type ReportPreset = keyof typeof REPORT_PRESETS;

/** The words for the states in delivery reports. */
export interface ReportStates {
  /** Default `DELIVERED`. */
  delivered?: string | undefined;
  /** Default `FAILED`. */
  failed?: string | undefined;
  /** Default `EXPIRED`. */
  expired?: string | undefined;
}

/** The codes for the states in delivery reports. */
export interface ReportCodes {
  /** Default `000`. */
  delivered?: string | undefined;
  /** Default `001`. */
  failed?: string | undefined;
  /** Default `002`. */
  expired?: string | undefined;
}

const isPreset = (name: unknown): name is ReportPreset =>
  typeof name === 'string' && Object.hasOwn(REPORT_PRESETS, name);
const presets = Object.keys(REPORT_PRESETS).join(', ');
const fields = `${presets}, or an object of names, with any of ${REPORT_FIELDS.join(', ')}`;
const name = text('a name').optional();
const names = Object.fromEntries(REPORT_FIELDS.map((field) => [field, name]));
const word = text('a word');
const code = text("a code like '0'");
const headers = 'an object of HTTP headers, but not those that the post itself sets';

/** The options of the simulator that say how delivery reports are written and sent. */
export const reportOptions = {
  reportMethod: oneOf(['POST', 'GET'])
    .default('POST')
    .describe('<method> POST, or GET with the fields in the query (POST)'),
  reportFormat: oneOf(['form', 'json']).default('form').describe('<how> form or json (form)'),
  reportFields: z
    .union([z.custom<ReportPreset>(isPreset), object(names, kind(fields))], kind(fields))
    .default('transId')
    .transform((given): ReportFields => (isPreset(given) ? REPORT_PRESETS[given] : given))
    .describe('<names> a preset, or part=name,part=name (transId)'),
  reportStates: object(
    {
      delivered: word.default('DELIVERED'),
      failed: word.default('FAILED'),
      expired: word.default('EXPIRED'),
    },
    kind('an object of words, with any of delivered, failed, expired'),
  )
    .prefault({})
    .describe('<words> like delivered=DELIVRD,failed=UNDELIV'),
  reportCodes: object(
    {
      delivered: code.default('000'),
      failed: code.default('001'),
      expired: code.default('002'),
    },
    kind('an object of codes, with any of delivered, failed, expired'),
  )
    .prefault({})
    .describe('<codes> like delivered=0,failed=1'),
  reportTimes: oneOf(['wall-clock', 'iso', 'epoch'])
    .default('wall-clock')
    .describe('<how> wall-clock, iso or epoch (wall-clock)'),
  reportHeaders: z
    .record(z.string(), z.string(kind('a string')), kind(headers))
    .refine(
      (given) =>
        Object.entries(given).every(
          ([key, value]) => isHeaderName(key) && !isSetByRequest(key) && isHeaderValue(value),
        ),
      `is not valid. Provide ${headers}`,
    )
    .prefault({})
    .describe("<header> like 'X-Key: secret', can be repeated"),
};
