import { Body, Controller, Post } from '@nestjs/common';
import { type SmsReceipt, SmsService } from 'nestjs-sms-gateway';
import { DescribeSend } from './describe-send.js';
import { SendSmsDto } from './send-sms.dto.js';

@Controller('sms')
export class SmsController {
  constructor(private readonly sms: SmsService) {}

  @Post()
  @DescribeSend()
  send(@Body() message: SendSmsDto): Promise<SmsReceipt> {
    return this.sms.send(message);
  }
}
