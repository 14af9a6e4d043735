import type { SmsGatewayOptions } from '../sms-gateway.options.js';
import type { SmsService } from '../sms.service.js';
import { loadUndici } from '../transport/load-undici.js';
import { openAccount } from './create-account.js';

/** What `SmsGatewayFactory.create` and `createSmsService` take. */
export interface SmsServiceOptions extends SmsGatewayOptions {
  /**
   * Names the account in errors, logs and receipts. Default `'default'`. It need not be unique, but accounts
   * of one name and `baseUrl` share their counts in a `guard.store`.
   */
  name?: string | undefined;
}

/** An `SmsService` that its creator must close. */
export type ClosableSmsService = SmsService & {
  /**
   * Takes no more sends, waits up to `drain` for those in progress, then closes the connections. A run
   * ends after the sends that it has begun.
   */
  close(): Promise<void>;
};

/**
 * Creates an account without a Nest app, for a script. Close it at the end: open connections keep the
 * process running for a few seconds.
 *
 * @throws SmsConfigurationError if the options are invalid
 */
export async function createSmsService(options: SmsServiceOptions): Promise<ClosableSmsService> {
  await loadUndici();
  const account = openAccount(options, new Set());
  account.watchBalance();
  return account;
}
