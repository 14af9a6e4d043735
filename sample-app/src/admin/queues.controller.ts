import {
  Controller,
  Get,
  Header,
  Inject,
  type OnApplicationShutdown,
  Optional,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SmsQueue } from 'nestjs-sms-gateway/queue';
import { Pool } from 'pg';
import { policyOf } from '../pages/page.js';
import { type MessageState, queuesPage } from './queues-page.js';

// The queue of the default account.
const NAME = `sms-${Buffer.from('default').toString('base64url')}`;
const NEWEST = `SELECT id, state, to_char(added AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS added, code
  FROM sms_gateway.message_state WHERE queue = $1 ORDER BY message_state.added DESC LIMIT 50`;

/** A page that shows how many messages the queue has and, in PostgreSQL, the newest ones. */
@ApiExcludeController()
@Controller('queues')
export class QueuesController implements OnApplicationShutdown {
  /** @param pool of the database that has the queue, if it is PostgreSQL */
  constructor(
    private readonly queue: SmsQueue,
    @Optional() @Inject(Pool) private readonly pool?: Pool,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', policyOf())
  async show(): Promise<string> {
    const counts = await this.queue.counts();
    const answer = await this.pool?.query<MessageState>(NEWEST, [NAME]);
    return queuesPage({ counts, newest: answer?.rows });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.end();
  }
}
