import { SmsConfigurationError } from './own.errors.js';

/**
 * The error of a class that apps only inject, if an app lists the class itself in `providers`: Nest would create
 * one without methods.
 */
export function notAProvider(name: string, module: string): SmsConfigurationError {
  return new SmsConfigurationError(
    `${name} cannot be created, because it is abstract. Remove it from providers, and import ${module}, which provides it. A class that extends it can be a provider.`,
  );
}
