import { HttpService } from '@nestjs/axios';
import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { APP_FILTER } from '@nestjs/core';
import { SmsExceptionFilter, SmsGatewayModule } from 'nestjs-sms-gateway';
import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { accountOf } from './account.js';
import { HealthModule } from './health.module.js';
import { optionalParts } from './optional-parts.js';
import { HomeModule } from './pages/home.module.js';
import { RequestIdModule } from './request-id.module.js';
import { type AppConfigService, settingsConfig } from './settings.js';
import { SIMULATOR } from './simulator.js';
import { SimulatorModule } from './simulator.module.js';
import { SmsController } from './sms.controller.js';

@Module({
  imports: [
    ConfigModule.forRoot({
      isGlobal: true,
      load: [settingsConfig],
      envFilePath: 'sample-app/.env',
      // Tests must not use a developer's own settings.
      ignoreEnvFile: process.env['NODE_ENV'] === 'test',
    }),
    SmsGatewayModule.forRootAsync({
      imports: [SimulatorModule, RequestIdModule],
      inject: [ConfigService, SIMULATOR, HttpService],
      useFactory: (
        config: AppConfigService,
        simulator: GatewaySimulator | null,
        http: HttpService,
      ) => ({
        // baseUrl, auth and defaults, from the environment or for the simulator.
        ...accountOf(config.get('settings', { infer: true }), simulator),
        // Without this line, the package sends with undici.
        http,
      }),
    }),
    HomeModule,
    HealthModule,
  ],
  controllers: [SmsController],
  providers: [{ provide: APP_FILTER, useClass: SmsExceptionFilter }],
})
export class AppModule {
  /** The app with its optional parts. */
  static withParts(): DynamicModule {
    return { module: AppModule, imports: optionalParts().map(({ module }) => module()) };
  }
}
