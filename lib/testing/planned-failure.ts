import { DEFAULT_REFUSED_CODES } from '../auth/credential-source.js';
import { SmsGatewayError, SmsTransportError } from '../errors/index.js';
import { kindOf } from '../message/value-checks.js';
import type { GatewayAnswer } from '../protocol/gateway-answer.js';

import { SmsTestingError } from './sms-testing-error.js';

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
  /** Returns the gateway's answer, or throws if there is none. */
  readonly answer: () => GatewayAnswer;
  /** How many sends it still makes fail. */
  count: number;
}

/** An answer with a JSON body. */
export function jsonAnswer(body: object, status = 200): GatewayAnswer {
  return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) };
}

const OPTIONS_OF: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['not-sent', []],
  ['unknown', []],
  ['rejected', ['statusCode', 'reason']],
  ['throttled', ['retryAfter']],
  ['credentials-refused', []],
]);

/**
 * Checks a planned failure.
 *
 * @throws SmsTestingError naming what is invalid and what to give
 */
export function planFailure(
  failure: SmsFailure,
  countOrOptions: number | SmsFailureOptions,
  caller: Function,
): PlannedFailure {
  const given = typeof countOrOptions === 'number' ? { count: countOrOptions } : countOrOptions;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    const problem = `the second argument is ${kindOf(given)}; give a number, or an object such as { count: 2 }`;
    throw new SmsTestingError(`failNext: ${problem}.`, caller);
  }
  const { count = 1, ...options } = given;
  const problem = failureProblem(failure, options) ?? countProblem(count);
  if (problem) throw new SmsTestingError(`failNext: ${problem}.`, caller);
  return { answer: answerOf(failure, options), count };
}

function failureProblem(
  failure: SmsFailure,
  options: Omit<SmsFailureOptions, 'count'>,
): string | undefined {
  const isError = failure instanceof SmsGatewayError;
  const known = isError ? [] : OPTIONS_OF.get(failure);
  if (!known) {
    return `unknown failure; give ${[...OPTIONS_OF.keys()].join(', ')}, or an error of nestjs-sms-gateway`;
  }
  const what = isError ? 'an error' : `'${failure}'`;
  for (const key of Object.keys(options)) {
    if (!known.includes(key))
      return `${what} has no ${key}; give ${['count', ...known].join(', ')}`;
  }
  const { statusCode = '203', reason = '', retryAfter = 1000 } = options;
  if (typeof statusCode !== 'string') return "statusCode must be a string such as '203'";
  if (typeof reason !== 'string') return 'reason must be a string';
  if (/^(?:200|5\d\d)$/.test(statusCode)) {
    return `statusCode ${statusCode} does not prove a no; give another one, such as '203'`;
  }
  if (DEFAULT_REFUSED_CODES.has(statusCode)) {
    return `statusCode ${statusCode} means refused credentials; give failNext('credentials-refused')`;
  }
  if (!(Number.isFinite(retryAfter) && retryAfter >= 0)) {
    return 'retryAfter must be a number of milliseconds, 0 or more';
  }
  return undefined;
}

function countProblem(count: number): string | undefined {
  if (Number.isSafeInteger(count) && count >= 1) return undefined;
  return 'count must be a whole number of at least 1';
}

function answerOf(
  failure: SmsFailure,
  { statusCode = '203', reason = 'Sender id is invalid', retryAfter = 1000 }: SmsFailureOptions,
): () => GatewayAnswer {
  if (failure === 'rejected') return () => jsonAnswer({ status: 'error', statusCode, reason });
  if (failure === 'credentials-refused') return () => jsonAnswer({ status: 'error' }, 401);
  if (failure === 'throttled') {
    const headers = { 'retry-after': String(Math.ceil(retryAfter / 1000)) };
    return () => ({ ...jsonAnswer({ status: 'error' }, 429), headers });
  }
  return () => {
    if (failure === 'not-sent') throw connectionFailed();
    if (failure === 'unknown') throw connectionLost();
    throw failure;
  };
}

function connectionFailed(): SmsTransportError {
  return new SmsTransportError(
    'connection-failed',
    'No connection to the gateway could be made (planned by failNext). Nothing was sent.',
    { outcome: 'not-sent' },
  );
}

function connectionLost(): SmsTransportError {
  return new SmsTransportError(
    'connection-lost',
    'The connection to the gateway was lost before it answered (planned by failNext). The message may have been sent. Look it up at the gateway before you send it again.',
    { outcome: 'unknown' },
  );
}
