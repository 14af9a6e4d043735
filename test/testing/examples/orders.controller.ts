// src/orders.controller.ts
import {
  BadRequestException,
  Body,
  Controller,
  HttpCode,
  Param,
  Post,
  UseFilters,
} from '@nestjs/common';
import { SmsExceptionFilter, SmsGatewayError, SmsService } from 'nestjs-sms-gateway';

@Controller('orders')
@UseFilters(SmsExceptionFilter)
export class OrdersController {
  constructor(private readonly sms: SmsService) {}

  @Post(':id/shipped')
  @HttpCode(200)
  async shipped(@Param('id') id: string, @Body('to') to: unknown) {
    // With an array, everyone in it would get the message.
    if (typeof to !== 'string') throw new BadRequestException('to must be one number');
    const text = `Your order ${id} is on its way.`;
    try {
      const receipt = await this.sms.send({ to, text });
      return { outcome: 'accepted', transactionId: receipt.transactionId };
    } catch (error) {
      if (!(error instanceof SmsGatewayError) || error.outcome !== 'unknown') throw error;
      // It may have been sent, so do not send it again. Let someone look it up.
      return { outcome: 'unknown' };
    }
  }
}
