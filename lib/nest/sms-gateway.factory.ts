import type { ClosableSmsService, SmsServiceOptions } from '../core/account/create-sms-service.js';
import { notAProvider } from '../core/errors/not-a-provider.js';

/**
 * Creates accounts while the app runs, for example one for each tenant. Inject it where
 * `SmsGatewayModule.forRoot`, `forRootAsync` or `forTenants` is imported.
 */
export abstract class SmsGatewayFactory {
  /**
   * @throws SmsConfigurationError if the abstract class itself is instantiated, for example because `providers`
   * lists it
   */
  constructor() {
    if (new.target === SmsGatewayFactory)
      throw notAProvider('SmsGatewayFactory', 'SmsGatewayModule');
  }

  /**
   * Creates an account. It opens no connection before its first send. Keep it: its connections, access
   * token and limits are its own. It closes with the app; close it earlier if it is no longer needed.
   *
   * @throws SmsConfigurationError if the options are invalid
   */
  abstract create(options: SmsServiceOptions): ClosableSmsService;
}
