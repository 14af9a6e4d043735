/** The faults that the simulator knows. See `docs/simulator-in-tests.md` for what each does. */
export const FAULT_NAMES = [
  'accept-then-drop',
  'drop',
  'reset',
  'stall',
  'slow',
  'drip',
  '429',
  '500',
  '502',
  '503-html',
  '200-html',
  'bad-json',
  'refuse',
  'reject-numbers',
  'expire-token',
  'wrong-zone',
  'delivery-failed',
  'delivery-expired',
  'report-late',
  'report-twice',
  'report-lost',
  'report-before-answer',
  'report-orphan',
  'report-out-of-order',
  'delivered-time-on-failure',
] as const;

/** The name of a fault. */
export type FaultName = (typeof FAULT_NAMES)[number];

/** The options of a fault. Each option belongs to some faults only; with others it is an error. */
export interface FaultOptions {
  /** Whether it affects sends or logins. Default `send`; `wrong-zone` affects logins only. */
  on?: 'send' | 'login' | undefined;
  /**
   * `reset`, `stall`, `500`, `502`, `503-html`, `200-html`, `bad-json`: whether the gateway checks
   * the message and accepts it before the fault takes effect. Default false; true for `bad-json`.
   */
  accept?: boolean | undefined;
  /** Milliseconds before the answer of `slow` (default 3,000), or the report of `report-late` (10,000). */
  latency?: number | undefined;
  /** `drip`: milliseconds between two pieces of the answer. Default 100. */
  interval?: number | undefined;
  /** `drip`: bytes in a piece. Default 8. */
  bytes?: number | undefined;
  /** `429`, `502`, `503-html`: seconds in `Retry-After`. Default 1 for `429`, no header for others. */
  retryAfter?: number | undefined;
  /** `refuse`: the code. Default `203`. */
  statusCode?: string | undefined;
  /** `refuse`: the reason. Default `Sender id is invalid`. */
  reason?: string | undefined;
  /** `refuse`: HTTP status. Default 200, as with real gateways. */
  httpStatus?: number | undefined;
  /**
   * `reject-numbers`, `delivery-failed`, `delivery-expired`, `delivered-time-on-failure`: the numbers
   * that it concerns; a leading `+` and separators are ignored. Default: for `reject-numbers` the last
   * recipient of the send, for the others all of them.
   */
  numbers?: readonly string[] | undefined;
  /**
   * `delivery-failed`, `delivery-expired`, `delivered-time-on-failure`: the code of the report. Default
   * that of its state, as in the option `reportCodes`.
   */
  code?: string | undefined;
  /** The same faults: the cause in words. Default `Message expired` and `Unknown User`. */
  cause?: string | undefined;
  /** Affects only requests of this user id; a planned fault waits for one. Default: any. */
  account?: string | undefined;
  /**
   * Affects only sends to this number, or to any of several; a leading `+` and separators are ignored. A
   * planned fault waits for one. Default: any.
   */
  to?: string | readonly string[] | undefined;
  /** `wrong-zone`: the zone to use. Default: one that is many hours away. */
  timeZone?: string | undefined;
}

/** A fault with all its defaults. */
export interface Fault extends Omit<FaultOptions, 'on'> {
  /** Its name. */
  readonly fault: FaultName;
  /** Whether it affects sends or logins. */
  readonly on: 'send' | 'login';
}
