import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  HttpException,
  Param,
  Post,
  Redirect,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { SmsMessageError } from 'nestjs-sms-gateway';
import { SmsQueue, type SmsQueueUnknown } from 'nestjs-sms-gateway/queue';
import { ACTIONS, type SettledMessage, type UnknownAction, unknownPage } from './unknown-page.js';

const MOST = 100;

/** What a button of the page posts. */
export class SettleDto {
  @IsIn(Object.keys(ACTIONS))
  action!: UnknownAction;
}

/** How many messages the page remembers, to show those that reports settled. */
const REMEMBERED = 100;

/** A page that shows the messages that may have been sent, for a person to settle. */
@ApiExcludeController()
@Controller('unknown')
export class UnknownController {
  /** The messages that the page has shown. */
  private readonly shown = new Map<string, SmsQueueUnknown>();

  constructor(private readonly queue: SmsQueue) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
  )
  async list(): Promise<string> {
    const found: SmsQueueUnknown[] = [];
    for await (const each of this.queue.unknown()) {
      found.push(each);
      if (found.length > MOST) break;
    }
    const messages = found.slice(0, MOST);
    const settled = await this.settledByReports(messages);
    return unknownPage({ messages, settled, hasMore: found.length > MOST });
  }

  /** Those that were on the page before, and what reports say of them since. */
  private async settledByReports(unknown: readonly SmsQueueUnknown[]): Promise<SettledMessage[]> {
    const isUnknown = new Set(unknown.map(({ id }) => id));
    const settled: SettledMessage[] = [];
    for (const [id, { recipients }] of this.shown) {
      const outcome = isUnknown.has(id) ? undefined : await this.queue.outcome(id);
      if (outcome?.settledBy !== 'report') continue;
      settled.push({ id, recipients, outcome, deliveries: await this.queue.deliveries(id) });
    }
    for (const each of unknown) this.shown.set(each.id, each);
    for (const id of this.shown.keys()) if (this.shown.size > REMEMBERED) this.shown.delete(id);
    return settled;
  }

  @Post(':id')
  @HttpCode(303)
  @Redirect('/unknown', 303)
  async settle(@Param('id') id: string, @Body() { action }: SettleDto): Promise<void> {
    try {
      if (action === 'resend') await this.queue.resend(id);
      else await this.queue.settle(id, action);
    } catch (error) {
      if (!(error instanceof SmsMessageError)) throw error;
      throw new HttpException(
        'This message is no longer unknown, so nothing was changed. Reload /unknown.',
        409,
      );
    }
  }
}
