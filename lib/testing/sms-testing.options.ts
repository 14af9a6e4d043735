import { SmsAuthProvider, type SmsCredentials } from '../auth/sms-auth-provider.js';
import { SmsConfigurationError } from '../errors/index.js';
import { shownKey } from '../message/mask.js';
import { type CheckedOptions, checkOptions } from '../options/check-options.js';
import type { SmsGatewayOptions, SmsMessageDefaults } from '../sms-gateway.options.js';

/** What messages are checked against: the same options as the account's own. */
export interface SmsTestingOptions {
  /** What messages have that do not say otherwise. Default none. */
  defaults?: SmsMessageDefaults | undefined;
  /** The country of numbers written without `+`. Default none: each number needs its prefix. */
  defaultCountry?: string | undefined;
  /** How numbers are checked. Default `'strict'`, as in the real account. */
  numbers?: SmsGatewayOptions['numbers'];
}

const KEYS = ['defaults', 'defaultCountry', 'numbers'];

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
      `The testing kit has no option ${unknown.map((key) => `'${shownKey(key)}'`).join(', ')}. Give only ${KEYS.join(', ')}: nothing is sent over a network.`,
    );
  }
  return checkOptions(
    { ...options, baseUrl: 'https://in-memory.invalid', auth: NO_CREDENTIALS },
    { name: undefined, hasAuthProvider: false },
  );
}
