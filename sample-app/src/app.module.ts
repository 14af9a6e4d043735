import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { APP_FILTER } from '@nestjs/core';
import { SmsExceptionFilter } from 'nestjs-sms-gateway';
import { HealthModule } from './health/health.module.js';
import { LoginModule } from './login/login.module.js';
import { settingsConfig } from './settings.js';
import { SmsModule } from './sms/sms.module.js';

@Module({
  imports: [
    ConfigModule.forRoot({
      isGlobal: true,
      load: [settingsConfig],
      envFilePath: 'sample-app/.env',
      // Tests must not use a developer's own settings.
      ignoreEnvFile: process.env['NODE_ENV'] === 'test',
    }),
    SmsModule,
    LoginModule,
    HealthModule,
  ],
  providers: [{ provide: APP_FILTER, useClass: SmsExceptionFilter }],
})
export class AppModule {}
