import { SmsResponseError, SmsTransportError } from '../errors/index.js';
import { type GatewayAnswer, headerOf } from './gateway-answer.js';
import { readRetryAfter } from './retry-after.js';

/**
 * The error for an answer whose HTTP status alone decides, or undefined where the body must speak.
 *
 * @param outcome what such an answer means: a send may have been taken, a login sends nothing
 */
export function statusError(
  answer: GatewayAnswer,
  what: 'send' | 'login',
): SmsTransportError | undefined {
  const { status } = answer;
  const outcome = what === 'login' ? 'not-sent' : 'unknown';
  const retryAfter = readRetryAfter(headerOf(answer, 'retry-after'), Date.now());
  if (status === 429) {
    return new SmsTransportError(
      'throttled',
      `The gateway answered the ${what} with HTTP 429: too many requests. Nothing was sent. Send more slowly, or wait and send again.`,
      { outcome: 'not-sent', retryAfter },
    );
  }
  if (status >= 300 && status < 400) {
    return new SmsTransportError(
      'redirected',
      `The gateway answered the ${what} with HTTP ${status}, a redirect, which is never followed, for it would carry the credentials elsewhere. Give the address it points to as baseUrl.`,
      { outcome, retryable: false },
    );
  }
  if (status >= 500) {
    return new SmsTransportError(
      'gateway-failed',
      what === 'login'
        ? `The gateway answered the login with HTTP ${status}. Nothing was sent. Wait and send again.`
        : `The gateway answered the send with HTTP ${status}, so the message may have been sent. Look it up at the gateway before you send it again.`,
      { outcome, retryAfter },
    );
  }
  return undefined;
}

/** The error for an answer to a send that proves neither yes nor no. */
export function unclearAnswer(httpStatus: number, what: string): SmsResponseError {
  return new SmsResponseError(
    'answer-unclear',
    `The gateway answered the send with HTTP ${httpStatus} and ${what}, which proves neither that the message was sent nor that it was not. Look it up at the gateway before you send it again.`,
    { httpStatus },
  );
}
