import type { z } from 'zod';
import type { SmsAuthProvider } from '../auth/sms-auth-provider.js';
import { SmsConfigurationError } from '../errors/index.js';
import { type CheckedAuth, authSchema, DEFAULT_REFUSED_CODES } from './auth-schema.js';
import { baseUrlProblem, normalBaseUrl } from './base-url.js';
import { hasMethods, memberOf } from '../common/members.js';
import type { AnswerRules } from '../protocol/verdict.js';
import { asObject, problemsIn } from './schemas.js';
import { optionsSchema } from './options-schema.js';

const BOTH =
  'auth and authProvider are both set, but only one can authenticate. Provide only one of them.';

/** The options of one account, checked, with their defaults filled in. What only {@link checkOptions} reads is left out. */
export type CheckedOptions = Omit<
  z.output<typeof optionsSchema>,
  'allowInsecure' | 'auth' | 'failureWords'
> & {
  /** `failureWords` and `auth.refusedCodes`. */
  readonly answers: AnswerRules;
  readonly auth: CheckedAuth | SmsAuthProvider | undefined;
};

/** How an account was registered, apart from its options. */
export interface Registration {
  /** Undefined for the default account. */
  readonly name?: string | undefined;
  /** Whether the registration has its own `authProvider`. */
  readonly hasAuthProvider?: boolean;
}

/**
 * Checks the options of an account.
 *
 * @param lead what the error begins with
 * @throws SmsConfigurationError naming every invalid option and what to provide instead
 */
export function checkOptions(
  options: unknown,
  { name, hasAuthProvider = false }: Registration = {},
  lead = `SmsGatewayModule cannot start because the options of ${name === undefined ? 'the default account' : `the account '${name}'`} are invalid.`,
): CheckedOptions {
  const { data, error } = optionsSchema.safeParse(asObject(options));
  const authOption = memberOf(options, 'auth');
  const strategy = isAuthProvider(authOption) ? authOption : undefined;
  const auth = hasAuthProvider || strategy ? undefined : authSchema.safeParse(asObject(authOption));
  const address = data && baseUrlProblem(data.baseUrl, data.allowInsecure);
  const all = [
    ...problemsIn(error),
    ...problemsIn(auth?.error, { prefix: ['auth'] }),
    ...(hasAuthProvider && authOption !== undefined ? [BOTH] : []),
    ...(address ? [`baseUrl ${address}.`] : []),
  ];
  if (!data || all.length > 0) throw new SmsConfigurationError(`${lead} ${all.join(' ')}`, name);
  const { failureWords, ...checked } = data;
  const { refusedCodes = DEFAULT_REFUSED_CODES } = auth?.data ?? {};
  return {
    ...checked,
    baseUrl: normalBaseUrl(data.baseUrl),
    auth: auth?.data ?? strategy,
    answers: { failureWords, refusedCodes },
  };
}

/** Whether a value is a strategy. Recognised by its method: another copy of the package has another class. */
export function isAuthProvider(value: unknown): value is SmsAuthProvider {
  return hasMethods(value, 'credentials');
}
