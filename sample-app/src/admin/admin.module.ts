import {
  type DynamicModule,
  Inject,
  Logger,
  type MiddlewareConsumer,
  Module,
  type NestModule,
} from '@nestjs/common';
import { Pool } from 'pg';
import { readSettings, Settings, settingsConfig } from '../settings.js';
import { adminOnly } from './admin-only.js';
import { QueuesController } from './queues.controller.js';
import { UnknownController } from './unknown.controller.js';

/** The pages of an operator, behind a password: `/queues` and `/unknown`. They need the queue. */
@Module({ controllers: [QueuesController, UnknownController] })
export class AdminModule implements NestModule {
  /** A queue in PostgreSQL has a view of its messages, which the page reads. */
  static forSettings(): DynamicModule {
    const { SMS_QUEUE_URL } = readSettings();
    const isPostgres = SMS_QUEUE_URL.startsWith('postgres');
    return {
      module: AdminModule,
      providers: isPostgres ? [{ provide: Pool, useFactory: () => openPool(SMS_QUEUE_URL) }] : [],
    };
  }

  constructor(@Inject(settingsConfig.KEY) private readonly settings: Settings) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(adminOnly(this.settings.SMS_ADMIN_PASSWORD))
      .forRoutes(QueuesController, UnknownController);
  }
}

function openPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 1 });
  // Without this listener, an idle connection that is lost ends the process.
  pool.on('error', (error) => new Logger('Database').warn(error.message));
  return pool;
}
