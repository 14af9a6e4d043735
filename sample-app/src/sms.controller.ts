import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type SmsReceipt, SmsService } from 'nestjs-sms-gateway';
import { DescribeSend } from './describe-send.js';
import { SendSmsDto } from './send-sms.dto.js';

@ApiTags('sms')
@Controller('sms')
export class SmsController {
  constructor(private readonly sms: SmsService) {}

  @Post()
  @DescribeSend()
  send(@Body() message: SendSmsDto): Promise<SmsReceipt> {
    return this.sms.send(message);
  }
}
