import type { SmsAuthProvider } from '../../core/auth/sms-auth-provider.js';
import { SmsConfigurationError } from '../../core/errors/index.js';
import { shownKey } from '../../core/common/mask.js';
import { type CheckedOptions, checkOptions } from '../../core/options/check-options.js';
import { checkRegistration, registration } from '../../core/options/registrations.js';
import type { SmsTestingOptions } from './sms-testing.options.js';

/** The strategy of an account in memory, which needs no credentials. */
const auth: SmsAuthProvider = { credentials: () => Promise.resolve({}) };

const KNOWN = new Set([
  'name',
  'defaults',
  'defaultCountry',
  'numbers',
  'reach',
  'guard',
  'quiet',
  'templates',
]);

/**
 * Checks the options as those of a real account are checked.
 *
 * @throws SmsConfigurationError naming what is invalid and what to provide
 */
export function checkTestingOptions(options: SmsTestingOptions): CheckedOptions {
  const other = Object.keys(options).find((key) => !KNOWN.has(key));
  if (other !== undefined) {
    throw new SmsConfigurationError(
      `The testing kit has no option '${shownKey(other)}'. Use only name, defaults, defaultCountry, numbers, reach, guard, quiet and templates: nothing is sent over a network.`,
    );
  }
  const { name, ...rest } = options;
  checkRegistration(registration, { name }, 'The testing kit cannot be used');
  // A planned failure is meant for the code under test, so it is not retried and does not delay a run.
  const retry = { attempts: 1, base: 0, cap: 0 };
  return checkOptions({ ...rest, retry, auth, baseUrl: 'https://in-memory.invalid' });
}
