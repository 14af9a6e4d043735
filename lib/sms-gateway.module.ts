import { type DynamicModule, Module } from '@nestjs/common';
import { SmsAuthProvider } from './auth/sms-auth-provider.js';
import { wrongRegistration } from './options/registrations.js';
import { SmsGatewayFactory } from './module/sms-gateway.factory.js';
import {
  ConfigurableModuleClass,
  type SmsGatewayModuleAsyncOptions,
  type SmsGatewayModuleOptions,
  type SmsGatewayRegistration,
} from './module/sms-gateway.module-definition.js';
import {
  accountProviders,
  factoryProvider,
  gatewayRegistration,
  reportCheck,
} from './module/sms-gateway.providers.js';
import {
  getSmsServiceToken,
  isDefaultName,
  OPTIONS,
  serviceAliases,
} from './module/sms-gateway.tokens.js';

/**
 * Registers an account of the gateway. Its `SmsService` can then be injected, and for the default
 * account also its `SmsAuthProvider`.
 *
 * Invalid options throw an `SmsConfigurationError` while Nest builds the module. No request is made
 * before the first send, so an app starts even when the gateway is down.
 */
@Module({})
export class SmsGatewayModule extends ConfigurableModuleClass {
  /** Registers an account whose options are known in the code. */
  static override forRoot(options: SmsGatewayModuleOptions): DynamicModule {
    // A missing argument is reported like invalid options, while Nest builds the module.
    return register(super.forRoot(options ?? {}), options ?? {});
  }

  /** Registers an account whose options come from injection, for example from `ConfigService`. */
  static override forRootAsync(given: SmsGatewayModuleAsyncOptions): DynamicModule {
    const options = given ?? {};
    const wrong = wrongRegistration(
      SmsGatewayModule,
      OPTIONS,
      options,
      gatewayRegistration,
      'baseUrl',
    );
    return register(wrong ?? super.forRootAsync(options), options);
  }

  /**
   * Registers no account, only the `SmsGatewayFactory`: for apps that know their accounts at run time.
   *
   * @param options `isGlobal` makes the factory injectable everywhere; default `false`
   */
  static forTenants({ isGlobal = false }: { isGlobal?: boolean } = {}): DynamicModule {
    return {
      module: SmsGatewayModule,
      global: isGlobal,
      providers: [factoryProvider, reportCheck],
      exports: [SmsGatewayFactory],
    };
  }
}

function register(definition: DynamicModule, registration: SmsGatewayRegistration): DynamicModule {
  const { isGlobal, name } = registration;
  return {
    ...definition,
    global: isGlobal === true,
    providers: [...(definition.providers ?? []), ...accountProviders(registration)],
    // A named account exports only its own token. Otherwise, a module that imports two accounts would
    // silently get the first one under the shared tokens.
    exports: [
      getSmsServiceToken(name),
      ...serviceAliases(name).map(({ provide }) => provide),
      SmsGatewayFactory,
      ...(isDefaultName(name) ? [SmsAuthProvider] : []),
    ],
  };
}
