import {
  type ConfigurableModuleAsyncOptions,
  ConfigurableModuleBuilder,
  type DynamicModule,
  Module,
  type Provider,
} from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';
import { type RegisteringClass, type WithAWay, wrongRegistration } from '../async-registration.js';
import { checkRegistration, registration } from '../options/registrations.js';
import { checkUnique } from '../sms-gateway.providers.js';
import { DEFAULT_NAME, isDefaultName } from '../sms-gateway.tokens.js';
import { checkOtpOptions } from './check-otp-options.js';
import { OtpSetup } from './otp-setup.js';
import { getSmsOtpToken, SmsOtp } from './sms-otp.js';
import type { SmsOtpOptions } from './sms-otp.options.js';

const OPTIONS = Symbol.for('nestjs-sms-gateway:otp-options');
const REGISTRATION = Symbol.for('nestjs-sms-gateway:otp-registration');

/** What a registration has in addition to the options. An async factory cannot return these. */
export interface SmsOtpRegistration {
  /** Makes the `SmsOtp` injectable everywhere. Default `false`. */
  isGlobal?: boolean | undefined;
  /** The name of the account that sends the codes. Default: the default account. */
  name?: string | undefined;
}

/** What `forRoot` takes. */
export type SmsOtpModuleOptions = SmsOtpOptions & SmsOtpRegistration;

/** What `forRootAsync` takes. */
export type SmsOtpModuleAsyncOptions = WithAWay<
  ConfigurableModuleAsyncOptions<SmsOtpOptions, 'createSmsOtpOptions'>
> &
  SmsOtpRegistration;

const built = new ConfigurableModuleBuilder<SmsOtpOptions>({
  moduleName: 'SmsOtp',
  optionsInjectionToken: OPTIONS,
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createSmsOtpOptions')
  .setExtras<SmsOtpRegistration>({ isGlobal: undefined, name: undefined })
  .build();
const ConfigurableModuleClass: RegisteringClass<SmsOtpModuleOptions, SmsOtpModuleAsyncOptions> =
  built.ConfigurableModuleClass;

/** Registers one-time passwords that an account of `SmsGatewayModule` sends. */
@Module({})
export class SmsOtpModule extends ConfigurableModuleClass {
  /** Registers them with options that are known in the code. */
  static override forRoot(options: SmsOtpModuleOptions): DynamicModule {
    return register(super.forRoot(options ?? {}), options ?? {});
  }

  /** Registers them with options that come from injection, for example from `ConfigService`. */
  static override forRootAsync(given: SmsOtpModuleAsyncOptions): DynamicModule {
    const options = given ?? {};
    const wrong = wrongRegistration(SmsOtpModule, OPTIONS, options, ['isGlobal', 'name'], 'keys');
    return register(wrong ?? super.forRootAsync(options), options);
  }
}

function register(
  definition: DynamicModule,
  { isGlobal, name = DEFAULT_NAME }: SmsOtpRegistration,
): DynamicModule {
  const token = getSmsOtpToken(name);
  const setUp: Provider = {
    provide: OtpSetup,
    useFactory: (options: unknown, ref: ModuleRef, modules: ModulesContainer) => {
      checkRegistration(registration, { name, isGlobal }, 'SmsOtpModule cannot start');
      checkUnique(REGISTRATION, name, modules, 'SmsOtpModule', 'an SmsOtp');
      return new OtpSetup(name, checkOtpOptions(options, name), ref);
    },
    inject: [OPTIONS, ModuleRef, ModulesContainer],
  };
  const byToken: Provider = {
    provide: token,
    useFactory: ({ otp }: OtpSetup) => otp,
    inject: [OtpSetup],
  };
  const byClass: Provider[] = isDefaultName(name) ? [{ provide: SmsOtp, useExisting: token }] : [];
  return {
    ...definition,
    global: isGlobal === true,
    providers: [
      ...(definition.providers ?? []),
      { provide: REGISTRATION, useValue: { name } },
      setUp,
      byToken,
      ...byClass,
    ],
    exports: [token, ...(isDefaultName(name) ? [SmsOtp] : [])],
  };
}
