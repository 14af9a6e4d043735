import { SmsAuthProvider, type SmsCredentials } from '../auth/sms-auth-provider.js';
import { SmsConfigurationError } from '../errors/index.js';
import { shownKey } from '../message/mask.js';
import { type CheckedOptions, checkOptions } from '../options/check-options.js';
import type { SmsGatewayOptions, SmsMessageDefaults } from '../sms-gateway.options.js';

/** What messages are checked against: the same options as the account's own. */
export interface SmsTestingOptions {
  /** Defaults for all messages. Default none. */
  defaults?: SmsMessageDefaults | undefined;
  /** The country of numbers written without `+`. Default none: numbers need their country prefix. */
  defaultCountry?: string | undefined;
  /** How numbers are checked. Default `'strict'`, as in the real account. */
  numbers?: SmsGatewayOptions['numbers'];
  /**
   * Whether the messages of failures mask numbers and codes and leave out texts, for tests with real
   * data. Default false: they show everything.
   */
  maskFailures?: boolean | undefined;
}

const KEYS = ['defaults', 'defaultCountry', 'numbers', 'maskFailures'];

class NoCredentials extends SmsAuthProvider {
  async credentials(): Promise<SmsCredentials> {
    return {};
  }
}

/** The strategy of an account in memory, which needs no credentials. */
export const NO_CREDENTIALS: SmsAuthProvider = new NoCredentials();

/**
 * Checks the options like those of a real account.
 *
 * @throws SmsConfigurationError naming what is invalid and what to give
 */
export function checkTestingOptions({
  maskFailures,
  ...options
}: SmsTestingOptions): CheckedOptions {
  if (maskFailures !== undefined && typeof maskFailures !== 'boolean') {
    throw new SmsConfigurationError('maskFailures must be true or false.');
  }
  const unknown = Object.keys(options).filter((key) => !KEYS.includes(key));
  if (unknown.length > 0) {
    throw new SmsConfigurationError(
      `The testing kit has no option ${unknown.map((key) => `'${shownKey(key)}'`).join(', ')}. Give only ${KEYS.join(', ')}: nothing is sent over a network.`,
    );
  }
  return checkOptions(
    {
      ...options,
      baseUrl: 'https://in-memory.invalid',
      auth: NO_CREDENTIALS,
      // A planned failure is meant for the code under test, so it must not be retried.
      retry: { attempts: 1 },
    },
    { name: undefined, hasAuthProvider: false },
  );
}
