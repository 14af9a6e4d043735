import { brand, SmsGatewayError } from './sms-gateway.error.js';

/**
 * The options are invalid. Thrown while the module is built, so that the app does not start; the
 * message names the option and what to give. It never shows the value of an option.
 */
export class SmsConfigurationError extends SmsGatewayError {
  /** @param message not masked: it must name the option and show no value */
  constructor(message: string) {
    super('SmsConfigurationError', message, {
      code: 'configuration',
      outcome: 'not-sent',
      retryable: false,
    });
  }
}

brand(SmsConfigurationError, 'SmsConfigurationError');
