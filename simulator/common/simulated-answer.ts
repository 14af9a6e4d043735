/** Why a send was refused. */
export interface Refusal {
  /** The code of the answer; empty if a fault lost the answer. */
  readonly statusCode: string;
  /** The reason of the answer, the fault that was used, or what was wrong with a login. */
  readonly reason: string;
}

/** An answer of the gateway. */
export interface SimulatedAnswer {
  /** HTTP status; 200 for failures too, as with real gateways. */
  readonly httpStatus: number;
  /** Headers, without `Content-Length`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. */
  readonly body: string;
}

/** Codes of failure bodies of real gateways; 402 and 409 are our own. */
export const REFUSED = {
  numbers: '122',
  flag: '147',
  type: '171',
  sender: '203',
  missing: '213',
  credentials: '216',
  nothing: '253',
  balance: '402',
  duplicate: '409',
} as const;

/** The refusal of a request because of a field that must be there. */
export function missing(name: string, how = 'missing'): Refusal {
  return { statusCode: REFUSED.missing, reason: `The required parameter ${name} is ${how}` };
}

/** A JSON answer. */
export function jsonAnswer(body: object, httpStatus = 200): SimulatedAnswer {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  return { httpStatus, headers, body: JSON.stringify(body) };
}

/** A failure body with three fields (an assumption, as real gateways do). */
export function refusal(statusCode: string, reason: string, httpStatus = 200): SimulatedAnswer {
  return jsonAnswer({ status: 'error', statusCode, reason }, httpStatus);
}

// Some clients read these fields of section 2.2 before they look at the status.
const NOTHING_SENT = { mobile: '', invalidMobile: '', transactionId: '', msgId: '' };

/** The failure body of a send, which also has the fields of a success, empty (an assumption). */
export function sendRefusal({ statusCode, reason }: Refusal, httpStatus = 200): SimulatedAnswer {
  return jsonAnswer({ status: 'error', statusCode, reason, ...NOTHING_SENT }, httpStatus);
}
