import type { IncomingHttpHeaders } from 'node:http';
import { isSame } from '../../lib/core/common/is-same.js';
import { AUTH_METHODS } from '../../lib/core/options/auth-schema.js';
import type { AuthMethod } from '../inbox/inbox-message.js';
import type { ResolvedOptions } from '../options/check-options.js';
import type { Account } from '../options/simulator.options.js';
import type { AccessTokens } from '../accounts/access-tokens.js';
import { decodePercent, isNameOfKey } from './fields.js';
import { type Refusal, REFUSED } from '../common/simulated-answer.js';

/** The result of a check. `refusal` is there if the credentials are not valid. */
export interface CredentialCheck {
  readonly auth: AuthMethod | null;
  readonly notes: readonly string[];
  readonly refusal?: Refusal;
  /** HTTP status of the refusal, if it is not the usual one. */
  readonly httpStatus?: number;
}

/** One way to authenticate that a send used. */
interface Way {
  readonly method: AuthMethod;
  readonly valid: boolean;
  readonly expired?: true;
  readonly note?: string | undefined;
}

const INVALID: Refusal = { statusCode: REFUSED.credentials, reason: 'Invalid credentials' };
const KEY_REFUSED =
  'A key is not accepted here, because a real gateway refused one: use the password or a token, or set the option reportKeys.';
const NAMES: Readonly<Record<AuthMethod, string>> = {
  token: 'the token',
  password: 'the password',
  apiKey: 'the key',
};

/**
 * Checks how a request authenticates, and whether its credentials are valid (specification, section
 * 5). Real clients often send more than one way, or leave one empty, so one valid way is enough (an
 * assumption).
 *
 * @param refusesKey whether a key does not count
 */
export function checkCredentials(
  headers: IncomingHttpHeaders,
  fields: ReadonlyMap<string, string>,
  options: ResolvedOptions,
  tokens: AccessTokens,
  refusesKey = false,
): CredentialCheck {
  const key = headers[options.apiKeyHeader]?.toString();
  const check = checkWays(headers, fields, options, tokens, refusesKey ? undefined : key);
  if (refusesKey && key) {
    const otherNotes = check.notes.filter((note) => note !== noCredentials(options));
    return { ...check, notes: [...otherNotes, KEY_REFUSED] };
  }
  const misplaced = [...fields.keys()].find(isNameOfKey);
  if (misplaced === undefined) return check;
  const note = `The key came as the field ${misplaced}; it belongs in the header ${options.apiKeyHeader}.`;
  return { ...check, notes: [...check.notes, note] };
}

function checkWays(
  headers: IncomingHttpHeaders,
  fields: ReadonlyMap<string, string>,
  options: ResolvedOptions,
  tokens: AccessTokens,
  apiKey: string | undefined,
): CredentialCheck {
  const userId = fields.get('userid') ?? '';
  if (userId === '') {
    // Names of fields are case-sensitive.
    const wrongName = [...fields.keys()].find(
      (name) => /^userid$/i.test(name) && name !== 'userid',
    );
    const note = wrongName
      ? `The user id came as ${wrongName}; the field is userid.`
      : 'userid is missing.';
    return { auth: null, notes: [note], refusal: INVALID };
  }
  const sentSecrets: Readonly<Record<AuthMethod, string | undefined>> = {
    token: headers.authorization,
    password: fields.get('password'),
    apiKey,
  };
  const account = options.accounts.find((candidate) => candidate.userId === userId);
  const checks: Readonly<Record<AuthMethod, (value: string) => Way>> = {
    token: (value) => checkToken(value, userId, tokens, options.tokenScheme),
    password: (value) => checkPassword(value, account?.password),
    apiKey: (value) => checkKey(value, account?.apiKey),
  };
  const ways = AUTH_METHODS.flatMap((method) => {
    const value = sentSecrets[method];
    return value ? [checks[method](value)] : [];
  });
  const empty = AUTH_METHODS.filter((method) => sentSecrets[method] === '').map(
    (method) => `${capital(NAMES[method])} is empty and was ignored.`,
  );
  const validWay = ways.find(({ valid }) => valid);
  // An expired token is refused even then, so that an app's renewal can be tested.
  if (validWay === undefined && options.acceptAny && !ways.some(({ expired }) => expired)) {
    return { auth: ways[0]?.method ?? null, notes: empty };
  }
  if (validWay === undefined) {
    const notes = ways.length === 0 ? [noCredentials(options)] : ways.map(noteOf);
    if (ways.length > 0 && account === undefined) notes.push('The userid is unknown.');
    return { auth: null, notes: [...notes, ...empty], ...refusalOf(ways, options) };
  }
  const notes = [noteOf(validWay), ...noteOthers(validWay, ways), ...empty].filter(
    (note) => note !== '',
  );
  return { auth: validWay.method, notes };
}

