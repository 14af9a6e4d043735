/** What the gateway answers, before any fault. */
export interface GatewayAnswer {
  /** HTTP status; 200 for failures too, as in the wild. */
  readonly httpStatus: number;
  /** Headers beside `Content-Length`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. */
  readonly body: string;
}

/** An answer in JSON. */
export function jsonAnswer(body: object, httpStatus = 200): GatewayAnswer {
  return {
    httpStatus,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  };
}

/** A failure body of three fields (an assumption, as seen in the wild). */
export function refusal(statusCode: string, reason: string, httpStatus = 200): GatewayAnswer {
  return jsonAnswer({ status: 'error', statusCode, reason }, httpStatus);
}

/** Codes of failure bodies, as seen in the wild; 400 and 409 are our own. */
export const REFUSED = {
  numbers: '122',
  flag: '147',
  sender: '203',
  missing: '213',
  credentials: '216',
  duplicate: '409',
} as const;
