import { type DynamicModule, Module } from '@nestjs/common';
import type { AsyncOptions } from '../../nest/async-options.js';
import { registering } from '../../nest/registering.js';
import type { NoUnread } from '../../core/common/no-unread.js';
import { bareImport } from '../../nest/wrong-use.js';
import { type RegisteredService, serviceProviders } from '../../nest/sms-gateway.providers.js';
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
export type SmsOtpModuleAsyncOptions = AsyncOptions<SmsOtpOptions, 'createSmsOtpOptions'> &
  SmsOtpRegistration;

const service: RegisteredService = {
  service: 'SmsOtp',
  byClass: SmsOtp,
  kind: 'otp',
  options: Symbol.for('nestjs-sms-gateway:otp-options'),
  example: 'keys',
  marker: Symbol.for('nestjs-sms-gateway:otp-registration'),
  create(options, account, modules) {
    const { androidHash, message, webOtp, ...others } = checkOtpOptions(options, account);
    const { checks, cooldown, keys, length, perRecipient, sends, store, ttl, ...unread } = others;
    void (unread satisfies NoUnread);
    const texts = { androidHash, length, message, store, ttl, webOtp };
    const rules = { checks, cooldown, keys, length, perRecipient, sends, store, ttl };
    return new AccountOtp(account, rules, new OtpSender(account, texts, modules));
  },
};

const codes = registering(service, (registration) => serviceProviders(service, registration));

/** Registers one-time passwords that an account of `SmsGatewayModule` sends. */
@Module({ providers: [bareImport('SmsOtpModule')] })
export class SmsOtpModule {
  /** Registers one-time passwords whose options are known in the code. */
  static forRoot(options: SmsOtpModuleOptions): DynamicModule {
    return codes.forRoot(this, options);
  }

  /** Registers one-time passwords whose options come from injection, for example from `ConfigService`. */
  static forRootAsync(options: SmsOtpModuleAsyncOptions): DynamicModule {
    return codes.forRootAsync(this, options);
  }
}
