import type { ConfigurableModuleAsyncOptions, Provider } from '@nestjs/common';
import { SafeLogger } from '../core/logging/safe-logger.js';

const IMPORTED = Symbol.for('nestjs-sms-gateway:imported');

/** A provider of a module's class, which a registration replaces: warns that the class alone was imported. @internal */
export function bareImport(module: string): Provider {
  const text = `${module} is imported without forRoot or forRootAsync, which has no effect. Remove it, and import ${module}.forRoot({ ... }) once, in AppModule, with isGlobal: true if other modules need it.`;
  return { provide: IMPORTED, useFactory: () => new SafeLogger('SmsGateway').warn(text) };
}

/** Replaces the `bareImport` in a registration. @internal */
export const registered: Provider = { provide: IMPORTED, useValue: true };

/** Adds `inject` to the errors of a `useFactory` with parameters that it does not list. @internal */
export function namingInject<Given extends ConfigurableModuleAsyncOptions<object, string>>(
  asyncOptions: Given,
): Given {
  const { useFactory: make, inject = [] } = asyncOptions;
  if (!make || make.length <= inject.length) return asyncOptions;
  const useFactory: typeof make = async (...values) => {
    try {
      return await make(...values);
    } catch (error) {
      if (error instanceof Error) {
        const { message } = error;
        error.message += `. (inject lists ${inject.length} of the ${make.length} parameters of useFactory, so the others are undefined. List a provider for each, for example inject: [ConfigService].)`;
        error.stack = String(error.stack).replace(message, () => error.message);
      }
      throw error;
    }
  };
  return { ...asyncOptions, useFactory };
}
