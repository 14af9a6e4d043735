import type { z } from 'zod';
import type { SmsAuthProvider } from '../auth/sms-auth-provider.js';
import { SmsConfigurationError } from '../errors/index.js';
import { type CheckedAuth, authSchema } from './auth-schema.js';
import { baseUrlProblem, normalBaseUrl } from './base-url.js';
import { hasMethods, memberOf } from '../common/members.js';
import { asObject, problemsIn } from './schemas.js';
import { optionsSchema } from './options-schema.js';

/** The options of one account, checked, with their defaults filled in. */
export type CheckedOptions = Omit<z.output<typeof optionsSchema>, 'auth'> & {
  readonly auth: CheckedAuth | SmsAuthProvider | undefined;
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
 * @throws SmsConfigurationError naming every invalid option and what to provide instead
 */
export function checkOptions(
  options: unknown,
  { name, hasAuthProvider }: Registration,
  lead = `SmsGatewayModule cannot start because the options of ${name === undefined ? 'the default account' : `the account '${name}'`} are invalid.`,
): CheckedOptions {
  const { data, error } = optionsSchema.safeParse(asObject(options));
  const { auth, problems } = readAuth(options, hasAuthProvider);
  const address = data && baseUrlProblem(data.baseUrl, data.allowInsecure);
  const all = [...problemsIn(error), ...problems, ...(address ? [`baseUrl ${address}.`] : [])];
  if (!data || all.length > 0) throw new SmsConfigurationError(`${lead} ${all.join(' ')}`, name);
  return { ...data, baseUrl: normalBaseUrl(data.baseUrl), auth };
}

/** Whether a value is a strategy. Recognised by its method: another copy of the package has another class. */
export function isAuthProvider(value: unknown): value is SmsAuthProvider {
  return hasMethods(value, 'credentials');
}

/** Checks the option `auth`: returns it, or what is wrong with it in sentences. */
function readAuth(
  options: unknown,
  hasAuthProvider: boolean,
): { auth?: CheckedOptions['auth']; problems: readonly string[] } {
  if (typeof options !== 'object' || options === null) return { problems: [] };
  const auth = memberOf(options, 'auth');
  if (hasAuthProvider) {
    const both =
      'auth and authProvider are both set, but only one can authenticate. Provide only one of them.';
    return { problems: auth === undefined ? [] : [both] };
  }
  if (isAuthProvider(auth)) return { auth, problems: [] };
  const { data, error } = authSchema.safeParse(asObject(auth));
  return { auth: data, problems: problemsIn(error, { prefix: ['auth'] }) };
}
