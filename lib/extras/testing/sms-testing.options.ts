import type { SmsGatewayOptions } from '../../core/sms-gateway.options.js';

/** What messages are checked against: the same options as the account's own, with the same defaults. */
export interface SmsTestingOptions extends Pick<
  SmsGatewayOptions,
  'defaults' | 'defaultCountry' | 'numbers' | 'reach' | 'guard' | 'quiet' | 'templates'
> {
  /** The account's name, as in the app's `SmsGatewayModule`. Receipts, errors and events have it. Default none. */
  name?: string | undefined;
}
