import { SmsAuthProvider, type SmsCredentials } from '../auth/sms-auth-provider.js';
import { SmsConfigurationError } from '../errors/index.js';
import { shownKey } from '../message/shown-key.js';
import { type CheckedOptions, checkOptions } from '../options/check-options.js';
import type { SmsMessageDefaults } from '../sms-gateway.options.js';

/** What messages are checked against: the same options as the account's own. */
export interface SmsTestingOptions {
  /** What messages have that do not say otherwise. Default none. */
  defaults?: SmsMessageDefaults | undefined;
  /** The country of numbers written without `+`. Default none: each number needs its prefix. */
  defaultCountry?: string | undefined;
}

const KEYS = ['defaults', 'defaultCountry'];

/** Nobody is there to prove anything to. */
class NoCredentials extends SmsAuthProvider {
  async credentials(): Promise<SmsCredentials> {
    return {};
  }
}

/** The account's strategy, which is never asked. */
export const NO_CREDENTIALS: SmsAuthProvider = new NoCredentials();

/**
 * Checks the options as a real account's are.
 *
 * @throws SmsConfigurationError naming what is wrong and what to give
 */
export function checkTestingOptions(options: SmsTestingOptions): CheckedOptions {
  const unknown = Object.keys(options).filter((key) => !KEYS.includes(key));
  if (unknown.length > 0) {
    throw new SmsConfigurationError(
      `The testing kit takes ${KEYS.join(' and ')}, and ${unknown.map((key) => `'${shownKey(key)}'`).join(', ')} is neither. Leave it out: nothing goes over a network.`,
    );
  }
  return checkOptions(
    {
      ...options,
      baseUrl: 'https://in-memory.invalid',
      auth: NO_CREDENTIALS,
      // A failure that a test planned is for the code under test, not for a retry.
      retry: { attempts: 1 },
    },
    { name: undefined, hasAuthProvider: false },
  );
}
