import { SmsAuthenticationError, SmsMessageError } from '../errors/index.js';
import { fieldKeyProblem } from '../message/check-fields.js';
import { shownKey } from '../message/mask.js';
import { isPlainObject } from '../message/value-checks.js';
import { isHeaderName, isHeaderValue, isSetByRequest } from '../protocol/header.js';
import type { SmsCredentials } from './sms-auth-provider.js';

const NONE: ReadonlySet<string> = new Set();
// Names that a message's own fields cannot have, but credentials can.
const CREDENTIAL_FIELDS: ReadonlySet<string> = new Set(['userid', 'password', 'apikey']);

/**
 * Checks what an app's own strategy returned for a send, and that the message's own form fields do not
 * contain one of its fields.
 *
 * @throws SmsAuthenticationError naming what cannot be sent, without its value
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
    throw unusable(
      'returned something that is not an object. Return { headers, fields } from credentials()',
    );
  }
  const headers = credentials.headers ?? {};
  const fields = credentials.fields ?? {};
  const isOther =
    !isPlainObject(credentials) && !('headers' in credentials || 'fields' in credentials);
  // A Headers or a Map has no properties, so its contents would be missing from the send.
  if (isOther || !isPlainObject(headers) || !isPlainObject(fields)) {
    throw unusable(
      'returned headers or fields that are not plain objects. Return { headers, fields } from credentials(), both plain objects of strings; convert a Headers or a Map with Object.fromEntries()',
    );
  }
  for (const [name, value] of Object.entries(headers)) {
    const isOurs = isSetByRequest(name);
    if (isOurs || !isHeaderName(name) || typeof value !== 'string' || !isHeaderValue(value)) {
      throw unusable(
        `returned the header '${shownKey(name)}', which the request itself sets, or whose name or value is not valid in a header`,
      );
    }
  }
  for (const [name, value] of Object.entries(fields)) {
    const isOurs = !CREDENTIAL_FIELDS.has(name.toLowerCase()) && fieldKeyProblem(name, NONE);
    if (isOurs || typeof value !== 'string' || !value.isWellFormed()) {
      throw unusable(
        `returned the form field '${shownKey(name)}', which the message sets, or whose name or value cannot be sent`,
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

/** The error for a strategy that threw. Its message may contain a secret, so only its name is shown. */
export function strategyFailed(error: unknown): SmsAuthenticationError {
  return unusable(`threw (${nameOf(error)})`);
}

/** The name of an error of the app, such as `TypeError`. */
export function nameOf(error: unknown): string {
  return error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'error';
}

function unusable(what: string): SmsAuthenticationError {
  return new SmsAuthenticationError(
    'credentials-unavailable',
    `The SmsAuthProvider ${what}. Nothing was sent. Fix the strategy given as auth or authProvider.`,
  );
}
