import {
  type ConfigurableModuleAsyncOptions,
  ConfigurableModuleBuilder,
  type DynamicModule,
  Module,
} from '@nestjs/common';
import { type RegisteringClass, type WithAWay, wrongRegistration } from '../async-registration.js';
import { registerService } from '../registered-service.js';
import { AccountOtp } from './account-otp.js';
import { checkOtpOptions } from './check-otp-options.js';
import { OtpParts } from './otp-parts.js';
import { getSmsOtpToken, SmsOtp } from './sms-otp.js';
import type { SmsOtpOptions } from './sms-otp.options.js';

const OPTIONS = Symbol.for('nestjs-sms-gateway:otp-options');

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

const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<SmsOtpOptions>({
  moduleName: 'SmsOtp',
  optionsInjectionToken: OPTIONS,
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createSmsOtpOptions')
  .setExtras<SmsOtpRegistration>({ isGlobal: undefined, name: undefined })
  .build();
const Base: RegisteringClass<SmsOtpModuleOptions, SmsOtpModuleAsyncOptions> =
  ConfigurableModuleClass;

/** Registers one-time passwords that an account of `SmsGatewayModule` sends. */
@Module({})
export class SmsOtpModule extends Base {
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

function register(definition: DynamicModule, given: SmsOtpRegistration): DynamicModule {
  const service = {
    service: 'SmsOtp',
    byClass: SmsOtp,
    tokenOf: getSmsOtpToken,
    options: OPTIONS,
    marker: Symbol.for('nestjs-sms-gateway:otp-registration'),
  };
  return registerService(definition, given, service, (options, account, ref) => {
    const checked = checkOtpOptions(options, account);
    return new AccountOtp(account, checked, new OtpParts(ref, account, checked));
  });
}
