import {
  type ConfigurableModuleAsyncOptions,
  ConfigurableModuleBuilder,
  type Provider,
  type Type,
} from '@nestjs/common';
import type { RegisteringClass, WithAWay } from './async-registration.js';
import type { SmsAuthProvider } from '../auth/sms-auth-provider.js';
import type { SmsGatewayOptions } from '../sms-gateway.options.js';
import { OPTIONS } from './sms-gateway.tokens.js';

/** What a registration has in addition to the options. An async factory cannot return these. */
export interface SmsGatewayRegistration {
  /** Makes the account's service injectable everywhere. Default `false`. */
  isGlobal?: boolean | undefined;
  /** The account's name, if an app has several; inject it with `@InjectSms(name)`. Default none. */
  name?: string | undefined;
  /** Your own class that authenticates sends, instead of `auth`. Nest builds it. */
  authProvider?: Type<SmsAuthProvider> | undefined;
  /** Additional providers that `authProvider` or `useFactory` injects. */
  extraProviders?: Provider[] | undefined;
}

/** What `forRoot` takes: the options and how they are registered. */
export type SmsGatewayModuleOptions = SmsGatewayOptions & SmsGatewayRegistration;

/** What `forRootAsync` takes: one way to create the options, and how they are registered. */
export type SmsGatewayModuleAsyncOptions = WithAWay<
  ConfigurableModuleAsyncOptions<SmsGatewayOptions, 'createSmsGatewayOptions'>
> &
  SmsGatewayRegistration;

const built = new ConfigurableModuleBuilder<SmsGatewayOptions>({
  moduleName: 'SmsGateway',
  optionsInjectionToken: OPTIONS,
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createSmsGatewayOptions')
  .setExtras<SmsGatewayRegistration>({
    isGlobal: undefined,
    name: undefined,
    authProvider: undefined,
    extraProviders: undefined,
  })
  .build();

/** @internal */
export const ConfigurableModuleClass: RegisteringClass<
  SmsGatewayModuleOptions,
  SmsGatewayModuleAsyncOptions
> = built.ConfigurableModuleClass;
