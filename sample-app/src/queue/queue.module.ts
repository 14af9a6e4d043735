import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { ApiExcludeController } from '@nestjs/swagger';
import { SmsQueueModule } from 'nestjs-sms-gateway/queue';
import { SmsReportsModule } from 'nestjs-sms-gateway/reports';
import { timeZoneOf } from '../account.js';
import { readSettings } from '../settings.js';
import { QueueController } from './queue.controller.js';
import { smsQueueOptions } from './sms-queue.options.js';

/** A queue, and `/sms/queue` to use it. Part of the app where `SMS_QUEUE_URL` is set. */
@Module({ controllers: [QueueController] })
export class QueueModule {
  static forSettings(): DynamicModule {
    const settings = readSettings();
    return {
      module: QueueModule,
      imports: [
        SmsQueueModule.forRootAsync({
          isGlobal: true,
          inject: [ConfigService],
          useFactory: smsQueueOptions,
        }),
        // Its route is for the gateway, so it is not in Swagger. Without a route, it can still ask for reports.
        SmsReportsModule.forRoot({
          path: settings.SMS_REPORT_PATH || undefined,
          timeZone: timeZoneOf(settings),
          decorators: [ApiExcludeController()],
        }),
      ],
    };
  }
}
