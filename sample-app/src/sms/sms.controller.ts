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
  @ApiOperation({ summary: 'Sends a text to one or several numbers' })
  @ApiCreatedResponse({ type: SmsReceiptDto, description: 'The gateway took it for delivery.' })
  @ApiBadRequestResponse({
    description: 'The body or the message is wrong; `message` or `issues` says how.',
  })
  @ApiUnprocessableEntityResponse({ description: 'The gateway rejected it. It was not sent.' })
  @ApiServiceUnavailableResponse({ description: 'It was not sent. Try again later.' })
  @ApiBadGatewayResponse({ description: 'It may have been sent. Do not simply try again.' })
  send(@Body() body: SendSmsDto): Promise<SmsReceipt> {
    return this.sms.send(body);
  }
}
