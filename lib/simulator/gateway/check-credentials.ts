import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { AuthMethod } from '../inbox/inbox-message.js';
import type { ResolvedOptions } from '../simulator.options.js';
import type { AccessTokens } from './access-tokens.js';
import { REFUSED, refusal, type GatewayAnswer } from './gateway-answer.js';

/** What the credentials of a send prove. `refused` is the answer where they prove nothing. */
export interface CredentialCheck {
  readonly auth: AuthMethod | null;
  readonly notes: readonly string[];
  readonly refused?: GatewayAnswer;
}

/** Checks which way of authenticating was taken and whether it holds (document, section 5). */
export function checkCredentials(
  headers: IncomingHttpHeaders,
  fields: ReadonlyMap<string, string>,
  options: ResolvedOptions,
  tokens: AccessTokens,
): CredentialCheck {
  const key = headers[options.apiKeyHeader];
  const ways: AuthMethod[] = [];
  if (headers.authorization !== undefined) ways.push('token');
  if (fields.has('password')) ways.push('password');
  if (key !== undefined) ways.push('apiKey');
  if (ways.length > 1) {
    const reason = `Two ways to authenticate at once (${ways.join(' and ')}): use exactly one`;
    return refuse(null, reason, `${reason}.`);
  }
  const userId = fields.get('userid') ?? '';
  const auth = ways[0];
  if (userId === '') {
    const reason = 'The required parameter userid is missing';
    return { auth: null, notes: [`${reason}.`], refused: refusal(REFUSED.missing, reason) };
  }
  if (auth === undefined) {
    return refuse(
      null,
      'Invalid credentials',
      'The send has no credentials: it needs the token in Authorization, the field password, or ' +
        `the key in the header ${options.apiKeyHeader}.${misplacedKey(fields)}`,
    );
  }
  // The token store knows whose a token is, and tells it apart from a wrong one.
  if (auth === 'token') return checkToken(headers.authorization ?? '', userId, options, tokens);
  if (userId !== options.userId)
    return refuse(null, 'Invalid credentials', 'The userid is unknown.');
  if (auth === 'password') return checkPassword(fields.get('password') ?? '', options.password);
  if (sameSecret(String(key), options.apiKey)) return { auth, notes: [] };
  return refuse(null, 'Invalid credentials', 'The key is wrong.');
}

/** Compares two secrets in a time that tells nothing of them. */
export function sameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(hash(given), hash(secret));
}

function hash(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

function checkToken(
  header: string,
  userId: string,
  { expiredToken }: ResolvedOptions,
  tokens: AccessTokens,
): CredentialCheck {
  const bearer = /^Bearer +(\S+)$/i.exec(header)?.[1];
  const notes =
    bearer === undefined
      ? []
      : ['The word Bearer stands before the token; the document has the token alone.'];
  const state = tokens.check(bearer ?? header, userId);
  switch (state) {
    case 'valid':
      return { auth: 'token', notes };
    case 'expired': {
      const { statusCode, reason, httpStatus } = expiredToken;
      return {
        auth: null,
        notes: [...notes, 'The token has expired.'],
        refused: refusal(statusCode, reason, httpStatus),
      };
    }
    case 'other user':
      return refuse(null, 'Invalid credentials', 'The token belongs to another userid.');
    case 'unknown':
      return refuse(null, 'Invalid credentials', describeUnknownToken(header, bearer));
  }
}

function describeUnknownToken(header: string, bearer: string | undefined): string {
  const scheme = /^(\w+) +\S/.exec(header)?.[1];
  return bearer === undefined && scheme !== undefined
    ? `Authorization carries the scheme ${scheme}; the document has the token alone.`
    : 'The token is none that this gateway gave out.';
}

function checkPassword(given: string, password: string): CredentialCheck {
  const special = encodeURIComponent(password) !== password;
  if (sameSecret(given, password)) {
    const raw =
      'The password came as it is; the document wants one with special characters URL-encoded.';
    return { auth: 'password', notes: special ? [raw] : [] };
  }
  const decoded = decode(given);
  if (decoded !== undefined && sameSecret(decoded, password)) {
    return {
      auth: 'password',
      notes: ['The password came URL-encoded, as the document wants it.'],
    };
  }
  return refuse(null, 'Invalid credentials', 'The password is wrong.');
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

function misplacedKey(fields: ReadonlyMap<string, string>): string {
  const misplaced = [...fields.keys()].find((name) => /^api[-_]?key$/i.test(name));
  return misplaced === undefined
    ? ''
    : ` The key came as the field ${misplaced}; the document has it in a header.`;
}

function refuse(auth: AuthMethod | null, reason: string, note: string): CredentialCheck {
  return { auth, notes: [note], refused: refusal(REFUSED.credentials, reason) };
}
