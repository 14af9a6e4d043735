import { SmsAuthenticationError } from '../errors/index.js';
import type { Redactor } from '../message/redactor.js';
import { statusError } from './answer-error.js';
import type { GatewayAnswer } from './gateway-answer.js';
import { isHeaderValue } from './header.js';
import { readJsonObject, textOf } from './read-json.js';
import { readVerdict } from './verdict.js';

/** The token endpoint's yes (document, section 2.1). */
export interface LoginAnswer {
  /** The opaque access token; a valid header value. */
  readonly token: string;
  /** `expires_after` as it came: the caller knows the zone. */
  readonly expiresAfter: unknown;
}

/**
 * Reads the gateway's answer to a login (document, sections 2.1 and 4.1).
 *
 * @throws SmsAuthenticationError where the gateway said no, or gave no usable token
 * @throws SmsTransportError, `not-sent`, for 3xx, 5xx and 429
 */
export function readLoginAnswer(answer: GatewayAnswer, redactor: () => Redactor): LoginAnswer {
  const { status } = answer;
  const failure = statusError(answer, 'login');
  if (failure) throw failure;
  if (status === 401 || status === 403) throw loginRefused(`HTTP ${status}`);
  const fields = readJsonObject(answer.body);
  if (!fields) throw unusable(`HTTP ${status} and a body that is no JSON object`);
  const verdict = readVerdict(status, fields);
  if (verdict === 'no') {
    const { code, text } = redactor();
    const said = [code(textOf(fields['statusCode']) ?? ''), text(textOf(fields['reason']) ?? '')]
      .filter(Boolean)
      .join(': ');
    throw loginRefused(said || 'no reason given');
  }
  if (verdict === 'unclear') throw unusable(`HTTP ${status} and fields that prove no success`);
  const { token } = fields;
  if (typeof token !== 'string' || token === '') throw unusable('success without a token');
  if (!isHeaderValue(token)) throw unusable('a token that cannot stand in an HTTP header');
  return { token, expiresAfter: fields['expires_after'] };
}

function loginRefused(by: string): SmsAuthenticationError {
  return new SmsAuthenticationError(
    'login-refused',
    `The gateway refused the login (${by}). Nothing was sent. Check auth.userId and auth.password.`,
  );
}

function unusable(what: string): SmsAuthenticationError {
  return new SmsAuthenticationError(
    'login-unusable',
    `The gateway answered the login with ${what}, so there is no token to send with. Nothing was sent. Check that baseUrl is the gateway's.`,
  );
}