/** Why a user may not log in with a password; undefined if they may. */
export function checkLogin(
  userId: string,
  password: string,
  { accounts, acceptAny }: ResolvedOptions,
): string | undefined {
  if (userId === '') return 'The user name is empty.';
  if (acceptAny) return undefined;
  const account = accounts.find((candidate) => candidate.userId === userId);
  if (account === undefined) return 'The user name is unknown.';
  return isSame(password, account.password) ? undefined : 'The password is wrong.';
}

function checkToken(
  header: string,
  userId: string,
  tokens: AccessTokens,
  required: ResolvedOptions['tokenScheme'],
): Way {
  const [, scheme, token = header] = /^(\w+) +(\S+)$/.exec(header) ?? [];
  const isKnown = scheme?.toLowerCase() === (required ?? 'Bearer').toLowerCase();
  const way = { method: 'token', valid: false } as const;
  if (required !== undefined && !isKnown) {
    return { ...way, note: `The word ${required} must come before the token.` };
  }
  switch (tokens.check(isKnown ? token : header, userId)) {
    case 'valid': {
      const note = 'The word Bearer comes before the token; the specification has the token only.';
      return { ...way, valid: true, note: isKnown && !required ? note : undefined };
    }
    case 'expired':
      return { ...way, expired: true, note: 'The token has expired.' };
    case 'other user':
      return { ...way, note: 'The token belongs to another userid.' };
    case 'unknown':
      return {
        ...way,
        note:
          scheme === undefined || isKnown
            ? 'The token was not issued by this gateway.'
            : `Authorization has the scheme ${scheme}; the specification has the token only.`,
      };
  }
}

function checkPassword(sentPassword: string, password: Account['password']): Way {
  const way = { method: 'password', valid: true } as const;
  if (isSame(sentPassword, password)) {
    const note =
      'The password came unencoded; the specification asks to URL-encode special characters.';
    return encodeURIComponent(sentPassword) === sentPassword ? way : { ...way, note };
  }
  if (isSame(decodePercent(sentPassword), password)) {
    return { ...way, note: 'The password came URL-encoded, as the specification asks.' };
  }
  return { ...way, valid: false, note: 'The password is wrong.' };
}

function checkKey(sentKey: string, key: Account['apiKey']): Way {
  const valid = isSame(sentKey, key);
  return { method: 'apiKey', valid, note: valid ? undefined : 'The key is wrong.' };
}

function noteOf({ note = '' }: Way): string {
  return note;
}

function noteOthers(validWay: Way, ways: readonly Way[]): string[] {
  const otherWays = ways.filter(({ method }) => method !== validWay.method);
  if (otherWays.length === 0) return [];
  const names = otherWays.map(({ method }) => NAMES[method]).join(' and ');
  const came = `${capital(names)} also came, but the specification allows one way to authenticate.`;
  return [`${came} ${capital(NAMES[validWay.method])} counted.`, ...otherWays.map(noteOf)];
}

function noCredentials({ apiKeyHeader }: ResolvedOptions): string {
  return (
    'The request has no credentials. It needs the token in Authorization, the field password, or ' +
    `the key in the header ${apiKeyHeader}.`
  );
}

function refusalOf(ways: readonly Way[], { expiredToken }: ResolvedOptions) {
  if (ways.some(({ expired }) => expired)) {
    const { statusCode, reason, httpStatus } = expiredToken;
    return { refusal: { statusCode, reason }, httpStatus };
  }
  return { refusal: INVALID };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
