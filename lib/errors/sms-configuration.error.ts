import { brand, SmsGatewayError } from './sms-gateway.error.js';

/**
 * The options are invalid. Thrown while the module is built, so that the app does not start; the
 * message names the option and what to provide. It never shows the value of an option.
 */
export class SmsConfigurationError extends SmsGatewayError {
  /**
   * @param message not masked: it must name the option and show no value
   * @param account the name of the account. Default `'default'`
   */
  constructor(message: string, account?: string) {
    super('SmsConfigurationError', message, {
      code: 'configuration',
      outcome: 'not-sent',
      retryable: false,
      account,
    });
  }
}

brand(SmsConfigurationError, 'SmsConfigurationError');
