import { SmsGatewayError, SmsTransportError } from '../../core/errors/index.js';
import { GatewayAnswer } from '../../core/protocol/gateway-answer.js';
import { invalidCall } from './sms-testing-error.js';

/**
 * How a send can fail:
 *
 * | failure | the caller gets |
 * |---|---|
 * | `not-sent` | `SmsTransportError` (`connection-failed`): definitely not sent, can be retried |
 * | `unknown` | `SmsTransportError` (`connection-lost`): it may have been sent |
 * | `rejected` | `SmsRejectedError` with `statusCode` and `reason` |
 * | `throttled` | `SmsTransportError` (`throttled`) with `retryAfter` |
 * | `credentials-refused` | `SmsAuthenticationError` (`credentials-refused`) |
 * | an error of this package | that error |
 */
export type SmsFailure =
  'not-sent' | 'unknown' | 'rejected' | 'throttled' | 'credentials-refused' | SmsGatewayError;

/** How often a send fails, and with which details. */
export interface SmsFailureOptions {
  /** How many sends fail. Default 1. */
  count?: number | undefined;
  /** `rejected`: the gateway's code. Default `203`. */
  statusCode?: string | undefined;
  /** `rejected`: the gateway's reason. Default `Sender id is invalid`. */
  reason?: string | undefined;
  /** `throttled`: milliseconds to wait, rounded up to whole seconds as in `Retry-After`. Default 1,000. */
  retryAfter?: number | undefined;
}

/** A planned failure. */
export interface PlannedFailure {
  /** The gateway's answer, or the error if there is none. */
  readonly answer: () => GatewayAnswer | SmsGatewayError;
  /** How many sends it still makes fail. */
  count: number;
}

/** An answer with a JSON body. */
export function jsonAnswer(
  body: object,
  status = 200,
  headers: GatewayAnswer['headers'] = {},
): GatewayAnswer {
  return new GatewayAnswer(status, headers, Buffer.from(JSON.stringify(body)));
}

const ANSWERS: Readonly<
  Record<
    Exclude<SmsFailure, SmsGatewayError>,
    (options: SmsFailureOptions) => GatewayAnswer | SmsGatewayError
  >
> = {
  'not-sent': () =>
    new SmsTransportError(
      'connection-failed',
      'No connection to the gateway could be made (planned by failNext). Nothing was sent.',
      { outcome: 'not-sent' },
    ),
  unknown: () =>
    new SmsTransportError(
      'connection-lost',
      'The connection to the gateway was lost before it answered (planned by failNext). The message may have been sent. Look it up at the gateway before you send it again.',
      { outcome: 'unknown' },
    ),
  rejected: ({ statusCode = '203', reason = 'Sender id is invalid' }) =>
    jsonAnswer({ status: 'error', statusCode, reason }),
  throttled: ({ retryAfter = 1000 }) =>
    jsonAnswer({ status: 'error' }, 429, { 'retry-after': String(Math.ceil(retryAfter / 1000)) }),
  'credentials-refused': () => jsonAnswer({ status: 'error' }, 401),
};

/** The options of a failure besides `count`. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  rejected: ['statusCode', 'reason'],
  throttled: ['retryAfter'],
};

/**
 * Reads a failure that a test plans.
 *
 * @throws SmsTestingError naming what is invalid and what to provide
 */
export function planFailure(
  failure: SmsFailure,
  countOrOptions: number | SmsFailureOptions,
  caller: Function,
): PlannedFailure {
  const options = typeof countOrOptions === 'number' ? { count: countOrOptions } : countOrOptions;
  const { count = 1 } = options;
  if (!(Number.isSafeInteger(count) && count >= 1)) {
    throw invalidCall(caller, 'count must be a whole number of at least 1');
  }
  const isError = failure instanceof SmsGatewayError;
  if (!isError && !Object.hasOwn(ANSWERS, failure)) {
    const names = Object.keys(ANSWERS).join(', ');
    throw invalidCall(caller, `unknown failure; use ${names}, or an error of nestjs-sms-gateway`);
  }
  const knownKeys = ['count', ...((isError ? undefined : OPTIONS[failure]) ?? [])];
  const unknown = Object.keys(options).find((key) => !knownKeys.includes(key));
  if (unknown !== undefined) {
    throw invalidCall(caller, `unknown option ${unknown}; use ${knownKeys.join(', ')}`);
  }
  return { answer: () => (isError ? failure : ANSWERS[failure](options)), count };
}
