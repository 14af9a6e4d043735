import { Body, Controller, Post } from '@nestjs/common';
import {
  ApiBadGatewayResponse,
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiOperation,
  ApiServiceUnavailableResponse,
  ApiTags,
  ApiUnprocessableEntityResponse,
} from '@nestjs/swagger';
import { type SmsReceipt, SmsService } from 'nestjs-sms-gateway';
import { SendSmsDto } from './send-sms.dto.js';
import { SmsReceiptDto } from './sms-receipt.dto.js';

@ApiTags('sms')
@Controller('sms')
export class SmsController {
  constructor(private readonly sms: SmsService) {}

  @Post()
  @ApiOperation({ summary: 'Sends a text to one or more numbers' })
  @ApiCreatedResponse({ type: SmsReceiptDto, description: 'The gateway accepted the message.' })
  @ApiBadRequestResponse({
    description: 'The body or the message is invalid. `message` or `issues` says why.',
  })
  @ApiUnprocessableEntityResponse({
    description: 'The gateway rejected the message. It was not sent.',
  })
  @ApiServiceUnavailableResponse({ description: 'The message was not sent. Retry later.' })
  @ApiBadGatewayResponse({
    description: 'The message may have been sent. Do not retry without checking.',
  })
  send(@Body() body: SendSmsDto): Promise<SmsReceipt> {
    return this.sms.send(body);
  }
}
