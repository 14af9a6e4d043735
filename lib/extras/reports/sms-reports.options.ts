import type { SmsReportFields, SmsReportState } from './sms-report.js';

/**
 * Names of the fields from which the properties of a report are read: `recipient` is the number, `state` the
 * word of the state, `cause` the reason, `at` when it happened.
 */
export type SmsReportNames = {
  readonly [
    Part in Exclude<
      keyof SmsReportFields,
      'account' | 'otherRecipient' | 'word' | 'time' | 'receivedAt'
    >
  ]?: readonly string[] | undefined;
};

/**
 * The options of an account's reports. The gateway specification does not describe reports, so all defaults
 * are assumptions.
 */
export interface SmsReportsOptions {
  /**
   * The route that receives reports, for example `sms-reports/5f0c1f…`. Its last part is a secret of at least 16
   * letters and digits, because reports are not signed. Without it there is no route, and the app calls `receive`.
   */
  path?: string | undefined;
  /** A header that each request must have. Default none. */
  header?: { readonly name: string; readonly value: string } | undefined;
  /**
   * The addresses that reports may come from, or ranges like `203.0.113.0/24`. Compared with the address of
   * the socket, or behind a proxy with `req.ip`, which needs `trust proxy`. Default: any.
   */
  allowFrom?: readonly string[] | undefined;
  /**
   * Names of fields, which take precedence over the known ones. If no field has exactly this name, case, spaces,
   * `_` and `-` do not matter.
   */
  fields?: SmsReportNames | undefined;
  /**
   * What words and codes mean, for example `{ '000': 'delivered', OPTED_OUT: 'failed' }`, in upper or lower case.
   * A word takes precedence over the known ones. A code counts only if the report has no known word. Default
   * none.
   */
  states?: Readonly<Record<string, SmsReportState>> | undefined;
  /** The IANA time zone of times without one, and of the days to ask for. Default none: such times are left out. */
  timeZone?: string | undefined;
  /**
   * How `lookup` asks for reports: by default at `/SMSApi/report/status`. With `days`, it also sends the dates of
   * this many days up to now, which some gateways require. Default none.
   */
  lookup?: { readonly path?: string | undefined; readonly days?: number | undefined } | undefined;
  /**
   * How `find` asks for reports: by default at `/SMSApi/report/status`, for at most 500 (`limit`). If the gateway
   * returns as many, it has cut the list, and `find` rejects.
   */
  find?: { readonly path?: string | undefined; readonly limit?: number | undefined } | undefined;
}

/** A class that creates the options, for `useClass` and `useExisting`. */
export interface SmsReportsOptionsFactory {
  /** Called once, while the app starts. */
  createSmsReportsOptions(): SmsReportsOptions | Promise<SmsReportsOptions>;
}
