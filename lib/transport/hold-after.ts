import { SmsResponseError, SmsTransportError } from '../errors/index.js';
import { meaningOf } from '../protocol/gateway-answer.js';
import { LONGEST_OBEYED } from '../protocol/retry-after.js';

/** How long the gateway asked us to wait, in ms, at most an hour. It means the whole account, not one call. */
export function holdAfter(error: unknown): number {
  const isThrottled =
    (error instanceof SmsTransportError && error.code === 'throttled') ||
    (error instanceof SmsResponseError && meaningOf(error.httpStatus) === 'throttled');
  return isThrottled ? Math.min(error.retryAfter ?? 0, LONGEST_OBEYED) : 0;
}
