import { brand } from './brand.js';
import { SmsGatewayError } from './sms-gateway.error.js';

/**
 * The options are wrong. Thrown while the module is built, so that an app with wrong options does
 * not start; the message names the option and what to give. It shows no option's value.
 */
export class SmsConfigurationError extends SmsGatewayError {
  /** @param message not masked: name the option, and show no value */
  constructor(message: string) {
    super('SmsConfigurationError', message, {
      code: 'configuration',
      outcome: 'not-sent',
      retryable: false,
    });
  }
}

brand(SmsConfigurationError, 'SmsConfigurationError');
