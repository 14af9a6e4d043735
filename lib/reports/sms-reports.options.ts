import type { SmsReportState } from './sms-report.js';

/**
 * The names of a report's fields, for each thing that it can say: `recipient` is the number, `state` the word
 * of the state, `cause` the reason, `at` when it happened.
 */
export type SmsReportNames = {
  readonly [Part in
    'transactionId' | 'messageId' | 'recipient' | 'state' | 'code' | 'cause' | 'at']?:
    | readonly string[]
    | undefined;
};

/**
 * The options of an account's reports. No report is in the gateway specification, so everything that is
 * known without options is an assumption.
 */
export interface SmsReportsOptions {
  /**
   * The route that takes reports, for example `sms-reports/5f0c1f…`. Its last part is a secret of at least 16
   * letters and digits, because reports are not signed. Left out: no route, and the app calls `receive`.
   */
  path?: string | undefined;
  /** A header that each request must have. Default none. */
  header?: { readonly name: string; readonly value: string } | undefined;
  /**
   * The addresses that reports may come from, as addresses or ranges like `203.0.113.0/24`: the socket's,
   * or behind a proxy Nest's `req.ip` with `trust proxy`. Default: any.
   */
  allowFrom?: readonly string[] | undefined;
  /** Names of fields besides the known ones. Case does not matter. */
  fields?: SmsReportNames | undefined;
  /** What codes mean in reports without a word, for example `{ '000': 'delivered' }`. Default none. */
  states?: Readonly<Record<string, SmsReportState>> | undefined;
  /** The IANA time zone of times without one. Default none: such times are left out. */
  timeZone?: string | undefined;
  /** How reports are asked for. */
  lookup?: { readonly path?: string | undefined } | undefined;
}

/** A class that creates the options, for `useClass` and `useExisting`. */
export interface SmsReportsOptionsFactory {
  /** Called once, while the app starts. */
  createSmsReportsOptions(): SmsReportsOptions | Promise<SmsReportsOptions>;
}
