import { randomBytes } from 'node:crypto';
import { Module } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { SmsGatewayModule } from 'nestjs-sms-gateway';
import { memoryOtpStore, SmsOtpModule } from 'nestjs-sms-gateway/otp';
import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import type { AppConfigService } from '../settings.js';
import { SIMULATOR } from '../simulator.js';
import { SimulatorModule } from '../simulator.module.js';
import { accountOf } from '../account.js';
import { LoginController } from './login.controller.js';

const name = 'login';

/** A login with codes. They have an account of their own, which sends to numbers of some countries only. */
@Module({
  imports: [
    SimulatorModule,
    SmsGatewayModule.forRootAsync({
      name,
      imports: [SimulatorModule],
      inject: [ConfigService, SIMULATOR],
      useFactory: (config: AppConfigService, simulator: GatewaySimulator | null) => {
        const settings = config.get('settings', { infer: true });
        return {
          ...accountOf(settings, simulator),
          // Otherwise bots request codes for expensive numbers.
          guard: { countries: settings.SMS_LOGIN_COUNTRIES.split(',') },
        };
      },
    }),
    SmsOtpModule.forRootAsync({
      name,
      inject: [ConfigService],
      useFactory: (config: AppConfigService) => {
        const { SMS_OTP_KEY, SMS_OTP_SITE } = config.get('settings', { infer: true });
        return {
          // The challenges end with the process, so their key may too. Several processes need a shared
          // key, and a store such as redisOtpStore.
          keys: [SMS_OTP_KEY || randomBytes(32).toString('hex')],
          store: memoryOtpStore(),
          webOtp: SMS_OTP_SITE,
        };
      },
    }),
  ],
  controllers: [LoginController],
})
export class LoginModule {}
