import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { AuthMethod } from '../inbox/inbox-message.js';
import type { ResolvedOptions } from '../simulator.options.js';
import type { AccessTokens } from './access-tokens.js';
import { decodePercent } from './fields.js';
import { REFUSED, refusal, type GatewayAnswer } from './gateway-answer.js';

/** The result of a check. `refused` is the answer if the credentials are not valid. */
export interface CredentialCheck {
  readonly auth: AuthMethod | null;
  readonly notes: readonly string[];
  readonly refused?: GatewayAnswer;
}

/** Checks how a send authenticates, and whether its credentials are valid (document, section 5). */
export function checkCredentials(
  headers: IncomingHttpHeaders,
  fields: ReadonlyMap<string, string>,
  options: ResolvedOptions,
  tokens: AccessTokens,
): CredentialCheck {
  const key = headers[options.apiKeyHeader];
  const methods: AuthMethod[] = [];
  if (headers.authorization !== undefined) methods.push('token');
  if (fields.has('password')) methods.push('password');
  if (key !== undefined) methods.push('apiKey');
  if (methods.length > 1) {
    const reason = `Two ways to authenticate at once (${methods.join(' and ')}): use exactly one`;
    return refuse(`${reason}.`, refusal(REFUSED.credentials, reason));
  }
  const userId = fields.get('userid') ?? '';
  if (userId === '') {
    const reason = 'The required parameter userid is missing';
    return refuse(`${reason}.`, refusal(REFUSED.missing, reason));
  }
  // The token store knows the owner of each token, and so tells this case from an unknown token.
  if (methods[0] === 'token') {
    return checkToken(headers.authorization ?? '', userId, options, tokens);
  }
  if (methods[0] === undefined) {
    return refuse(
      'The send has no credentials. It needs the token in Authorization, the field password, or ' +
        `the key in the header ${options.apiKeyHeader}.${noteMisplacedKey(fields)}`,
    );
  }
  if (userId !== options.userId) return refuse('The userid is unknown.');
  if (methods[0] === 'password') {
    return checkPassword(fields.get('password') ?? '', options.password);
  }
  const valid = sameSecret(String(key), options.apiKey);
  return valid ? { auth: 'apiKey', notes: [] } : refuse('The key is wrong.');
}

/** Compares two secrets in a time that does not depend on them. */
export function sameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(hash(given), hash(secret));
}

function hash(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

function checkToken(
  header: string,
  userId: string,
  { expiredToken: { statusCode, reason, httpStatus } }: ResolvedOptions,
  tokens: AccessTokens,
): CredentialCheck {
  const [, scheme, token = header] = /^(\w+) +(\S+)$/.exec(header) ?? [];
  const isBearer = scheme?.toLowerCase() === 'bearer';
  switch (tokens.check(isBearer ? token : header, userId)) {
    case 'valid': {
      const note = 'The word Bearer comes before the token; the document has the token only.';
      return { auth: 'token', notes: isBearer ? [note] : [] };
    }
    case 'expired':
      return refuse('The token has expired.', refusal(statusCode, reason, httpStatus));
    case 'other user':
      return refuse('The token belongs to another userid.');
    case 'unknown':
      return refuse(
        scheme === undefined || isBearer
          ? 'The token was not issued by this gateway.'
          : `Authorization has the scheme ${scheme}; the document has the token only.`,
      );
  }
}

function checkPassword(given: string, password: string): CredentialCheck {
  if (sameSecret(given, password)) {
    const note = 'The password came unencoded; the document asks to URL-encode special characters.';
    return { auth: 'password', notes: encodeURIComponent(password) === password ? [] : [note] };
  }
  if (sameSecret(decodePercent(given), password)) {
    const note = 'The password came URL-encoded, as the document asks.';
    return { auth: 'password', notes: [note] };
  }
  return refuse('The password is wrong.');
}

function noteMisplacedKey(fields: ReadonlyMap<string, string>): string {
  const name = [...fields.keys()].find((field) => /^api[-_]?key$/i.test(field));
  return name === undefined ? '' : ` The key came as the field ${name}; it belongs in a header.`;
}

function refuse(
  note: string,
  refused = refusal(REFUSED.credentials, 'Invalid credentials'),
): CredentialCheck {
  return { auth: null, notes: [note], refused };
}
