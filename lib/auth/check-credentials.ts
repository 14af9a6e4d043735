import { SmsAuthenticationError, SmsMessageError } from '../errors/index.js';
import { fieldKeyProblem } from '../message/check-fields.js';
import { shownKey } from '../message/mask.js';
import { isPlainObject } from '../message/value-checks.js';
import { isHeaderName, isHeaderValue, isRequestsOwnHeader } from '../protocol/header.js';
import type { SmsCredentials } from './sms-auth-provider.js';

const NONE: ReadonlySet<string> = new Set();
// The document's names that credentials may fill, and those that only the message does.
const CREDENTIAL_FIELDS: ReadonlySet<string> = new Set(['userid', 'password', 'apikey']);

/**
 * Checks what a user's own strategy gave, each time, as it may change what it gives, and that no
 * further field of the message names one of its fields.
 *
 * @throws SmsAuthenticationError naming what cannot be sent; it shows no value
 * @throws SmsMessageError at `fields.<key>`
 */
export function checkCredentials(
  credentials: SmsCredentials,
  fields: Readonly<Record<string, string>>,
): void {
  checkSendable(credentials);
  checkNoClash(fields, credentials);
}

function checkSendable(credentials: SmsCredentials): void {
  if (typeof credentials !== 'object' || credentials === null) {
    throw unusable('gave no object. Return { headers, fields } from credentials()');
  }
  const headers = credentials.headers ?? {};
  const fields = credentials.fields ?? {};
  const isOther =
    !isPlainObject(credentials) && !('headers' in credentials || 'fields' in credentials);
  // A `Headers` or a `Map` has no entries of its own: a send would go without what is in it.
  if (isOther || !isPlainObject(headers) || !isPlainObject(fields)) {
    throw unusable(
      'gave what is no plain object. Return { headers, fields } from credentials(), both plain objects of strings: of a Headers or a Map, Object.fromEntries(it)',
    );
  }
  for (const [name, value] of Object.entries(headers)) {
    const isOurs = isRequestsOwnHeader(name);
    if (isOurs || !isHeaderName(name) || typeof value !== 'string' || !isHeaderValue(value)) {
      throw unusable(
        `gave the header '${shownKey(name)}', which is the request's, or whose name or value can't be a header`,
      );
    }
  }
  for (const [name, value] of Object.entries(fields)) {
    const isOurs = !CREDENTIAL_FIELDS.has(name.toLowerCase()) && fieldKeyProblem(name, NONE);
    if (isOurs || typeof value !== 'string' || !value.isWellFormed()) {
      throw unusable(
        `gave the form field '${shownKey(name)}', which is the message's, or whose name or value can't be sent`,
      );
    }
  }
}

function checkNoClash(fields: Readonly<Record<string, string>>, credentials: SmsCredentials): void {
  const taken = credentials.fields;
  if (!taken) return;
  let reserved: Set<string> | undefined;
  for (const key of Object.keys(fields)) {
    reserved ??= new Set(Object.keys(taken).map((name) => name.toLowerCase()));
    const problem = fieldKeyProblem(key, reserved);
    if (problem) throw new SmsMessageError([{ path: `fields.${shownKey(key)}`, message: problem }]);
  }
}

/** What a strategy's own failure becomes. Its text may hold a secret, so only its kind is told. */
export function strategyFailed(error: unknown): SmsAuthenticationError {
  const name = error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'error';
  return unusable(`threw (${name})`);
}

function unusable(what: string): SmsAuthenticationError {
  return new SmsAuthenticationError(
    'credentials-unavailable',
    `The SmsAuthProvider ${what}. Nothing was sent. Fix the strategy that the app gives.`,
  );
}
