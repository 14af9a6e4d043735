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
export const REPORT_PRESETS = {
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
  /** Default `0`: clients of real gateways take `000` for a failure. */
  delivered?: string | undefined;
  /** Default `001`. */
  failed?: string | undefined;
  /** Default `002`. */
  expired?: string | undefined;
}
