import { type DynamicModule, Module } from '@nestjs/common';
import type { AsyncOptions } from './async-options.js';
import { registering } from './registering.js';
import { SmsGatewayFactory } from './sms-gateway.factory.js';
import {
  accountProviders,
  factoryProvider,
  gatewayRegistration,
  reportCheck,
} from './sms-gateway.providers.js';
import { bareImport, registered } from './wrong-use.js';
import { OPTIONS } from './sms-gateway.tokens.js';
import type { SmsGatewayRegistration } from './sms-gateway.registration.js';
import type { SmsGatewayOptions } from '../core/sms-gateway.options.js';

/** What `forRoot` takes: the options and how they are registered. */
export type SmsGatewayModuleOptions = SmsGatewayOptions & SmsGatewayRegistration;

/** What `forRootAsync` takes: one way to create the options, and how they are registered. */
export type SmsGatewayModuleAsyncOptions = AsyncOptions<
  SmsGatewayOptions,
  'createSmsGatewayOptions'
> &
  SmsGatewayRegistration;

const accounts = registering(
  { service: 'SmsGateway', options: OPTIONS, example: 'baseUrl', schema: gatewayRegistration },
  accountProviders,
);

/**
 * Registers an account of the gateway. Its `SmsService` can then be injected, and for the default
 * account also its `SmsAuthProvider`.
 *
 * Invalid options throw an `SmsConfigurationError` while Nest builds the module. No request is made
 * before the first send, so an app starts even when the gateway is down.
 */
@Module({ providers: [bareImport('SmsGatewayModule')] })
export class SmsGatewayModule {
  /** Registers an account whose options are known in the code. */
  static forRoot(options: SmsGatewayModuleOptions): DynamicModule {
    return accounts.forRoot(this, options);
  }

  /** Registers an account whose options come from injection, for example from `ConfigService`. */
  static forRootAsync(options: SmsGatewayModuleAsyncOptions): DynamicModule {
    return accounts.forRootAsync(this, options);
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
      providers: [factoryProvider, reportCheck, registered],
      exports: [SmsGatewayFactory],
    };
  }
}
