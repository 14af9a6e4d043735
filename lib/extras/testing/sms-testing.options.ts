import type { SmsAuthProvider } from '../../core/auth/sms-auth-provider.js';
import { SmsConfigurationError } from '../../core/errors/index.js';
import { shownKey } from '../../core/common/mask.js';
import { type CheckedOptions, checkOptions } from '../../core/options/check-options.js';
import type { SmsGatewayOptions } from '../../core/sms-gateway.options.js';

/** What messages are checked against: the same options as the account's own, with the same defaults. */
export type SmsTestingOptions = Pick<
  SmsGatewayOptions,
  'defaults' | 'defaultCountry' | 'numbers' | 'reach' | 'templates'
>;

/** The strategy of an account in memory, which needs no credentials. */
const auth: SmsAuthProvider = { credentials: () => Promise.resolve({}) };

const KNOWN = new Set(['defaults', 'defaultCountry', 'numbers', 'reach', 'templates']);

/**
 * Checks the options like those of a real account.
 *
 * @throws SmsConfigurationError naming what is invalid and what to provide
 */
export function checkTestingOptions(options: SmsTestingOptions): CheckedOptions {
  const other = Object.keys(options).find((key) => !KNOWN.has(key));
  if (other !== undefined) {
    throw new SmsConfigurationError(
      `The testing kit has no option '${shownKey(other)}'. Use only defaults, defaultCountry, numbers, reach and templates: nothing is sent over a network.`,
    );
  }
  // A planned failure is meant for the code under test, so it must not be retried.
  const retry = { attempts: 1 };
  return checkOptions({ ...options, retry, auth, baseUrl: 'https://in-memory.invalid' });
}
