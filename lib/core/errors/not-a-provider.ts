import { SmsConfigurationError } from './own.errors.js';

/**
 * The error for a class that apps may only inject, but that an app lists in `providers`: Nest would create an
 * instance without methods.
 */
export function notAProvider(name: string, module: string): SmsConfigurationError {
  return new SmsConfigurationError(
    `${name} cannot be created, because it is abstract. Remove it from providers, and import ${module}, which provides it. A class that extends it can be a provider.`,
  );
}
