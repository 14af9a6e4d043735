// src/app.module.ts
import { Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { APP_FILTER } from '@nestjs/core';
import { SmsExceptionFilter, SmsGatewayModule } from 'nestjs-sms-gateway';
import { memoryOtpStore, SmsOtpModule } from 'nestjs-sms-gateway/otp';
import { AppController } from './app.controller.js';
import { AppService } from './app.service.js';
import { LoginController } from './login.controller.js';

@Module({
  imports: [
    ConfigModule.forRoot({ isGlobal: true }),
    SmsGatewayModule.forRootAsync({
      inject: [ConfigService],
      useFactory: (config: ConfigService) => ({
        baseUrl: config.getOrThrow<string>('SMS_BASE_URL'),
        auth: {
          method: 'token',
          userId: config.getOrThrow<string>('SMS_USER_ID'),
          password: config.getOrThrow<string>('SMS_PASSWORD'),
          timeZone: config.getOrThrow<string>('SMS_TIME_ZONE'),
        },
        defaults: { senderId: 'MYSHOP' },
        guard: { countries: ['IN'], perRecipient: { count: 5, perMs: 3_600_000 } },
      }),
    }),
    SmsOtpModule.forRootAsync({
      inject: [ConfigService],
      useFactory: (config: ConfigService) => ({
        keys: [config.getOrThrow<string>('SMS_OTP_KEY')],
        store: memoryOtpStore(), // in production: redisOtpStore or postgresOtpStore
      }),
    }),
  ],
  controllers: [AppController, LoginController],
  providers: [AppService, { provide: APP_FILTER, useClass: SmsExceptionFilter }],
})
export class AppModule {}
