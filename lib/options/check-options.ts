import type { z } from 'zod/v3';
import type { SmsAuthProvider } from '../auth/sms-auth-provider.js';
import { SmsConfigurationError } from '../errors/index.js';
import type { SmsAuthSource } from '../sms-gateway.options.js';
import { type AuthMethod, authSchema } from './auth-schema.js';
import { baseUrlProblem, normalBaseUrl } from './base-url.js';
import { hasMethods, memberOf } from './checks.js';
import { describeIssue } from './describe-issue.js';
import { optionsSchema } from './options-schema.js';

/** The options of one account, checked, with their defaults filled in. */
export type CheckedOptions = Omit<z.output<typeof optionsSchema>, 'auth'> & {
  readonly auth: AuthMethod | SmsAuthProvider | SmsAuthSource | undefined;
};

/** How an account was registered, apart from its options. */
export interface Registration {
  /** Undefined for the default account. */
  readonly name: string | undefined;
  /** Whether the registration has its own `authProvider`. */
  readonly hasAuthProvider: boolean;
}

/**
 * Checks the options of an account.
 *
 * @param lead what the error begins with
 * @throws SmsConfigurationError naming every invalid option and what to give instead
 */
export function checkOptions(
  options: unknown,
  { name, hasAuthProvider }: Registration,
  lead = `SmsGatewayModule cannot start because the options of ${name === undefined ? 'the default account' : `the account '${name}'`} are invalid.`,
): CheckedOptions {
  const problems: string[] = [];
  const read = optionsSchema.safeParse(options);
  if (!read.success)
    problems.push(...read.error.issues.flatMap((issue) => describeIssue(issue, [])));
  const auth = readAuth(options, hasAuthProvider, problems);
  if (read.success) {
    const problem = baseUrlProblem(read.data.baseUrl, read.data.allowInsecure);
    if (problem) problems.push(`baseUrl ${problem}.`);
  }
  if (problems.length > 0 || !read.success) {
    throw new SmsConfigurationError(`${lead} ${problems.join(' ')}`);
  }
  return { ...read.data, baseUrl: normalBaseUrl(read.data.baseUrl), auth };
}

/** Whether a value is a strategy. Recognised by its method: another copy of the package has another class. */
export function isAuthProvider(value: unknown): value is SmsAuthProvider {
  return hasMethods(value, 'credentials');
}

function readAuth(
  options: unknown,
  hasAuthProvider: boolean,
  problems: string[],
): CheckedOptions['auth'] {
  if (typeof options !== 'object' || options === null) return undefined;
  const auth: unknown = 'auth' in options ? options.auth : undefined;
  if (hasAuthProvider) {
    if (auth !== undefined) {
      problems.push(
        'auth and authProvider are both given, but only one can authenticate. Give one of them.',
      );
    }
    return undefined;
  }
  if (isAuthProvider(auth)) return auth;
  // What it returns is checked when it is called, because the app starts while a vault is down.
  if (isFunction(auth)) return auth;
  const read = readAuthMethod(auth);
  if ('auth' in read) return read.auth;
  problems.push(...read.problems);
  return undefined;
}

/** Checks the options of one of the three ways. What is wrong with them is told in sentences. */
export function readAuthMethod(
  auth: unknown,
): { readonly auth: AuthMethod } | { readonly problems: readonly string[] } {
  const { success, data, error } = authSchema.safeParse(auth);
  if (success) return { auth: data };
  return { problems: error.issues.flatMap((issue) => describeIssue(issue, ['auth'])) };
}

// A class would throw when it is called: it is given as authProvider, or an instance of it as auth.
function isFunction(auth: unknown): auth is SmsAuthSource {
  return typeof auth === 'function' && !hasMethods(memberOf(auth, 'prototype'), 'credentials');
}
