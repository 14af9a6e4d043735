import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { ApiExcludeController } from '@nestjs/swagger';
import { SmsQueueModule } from 'nestjs-sms-gateway/queue';
import { SmsReportsModule } from 'nestjs-sms-gateway/reports';
import { AdminModule } from '../admin/admin.module.js';
import { AppModule } from '../app.module.js';
import { readSettings } from '../settings.js';
import { QueueController } from './queue.controller.js';
import { smsQueueOptions } from './sms-queue.options.js';

/** The app with a queue. Its root module where `SMS_QUEUE_URL` is set. */
@Module({ imports: [AppModule], controllers: [QueueController] })
export class QueueAppModule {
  /** The pages for the operator are part of it only if they have a password. */
  static forSettings(): DynamicModule {
    const { SMS_ADMIN_PASSWORD, SMS_REPORT_PATH } = readSettings();
    return {
      module: QueueAppModule,
      imports: [
        SmsQueueModule.forRootAsync({
          isGlobal: true,
          inject: [ConfigService],
          useFactory: smsQueueOptions,
        }),
        // Its route is for the gateway, so it is not in Swagger. Without a route, it can still ask for reports.
        SmsReportsModule.forRoot({
          path: SMS_REPORT_PATH || undefined,
          decorators: [ApiExcludeController()],
        }),
        ...(SMS_ADMIN_PASSWORD === '' ? [] : [AdminModule.forSettings()]),
      ],
    };
  }
}
