import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import {
  type BullBoardInstance,
  BullBoardModule,
  type BullBoardModuleOptions,
  InjectBullBoard,
} from '@bull-board/nestjs';
import { Inject, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { bullQueueOf, SmsQueue } from 'nestjs-sms-gateway/queue';
import { Settings, settingsConfig } from '../settings.js';
import { adminOnly } from './admin-only.js';
import { UnknownController } from './unknown.controller.js';

/** The pages of an operator, behind a password: bull-board at `/queues`, and `/unknown`. */
@Module({
  imports: [
    BullBoardModule.forRootAsync({
      inject: [settingsConfig.KEY],
      useFactory: ({ SMS_ADMIN_PASSWORD }: Settings): BullBoardModuleOptions => ({
        route: '/queues',
        adapter: ExpressAdapter,
        middleware: adminOnly(SMS_ADMIN_PASSWORD),
        boardOptions: { uiConfig: { boardTitle: 'SMS queue' } },
      }),
    }),
  ],
  controllers: [UnknownController],
})
export class AdminModule implements NestModule {
  constructor(
    @Inject(settingsConfig.KEY) private readonly settings: Settings,
    @InjectBullBoard() board: BullBoardInstance,
    queue: SmsQueue,
  ) {
    // Where the store is down, the board stays empty until it answers.
    void bullQueueOf<Queue>(queue)
      .then((bullQueue) =>
        // A retry from the board would send a message that may have been sent. /unknown is for that.
        board.addQueue(new BullMQAdapter(bullQueue, { readOnlyMode: true, displayName: 'SMS' })),
      )
      .catch(() => undefined);
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(adminOnly(this.settings.SMS_ADMIN_PASSWORD)).forRoutes(UnknownController);
  }
}
