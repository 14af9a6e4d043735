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
import { SmsGatewayError, SmsMessageError } from 'nestjs-sms-gateway';
import { SmsQueue, type SmsQueueUnknown } from 'nestjs-sms-gateway/queue';
import { policyOf } from '../pages/page.js';
import {
  ACTIONS,
  type LookedUp,
  lookedUpPage,
  type UnknownAction,
  unknownPage,
} from './unknown-page.js';

const MOST = 100;
/** How long the gateway may take to answer, in ms. */
const PATIENCE = 30_000;

/** What a button of the page posts. */
export class SettleDto {
  @IsIn(Object.keys(ACTIONS))
  action!: UnknownAction;
}

/** A page that shows the messages that may have been sent, for a person to settle. */
@ApiExcludeController()
@Controller('unknown')
export class UnknownController {
  constructor(private readonly queue: SmsQueue) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', policyOf())
  async list(): Promise<string> {
    const found: SmsQueueUnknown[] = [];
    for await (const each of this.queue.unknown()) {
      found.push(each);
      if (found.length > MOST) break;
    }
    return unknownPage({ messages: found.slice(0, MOST), hasMore: found.length > MOST });
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
      throw noLongerUnknown();
    }
  }

  @Post(':id/records')
  @HttpCode(200)
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', policyOf())
  async lookUp(@Param('id') id: string): Promise<string> {
    for await (const each of this.queue.unknown()) {
      if (each.id === id) return lookedUpPage(each, await this.recordsOf(id));
    }
    throw noLongerUnknown();
  }

  private async recordsOf(id: string): Promise<LookedUp> {
    try {
      return await this.queue.records(id, { signal: AbortSignal.timeout(PATIENCE) });
    } catch (error) {
      if (!(error instanceof SmsGatewayError)) throw error;
      // It shows no number and no text.
      return { problem: error.message };
    }
  }
}

function noLongerUnknown(): HttpException {
  const text = 'This message is no longer unknown, so nothing was changed. Reload /unknown.';
  return new HttpException(text, 409);
}
