import { ADVICE } from '../errors/advice.js';
import { SmsAuthenticationError, type SmsTransportError } from '../errors/index.js';
import { readRejection, statusError } from './answer-error.js';
import type { GatewayAnswer } from './gateway-answer.js';
import { isHeaderValue } from './header.js';
import { readJsonObject } from './read-json.js';
import { type AnswerRules, hasToken, isOfSend, readVerdict } from './verdict.js';

/** A successful login (specification, section 2.1). */
export interface LoginAnswer {
  /** The opaque access token; a valid header value. */
  readonly token: string;
  /** `expires_after` as it came; the caller knows its time zone. */
  readonly expiresAfter: unknown;
}

/**
 * Reads the gateway's answer to a login (specification, sections 2.1 and 4.1). After
 * `login-unusable`, the connection must not be used again: its answers may belong to other requests.
 *
 * Never throws. Returns an `SmsAuthenticationError` if the gateway refused the login, or gave no usable token,
 * and an `SmsTransportError`, `not-sent`, for 3xx, 5xx, 408, 429 and 499.
 *
 * @param sent what no error may show; see `shown`
 */
export function readLoginAnswer(
  answer: GatewayAnswer,
  rules: AnswerRules,
  sent: () => readonly string[],
): LoginAnswer | SmsAuthenticationError | SmsTransportError {
  const { status } = answer;
  const failure = statusError(answer, 'login');
  if (failure) return failure;
  const fields = readJsonObject(answer.body);
  if (isSendAnswer(answer)) return unusableLogin(`HTTP ${status} and the answer to a send`);
  if (answer.meaning === 'refused') return loginRefused(answer, fields ?? {}, sent());
  if (!fields) return unusableLogin(`HTTP ${status} and a body that is not a JSON object`);
  const verdict = readVerdict(answer, fields, rules);
  if (verdict === 'rejected') return loginRefused(answer, fields, sent());
  if (verdict === 'unclear')
    return unusableLogin(`HTTP ${status} and fields that do not confirm success`);
  const { token } = fields;
  if (typeof token !== 'string' || token === '') return unusableLogin('success without a token');
  if (!isHeaderValue(token)) return unusableLogin('a token that is not a valid HTTP header value');
  return { token, expiresAfter: fields['expires_after'] };
}

/** Whether an answer to a login is one to a send, because a gateway or a proxy answered that twice. */
export function isSendAnswer({ body }: GatewayAnswer): boolean {
  const fields = readJsonObject(body) ?? {};
  // `/me/` may also tell the user's own number.
  return !hasToken(fields) && isOfSend(fields);
}

function loginRefused(
  answer: GatewayAnswer,
  fields: Readonly<Record<string, unknown>>,
  sent: readonly string[],
): SmsAuthenticationError {
  const { summary, statusCode, reason } = readRejection(answer, fields, sent);
  return new SmsAuthenticationError(
    'login-refused',
    `The gateway refused the login (${summary}). ${ADVICE.credentials}`,
    { statusCode, reason },
  );
}

/** The error for an answer to a login that gave no usable token. */
export function unusableLogin(what: string): SmsAuthenticationError {
  return new SmsAuthenticationError(
    'login-unusable',
    `The gateway answered the login with ${what}, so the account has no access token. ${ADVICE.address}`,
  );
}
