import { type ConfigurableModuleAsyncOptions, Module } from '@nestjs/common';
import type { RegisteringClass, WithAWay } from '../module/async-registration.js';
import { type RegisteredService, registeringClass } from '../module/registered-service.js';
import { AccountOtp } from './account-otp.js';
import { checkOtpOptions } from './check-otp-options.js';
import { OtpSender } from './otp-sender.js';
import { SmsOtp } from './sms-otp.js';
import type { SmsOtpOptions } from './sms-otp.options.js';

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

const service: RegisteredService = {
  service: 'SmsOtp',
  byClass: SmsOtp,
  kind: 'otp',
  options: Symbol.for('nestjs-sms-gateway:otp-options'),
  marker: Symbol.for('nestjs-sms-gateway:otp-registration'),
};

const Registering: RegisteringClass<SmsOtpModuleOptions, SmsOtpModuleAsyncOptions> =
  registeringClass(service, 'keys', (given, account, modules) => {
    const options = checkOtpOptions(given, account);
    return new AccountOtp(account, options, new OtpSender(account, options, modules));
  });

/** Registers one-time passwords that an account of `SmsGatewayModule` sends. */
@Module({})
export class SmsOtpModule extends Registering {}
