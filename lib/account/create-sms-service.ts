import { openAccount } from '../module/account-factory.js';
import type { ClosableSmsService, SmsServiceOptions } from '../module/sms-gateway.factory.js';

/**
 * Creates an account without a Nest app, for a script. Close it at the end: open connections keep the
 * process running for a few seconds.
 *
 * @throws SmsConfigurationError if the options are invalid
 */
export async function createSmsService(options: SmsServiceOptions): Promise<ClosableSmsService> {
  return openAccount(options, new Set());
}
