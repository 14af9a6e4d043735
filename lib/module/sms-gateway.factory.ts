import type { SmsGatewayOptions } from '../sms-gateway.options.js';
import type { SmsService } from '../sms.service.js';

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
 * Creates accounts while the app runs, for example one for each tenant. Inject it where
 * `SmsGatewayModule.forRoot`, `forRootAsync` or `forTenants` is imported.
 */
export abstract class SmsGatewayFactory {
  /**
   * Creates an account. It opens no connection before its first send. Keep it: its connections, access
   * token and limits are its own. It closes with the app; close it earlier if it is no longer needed.
   *
   * @throws SmsConfigurationError if the options are invalid
   */
  abstract create(options: SmsServiceOptions): ClosableSmsService;
}
