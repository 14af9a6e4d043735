import { Body, Controller, Post } from '@nestjs/common';
import { type SmsReceipt, SmsService } from 'nestjs-sms-gateway';
import { DescribeSend } from './sms/describe-send.js';
import { SendSmsDto } from './sms/send-sms.dto.js';

@Controller('sms')
export class SmsController {
  constructor(private readonly sms: SmsService) {}

  @Post()
  @DescribeSend()
  send(@Body() message: SendSmsDto): Promise<SmsReceipt> {
    return this.sms.send(message);
  }
}
