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
import { policyOf } from '../pages/page.js';
import { ACTIONS, type UnknownAction, unknownPage } from './unknown-page.js';

const MOST = 100;

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
      throw new HttpException(
        'This message is no longer unknown, so nothing was changed. Reload /unknown.',
        409,
      );
    }
  }
}
